import { NetworkError } from '@city-mint/api-contract/client';
import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { zh } from '#testing/zh-texts.ts';
import { queryClient } from './query-client.ts';
import { useToastStore } from './toast-store.ts';

const network = new NetworkError('no answer');
const refusal = new RefusalError({ error: 'busy', msg: 'later', details: {} });

beforeEach(() => {
  vi.useFakeTimers();
  useToastStore.setState({ toast: null });
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** Fetches with a function that always fails; returns the number of its calls. */
async function attemptsOf(error: Error): Promise<number> {
  let attempts = 0;
  const result = queryClient.fetchQuery({
    queryKey: ['failing'],
    retry: queryClient.getDefaultOptions().queries?.retry ?? false,
    queryFn: () => {
      attempts += 1;
      throw error;
    },
  });
  const settled = result.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  await settled;
  return attempts;
}

describe('queryClient', () => {
  test('default: retries a network error twice, a refusal never', async () => {
    expect(await attemptsOf(network)).toBe(3);
    queryClient.clear();
    expect(await attemptsOf(refusal)).toBe(1);
  });

  test('behavior: a device without a network gets an error too, rather than a wait without end', async () => {
    onlineManager.setOnline(false);
    vi.stubGlobal('navigator', { onLine: false });
    onTestFinished(() => {
      onlineManager.setOnline(true);
      vi.unstubAllGlobals();
    });
    expect(await attemptsOf(network)).toBe(1);
  });

  test('behavior: a refresh that fails is not notified while the page says that the device is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    onTestFinished(() => void vi.unstubAllGlobals());
    await queryClient.prefetchQuery({ queryKey: ['offline'], queryFn: () => 'earlier' });
    const queryFn = () => Promise.reject(network);
    const observer = new QueryObserver(queryClient, { queryKey: ['offline'], retry: false, queryFn });
    const stop = observer.subscribe(() => undefined);
    await observer.refetch();
    stop();
    expect(useToastStore.getState().toast).toBeNull();
  });

  test.each([
    { name: 'a refresh that fails is notified', error: network, meta: {}, text: zh.ui.networkError },
    { name: 'a silent one is not', error: network, meta: { silent: true }, text: undefined },
    { name: 'neither is a refusal', error: refusal, meta: {}, text: undefined },
  ])('behavior: $name', async ({ error, meta, text }) => {
    const queryKey = ['refreshed', text ?? error.message];
    queryClient.setQueryData(queryKey, 'earlier');
    const queryFn = () => Promise.reject(error);
    const observer = new QueryObserver(queryClient, { queryKey, meta, retry: false, queryFn });
    const stop = observer.subscribe(() => undefined);
    await observer.refetch();
    stop();
    expect(useToastStore.getState().toast?.text).toBe(text);
    expect(queryClient.getQueryData(queryKey)).toBe('earlier');
  });

  test('behavior: shows no toast for a failed first load, because the screen shows the error', async () => {
    await attemptsOf(network);
    expect(useToastStore.getState().toast).toBeNull();
  });
});
