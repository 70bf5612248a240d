import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

/** The console's own modules ask a browser's storage as they load. */
async function loadQueries() {
  const empty = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('localStorage', empty);
  vi.stubGlobal('sessionStorage', empty);
  const loaded = await import('./rounds-queries.ts');
  vi.unstubAllGlobals();
  return loaded;
}

test('how a round filled is read once more when its window has ended, over the chart as it was', async () => {
  const { fillQuery } = await loadQueries();
  const client = new QueryClient();
  const answers = [{ points: [{ at: 1, filled: '40', orders: 1 }] }, { points: [{ at: 2, filled: '100', orders: 2 }] }];
  const read = (state: 'open' | 'full') => ({
    ...fillQuery({ roundId: '7', state }),
    queryFn: async () => answers.shift() ?? { points: [] },
    // As old as an answer may be that is not read again by itself.
    staleTime: 5_000,
  });
  const observer = new QueryObserver(client, read('open'));
  const shown: unknown[] = [];
  const stop = observer.subscribe(({ data }) => void shown.push(data?.points[0]?.filled));
  await expect.poll(() => shown.at(-1)).toBe('40');
  observer.setOptions(read('full'));
  expect(observer.getCurrentResult().data?.points[0]?.filled).toBe('40');
  await expect.poll(() => shown.at(-1)).toBe('100');
  stop();
  client.clear();
});
