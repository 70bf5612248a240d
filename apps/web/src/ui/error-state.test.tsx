import { NetworkError } from '@city-mint/api-contract/client';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { startClock } from '@city-mint/client/testing/start-clock.ts';
import { describe, expect, test, vi } from 'vitest';
import { renderInPage } from '#testing/render-in-page.tsx';
import { ErrorState } from './error-state.tsx';

const refusal = (error: string, msg = '', details = {}) => new RefusalError({ error, msg, details });

describe('ErrorState', () => {
  test('names a network error, and what still holds', () => {
    const { screen, texts } = renderInPage(<ErrorState error={new NetworkError('x')} onRetry={() => undefined} />);
    expect(screen.getByRole('alert')).toHaveTextContent(texts.ui.networkError);
    expect(screen.getByText(/10 秒后自动重试$/)).toHaveTextContent(texts.ui.errorSafe);
  });

  test('shows a refusal in the words of the server', () => {
    const { screen } = renderInPage(<ErrorState error={refusal('later', '请先升级页面')} onRetry={() => undefined} />);
    expect(screen.getByRole('alert')).toHaveTextContent('请先升级页面');
  });

  test('names a network error for a refusal without words', () => {
    const { screen, texts } = renderInPage(<ErrorState error={refusal('later')} onRetry={() => undefined} />);
    expect(screen.getByRole('alert')).toHaveTextContent(texts.ui.networkError);
  });

  test('says when a screen will show on a device without a network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { screen, texts } = renderInPage(<ErrorState error={new NetworkError('x')} onRetry={() => undefined} />);
    expect(screen.getByRole('alert')).toHaveTextContent(texts.ui.offline);
    expect(screen.getByRole('alert')).toHaveTextContent(texts.ui.offlineShows);
    vi.restoreAllMocks();
  });

  test('tries again by a tap', async () => {
    const onRetry = vi.fn();
    const { screen, user, texts } = renderInPage(<ErrorState error={new NetworkError('x')} onRetry={onRetry} />);
    await user.click(screen.getByRole('button', { name: texts.ui.retry }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('counts down to the next try, which it makes by itself', async () => {
    const clock = startClock();
    const onRetry = vi.fn();
    const { screen } = renderInPage(<ErrorState error={new NetworkError('x')} onRetry={onRetry} />);
    await clock.advance(4_000);
    expect(screen.getByText(/6 秒后自动重试/)).toBeVisible();
    expect(onRetry).not.toHaveBeenCalled();
    await clock.advance(6_000);
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('waits as long as the server asks', async () => {
    const clock = startClock();
    const onRetry = vi.fn();
    const error = refusal('busy', '稍后再试', { retryAfterSeconds: '30' });
    const { screen } = renderInPage(<ErrorState error={error} onRetry={onRetry} />);
    expect(screen.getByText(/30 秒后自动重试/)).toBeVisible();
    await clock.advance(29_000);
    expect(onRetry).not.toHaveBeenCalled();
    await clock.advance(1_000);
    expect(onRetry).toHaveBeenCalledOnce();
  });

  test('does not repeat a refusal that would only be repeated', async () => {
    const clock = startClock();
    const onRetry = vi.fn();
    const { screen, texts } = renderInPage(<ErrorState error={refusal('not-found', '没有')} onRetry={onRetry} />);
    expect(screen.queryByText(new RegExp(texts.ui.errorSafe))).toBeNull();
    await clock.advance(60_000);
    expect(onRetry).not.toHaveBeenCalled();
  });

  test('stops counting when it is left', async () => {
    const clock = startClock();
    const onRetry = vi.fn();
    const { unmount } = renderInPage(<ErrorState error={new NetworkError('x')} onRetry={onRetry} />);
    unmount();
    await clock.advance(20_000);
    expect(onRetry).not.toHaveBeenCalled();
  });
});
