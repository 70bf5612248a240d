import { act } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { chooseLanguage } from '#platform/i18n/language-store.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { Amount } from './amount.tsx';

/** Renders an amount with these properties; returns its element. */
function shown(props: Parameters<typeof Amount>[0]): HTMLElement {
  renderInPage(<Amount {...props} />);
  const last = [...document.querySelectorAll('data')].at(-1);
  if (last === undefined) throw new Error('an amount');
  return last;
}

describe('Amount', () => {
  test('cuts after four decimals, never rounds, and has the exact amount in its title', () => {
    const amount = shown({ value: '76543.99999999', unit: 'JU' });
    expect(amount).toHaveTextContent(/^76,543.9999 JU$/);
    expect(amount).toHaveAttribute('title', '76543.99999999 JU');
    expect(amount).toHaveAttribute('value', '76543.99999999');
  });

  test('needs no title for an amount that is shown in full', () => {
    expect(shown({ value: '12.5' })).not.toHaveAttribute('title');
  });

  test('shows all 18 decimals where they are asked for', () => {
    const amount = shown({ value: '1234567.000000000000000001', unit: 'FMC', exact: true });
    expect(amount).toHaveTextContent(/^1,234,567.000000000000000001 FMC$/);
    expect(amount).not.toHaveAttribute('title');
  });

  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.00001', '<0.0001'],
    ['-0.00001', '−<0.0001'],
    ['-2.25', '−2.25'],
    ['1000', '1,000'],
  ])('shows %s as %s', (value, text) => {
    expect(shown({ value })).toHaveTextContent(new RegExp(`^${text}$`));
  });

  test.each([
    ['5', '+5'],
    ['0', '0'],
    ['-5', '−5'],
  ])('signs %s as %s', (value, text) => {
    expect(shown({ value, signed: true }).textContent).toBe(text);
  });

  test('names ten million and more in the unit of the language, where there is little room', async () => {
    expect(shown({ value: '123456789.123', unit: 'JU', compact: true })).toHaveTextContent('1.23亿 JU');
    await act(() => chooseLanguage('en'));
    expect(shown({ value: '123456789.123', unit: 'JU', compact: true })).toHaveTextContent('123.45M JU');
    await act(() => chooseLanguage('zh'));
  });

  test('has the exact amount in the title of one that is shortened to a unit', () => {
    expect(shown({ value: '50000000', compact: true })).toHaveAttribute('title', '50000000');
  });
});
