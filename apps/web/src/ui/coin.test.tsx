import { describe, expect, test } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { Coin, type CoinKind } from './coin.tsx';

describe('Coin', () => {
  test('has its content as its inscription', () => {
    const { screen } = renderInPage(<Coin kind="gold">500 FMC</Coin>);
    expect(screen.getByText('500 FMC')).toBeVisible();
  });

  test.each<CoinKind>(['broken', 'refunded'])('is in two halves for a failure: %s', (kind) => {
    renderInPage(<Coin kind={kind} className="coin" />);
    expect(document.querySelectorAll('svg > g')).toHaveLength(2);
    expect(document.querySelector('.coin')?.classList.contains('text-brick')).toBe(kind === 'broken');
  });

  test.each<CoinKind>(['gold', 'plain', 'blank'])('is whole for %s', (kind) => {
    renderInPage(<Coin kind={kind} />);
    expect(document.querySelectorAll('svg > g')).toHaveLength(0);
    expect(document.querySelectorAll('svg > circle')).toHaveLength(2);
  });

  test('is filled only when something was earned', () => {
    const fills = (['gold', 'plain', 'blank'] as const).map((kind) => {
      renderInPage(<Coin kind={kind} className={kind} />);
      return document.querySelector(`.${kind} circle`)?.getAttribute('fill-opacity');
    });
    expect(fills).toEqual(['0.14', '0', '0']);
  });

  test('moves only when it is struck before the reader', () => {
    renderInPage(<Coin kind="gold" isStruck className="struck" />);
    renderInPage(<Coin kind="gold" className="shown" />);
    expect(document.querySelector('.struck')).toHaveClass('animate-strike');
    expect(document.querySelector('.shown')).not.toHaveClass('animate-strike');
  });
});
