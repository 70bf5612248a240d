import { describe, expect, test } from 'vitest';
import { type BatcherSettings, createBatcher } from './batcher.ts';

type Call = { readonly round: string; readonly user: number };

/** A batcher whose batches end when the test resolves them. */
function gatedBatcher(settings: Partial<BatcherSettings<Call, string>> = {}) {
  const batches: { items: readonly Call[]; finish: () => void }[] = [];
  const call = createBatcher<Call, string>({
    partitionOf: ({ round }) => round,
    keyOf: ({ user }) => `${user}`,
    maximum: 10,
    work: (items) =>
      new Promise((resolve) => {
        batches.push({ items, finish: () => resolve(items.map(({ user }) => `answer ${user}`)) });
      }),
    ...settings,
  });
  const usersOf = (index: number) => batches[index]?.items.map(({ user }) => user);
  return { call, batches, usersOf };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe('createBatcher', () => {
  test('default: a single call gets its own answer', async () => {
    const call = createBatcher<number, number>({
      partitionOf: () => '',
      keyOf: String,
      maximum: 1,
      work: async (items) => items.map((item) => item * 2),
    });
    expect(await call(21)).toBe(42);
  });

  test('default: calls of one event loop turn share a batch; later arrivals form the next one', async () => {
    const { call, batches, usersOf } = gatedBatcher();
    const first = [1, 2, 3].map((user) => call({ round: 'a', user }));
    await nextTurn();
    const second = [4, 5].map((user) => call({ round: 'a', user }));
    await nextTurn();
    expect(batches).toHaveLength(1);
    batches[0]?.finish();
    expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2', 'answer 3']);
    await nextTurn();
    expect(usersOf(1)).toEqual([4, 5]);
    batches[1]?.finish();
    expect(await Promise.all(second)).toEqual(['answer 4', 'answer 5']);
  });

  test('behavior: sends the next batch before it answers the callers of the previous one', async () => {
    const seen: string[] = [];
    const { call, batches } = gatedBatcher({
      work: async (items) => {
        // A pool provides a connection in the next tick.
        await new Promise<void>((resolve) => process.nextTick(resolve));
        seen.push(`sent ${items[0]?.user}`);
        await new Promise<void>((finish) => batches.push({ items, finish }));
        return items.map(({ user }) => `answer ${user}`);
      },
    });
    const first = call({ round: 'a', user: 1 }).then((answer) => seen.push(answer));
    await nextTurn();
    const second = call({ round: 'a', user: 2 }).then((answer) => seen.push(answer));
    batches[0]?.finish();
    await first;
    await nextTurn();
    batches[1]?.finish();
    await second;
    expect(seen).toEqual(['sent 1', 'sent 2', 'answer 1', 'answer 2']);
  });

  test('behavior: runs partitions in parallel', async () => {
    const { call, batches } = gatedBatcher();
    const slow = call({ round: 'a', user: 1 });
    const quick = call({ round: 'b', user: 1 });
    await nextTurn();
    expect(batches.map(({ items }) => items[0]?.round)).toEqual(['a', 'b']);
    batches[1]?.finish();
    expect(await quick).toBe('answer 1');
    batches[0]?.finish();
    expect(await slow).toBe('answer 1');
  });

  test('behavior: a batch has at most the maximum size; the other items keep their order', async () => {
    const { call, batches, usersOf } = gatedBatcher({ maximum: 2 });
    const calls = [1, 2, 3, 4, 5].map((user) => call({ round: 'a', user }));
    for (const index of [0, 1, 2]) {
      await nextTurn();
      batches[index]?.finish();
    }
    await Promise.all(calls);
    expect([usersOf(0), usersOf(1), usersOf(2)]).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('behavior: two items with one key never share a batch, and the first goes first', async () => {
    const { call, batches, usersOf } = gatedBatcher();
    const calls = [7, 7, 8, 7].map((user) => call({ round: 'a', user }));
    for (const index of [0, 1, 2]) {
      await nextTurn();
      batches[index]?.finish();
    }
    await Promise.all(calls);
    expect([usersOf(0), usersOf(1), usersOf(2)]).toEqual([[7, 8], [7], [7]]);
  });

  test('behavior: when a batch fails all of its callers get the error, and the next batch runs', async () => {
    let works = 0;
    const { call } = gatedBatcher({
      work: async (items) => {
        works += 1;
        if (works === 1) throw new Error('connection lost');
        return items.map(({ user }) => `answer ${user}`);
      },
    });
    const failed = [1, 2].map((user) => call({ round: 'a', user }));
    const results = await Promise.allSettled([...failed, call({ round: 'a', user: 1 })]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(results[0]).toMatchObject({ reason: { message: 'connection lost' } });
  });

  test('behavior: an item without an answer is an error only for its own caller', async () => {
    const { call } = gatedBatcher({ work: async () => ['answer 1'] });
    const [answered, left] = await Promise.allSettled([call({ round: 'a', user: 1 }), call({ round: 'a', user: 2 })]);
    expect(answered).toEqual({ status: 'fulfilled', value: 'answer 1' });
    expect(left).toMatchObject({ reason: { message: 'the batch left an item without an answer' } });
  });

  test('behavior: a partition works again after its queue was empty', async () => {
    const { call, batches } = gatedBatcher();
    for (const index of [0, 1]) {
      const answer = call({ round: 'a', user: 1 });
      await nextTurn();
      batches[index]?.finish();
      expect(await answer).toBe('answer 1');
      await nextTurn();
    }
  });
});
