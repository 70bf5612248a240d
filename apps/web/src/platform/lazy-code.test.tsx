import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { act, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chooseLanguage } from '#platform/i18n/language-store.ts';
import { useToastStore } from '#platform/toast-store.ts';
import { installFakeNetwork } from '#testing/fake-network.ts';
import { renderInPage } from '#testing/render-in-page.tsx';
import { zh } from '#testing/zh-texts.ts';
import { type LazyCode, lazyCode, partOf, useLazyCode } from './lazy-code.ts';
import { preloadLazyCode, usePreload } from './preload-code.ts';

/** Returns code that fails so many times before it is fetched. */
function codeThatFails(times: number) {
  let left = times;
  const load = vi.fn(async () => {
    if (left > 0) {
      left -= 1;
      throw new TypeError('the module was not fetched');
    }
    return 'the code';
  });
  return { code: lazyCode([], load), load };
}

function Part({ code, isWanted }: { readonly code: LazyCode<string>; readonly isWanted?: boolean }) {
  const status = useLazyCode(code, isWanted);
  if (status.kind === 'ready') return <p>{status.part}</p>;
  if (status.kind === 'loading') return <p>loading</p>;
  return (
    <button type="button" onClick={() => void status.retry()}>
      retry: {String(status.error)}
    </button>
  );
}

function Opener({ code }: { readonly code: LazyCode<string> }) {
  usePreload(code.preload);
  return null;
}

afterEach(() => useToastStore.setState({ toast: null }));

describe('code for a tap', () => {
  test('is fetched once', async () => {
    const { code, load } = codeThatFails(0);
    expect(await partOf(code)).toBe('the code');
    expect(await partOf(code)).toBe('the code');
    expect(load).toHaveBeenCalledOnce();
  });

  test('that cannot be fetched is a network error, and the next tap tries again', async () => {
    const { code } = codeThatFails(1);
    expect(await partOf(code)).toBeNull();
    expect(useToastStore.getState().toast).toMatchObject({ text: zh.ui.networkError, kind: 'danger' });
    expect(await partOf(code)).toBe('the code');
  });
});

describe('a part on the screen', () => {
  test('is shown once its code is there', async () => {
    const { screen } = renderInPage(<Part code={codeThatFails(0).code} />);
    expect(screen.getByText('loading')).toBeVisible();
    expect(await screen.findByText('the code')).toBeVisible();
  });

  test('that fails offers to retry, and may fail again', async () => {
    const { code, load } = codeThatFails(2);
    const { screen, user } = renderInPage(<Part code={code} />);
    await user.click(await screen.findByRole('button', { name: /the module was not fetched/ }));
    expect(await screen.findByRole('button')).toBeVisible();
    await user.click(screen.getByRole('button'));
    expect(await screen.findByText('the code')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(3);
  });

  test('that is not wanted is not fetched', async () => {
    const { code, load } = codeThatFails(0);
    renderInPage(<Part code={code} isWanted={false} />);
    await act(async () => undefined);
    expect(load).not.toHaveBeenCalled();
  });

  test('that was prefetched is there immediately', async () => {
    const { code } = codeThatFails(0);
    await code.preload();
    const { screen } = renderInPage(<Part code={code} />);
    expect(screen.getByText('the code')).toBeVisible();
  });

  test('waits for its texts when another language is chosen', async () => {
    const network = installFakeNetwork();
    const code = lazyCode(['proof'], async () => 'the code');
    const { screen } = renderInPage(<Part code={code} />);
    expect(await screen.findByText('the code')).toBeVisible();
    await act(() => chooseLanguage('en'));
    await waitFor(() => expect(screen.getByText('the code')).toBeVisible());
    await act(() => chooseLanguage('zh'));
    network.restore();
  });
});

describe('what a tap on the screen opens', () => {
  test('is prefetched soon, before everything else', async () => {
    const clock = startClock();
    const { code, load } = codeThatFails(0);
    renderInPage(<Opener code={code} />);
    await act(() => clock.advance(3_000));
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
  });

  test('is not, once the screen is left', async () => {
    const clock = startClock();
    const { code, load } = codeThatFails(0);
    renderInPage(<Opener code={code} />).unmount();
    await act(() => clock.advance(3_000));
    expect(load).not.toHaveBeenCalled();
  });

  test('is not on a connection that saves data', async () => {
    const clock = startClock();
    Reflect.set(navigator, 'connection', { saveData: true });
    const { code, load } = codeThatFails(0);
    renderInPage(<Opener code={code} />);
    await act(() => clock.advance(3_000));
    Reflect.deleteProperty(navigator, 'connection');
    expect(load).not.toHaveBeenCalled();
  });
});

describe('prefetching', () => {
  test('does not report a failure', async () => {
    const { code } = codeThatFails(1);
    await expect(code.preload()).resolves.toBeUndefined();
    expect(code.part).toBeNull();
  });

  test('starts after five seconds, and continues after a failure', async () => {
    const clock = startClock();
    const [broken, whole] = [codeThatFails(1), codeThatFails(0)];
    preloadLazyCode();
    await clock.advance(4_900);
    expect(broken.load).not.toHaveBeenCalled();
    await clock.advance(200);
    await waitFor(() => expect(whole.load).toHaveBeenCalledOnce());
    expect(broken.load).toHaveBeenCalledOnce();
  });

  test('does not happen on a connection that saves data', async () => {
    const clock = startClock();
    Reflect.set(navigator, 'connection', { saveData: true });
    const { load } = codeThatFails(0);
    preloadLazyCode();
    await clock.advance(10_000);
    Reflect.deleteProperty(navigator, 'connection');
    expect(load).not.toHaveBeenCalled();
  });
});
