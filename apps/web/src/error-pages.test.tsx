import { describe, expect, test, vi } from 'vitest';
import { setRoutes } from '#platform/router/routes.ts';
import { prepareVisitor } from '#testing/visit.tsx';
import { zh } from '#testing/zh-texts.ts';
import { HomePage } from './home/home-page.tsx';

function BrokenScreen(): never {
  throw new Error('broken');
}

describe('an address without a screen', () => {
  test('says so, and leads to the first screen', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen, user } = await open('/nowhere');
    expect(await screen.findByRole('heading', { level: 1, name: zh.missing.title })).toBeVisible();
    expect(screen.getByText(zh.missing.text)).toBeVisible();
    await user.click(screen.getByRole('link', { name: zh.missing.toHome }));
    expect(await screen.findByRole('heading', { level: 1, name: 'City Mint' })).toBeVisible();
    expect(location.pathname).toBe('/index');
  });

  test('is no screen by a name that every object has', async () => {
    const { open } = await prepareVisitor({ session: null });
    const { screen } = await open('/constructor');
    expect(await screen.findByRole('heading', { level: 1, name: zh.missing.title })).toBeVisible();
  });
});

describe('a screen that throws', () => {
  async function openBroken() {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    setRoutes({ '/broken': BrokenScreen, '/index': HomePage });
    const visitor = await prepareVisitor({ session: null });
    return { ...visitor, ...(await visitor.open('/broken')) };
  }

  test('is replaced by what still holds, and the other screens open', async () => {
    const { screen, user, texts } = await openBroken();
    expect(screen.getByRole('heading', { level: 1, name: texts.ui.crashTitle })).toBeVisible();
    expect(screen.getByText(texts.ui.crashText)).toBeVisible();
    await user.click(screen.getByRole('link', { name: texts.ui.tabs.home }));
    expect(await screen.findByRole('heading', { level: 1, name: 'City Mint' })).toBeVisible();
  });

  test('is not reloaded without a network, which would leave the page', async () => {
    const { screen, user, texts } = await openBroken();
    const reload = vi.spyOn(location, 'reload');
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('fetch failed'));
    await user.click(screen.getByRole('button', { name: texts.ui.reload }));
    expect(await screen.findByText(texts.ui.networkError)).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  test('is reloaded where the server answers', async () => {
    const { screen, user, texts } = await openBroken();
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(null, { status: 200 }));
    await user.click(screen.getByRole('button', { name: texts.ui.reload }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});
