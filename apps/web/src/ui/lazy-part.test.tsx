import { describe, expect, test, vi } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { lazyPart } from './lazy-part.tsx';

type Props = { readonly name: string };
const Shown = ({ name }: Props) => <p>{name} is here</p>;
const PLACEHOLDER = <p>soon</p>;

describe('lazyPart', () => {
  test('default: shows a placeholder until its code is there', async () => {
    const Part = lazyPart<Props>([], async () => Shown, PLACEHOLDER);
    const { screen } = renderInPage(<Part name="it" />);
    expect(screen.getByText('soon')).toBeVisible();
    expect(await screen.findByText('it is here')).toBeVisible();
    expect(screen.queryByText('soon')).toBeNull();
  });

  test('default: is there at once after it was preloaded', async () => {
    const Part = lazyPart<Props>([], async () => Shown, PLACEHOLDER);
    await Part.preload();
    const { screen } = renderInPage(<Part name="it" />);
    expect(screen.getByText('it is here')).toBeVisible();
  });

  test('error: offers another try', async () => {
    const load = vi.fn(async () => Shown).mockRejectedValueOnce(new TypeError('fetch failed'));
    const Part = lazyPart<Props>([], load, PLACEHOLDER);
    const { screen, user, texts } = renderInPage(<Part name="it" />);
    await user.click(await screen.findByRole('button', { name: texts.ui.retry }));
    expect(await screen.findByText('it is here')).toBeVisible();
  });
});
