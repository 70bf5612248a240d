import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { describe, expect, test } from 'vitest';
import type { SpansOrder } from '#platform/database/time-spans.ts';
import { createSpanMemory } from './span-memory.ts';

const FINAL_UNTIL = 100;

/** A fake wallet whose earnings in a span equal its milliseconds plus `state.later`; and a record of the spans read. */
function standIn(settings = {}) {
  const state = { later: 0, asked: [] as string[], finals: 0 };
  const read = async ({ userId, bounds }: SpansOrder) => {
    state.asked.push(`${userId}: ${bounds}`);
    const sums = bounds.slice(1).flatMap((to, span) => {
      const earned = to - (bounds[span] ?? 0) + state.later;
      return earned > 7 ? [{ span, kind: 'reward' as const, stage: null, amount: tokenAmount(BigInt(earned)) }] : [];
    });
    return { sums, toCache: 3 };
  };
  const finalUntil = async () => {
    state.finals += 1;
    return FINAL_UNTIL;
  };
  return { state, spansOf: createSpanMemory({ read, finalUntil }, settings) };
}

const amounts = ({ sums }: { readonly sums: readonly { readonly span: number; readonly amount: bigint }[] }) =>
  sums.map(({ span, amount }) => `${span}: ${amount}`);

describe('the cache of sums by span', () => {
  test('default: reads final sums once, the others each time', async () => {
    const { state, spansOf } = standIn();
    const order = { userId: 1n, bounds: [70, 80, 85, 100, 110] };
    expect(amounts(await spansOf(order))).toEqual(['0: 10', '2: 15', '3: 10']);
    state.later = 5;
    expect(amounts(await spansOf(order))).toEqual(['0: 10', '2: 15', '3: 15']);
    expect(state.asked).toEqual(['1: 70,80,85,100,110', '1: 100,110']);
  });

  test('behavior: if all are cached reads nothing, and reports nothing to cache', async () => {
    const { state, spansOf } = standIn();
    const order = { userId: 1n, bounds: [70, 80, 100] };
    expect((await spansOf(order)).toCache).toBe(3);
    expect(await spansOf(order)).toMatchObject({ toCache: 0 });
    expect(state.asked).toHaveLength(1);
  });

  test('behavior: caches each wallet and each span separately', async () => {
    const { state, spansOf } = standIn();
    await spansOf({ userId: 1n, bounds: [70, 80, 100] });
    expect(amounts(await spansOf({ userId: 2n, bounds: [70, 80] }))).toEqual(['0: 10']);
    expect(amounts(await spansOf({ userId: 1n, bounds: [70, 90, 100] }))).toEqual(['0: 20', '1: 10']);
    expect(amounts(await spansOf({ userId: 1n, bounds: [80, 100] }))).toEqual(['0: 20']);
    expect(state.asked).toEqual(['1: 70,80,100', '2: 70,80', '1: 70,90,100']);
  });

  test('behavior: does not ask for finality in a span that has not ended', async () => {
    const { state, spansOf } = standIn();
    const order = { userId: 1n, bounds: [70, 100, Date.now() + 60_000] };
    await spansOf(order);
    await spansOf(order);
    expect(state.finals).toBe(1);
    expect(state.asked).toHaveLength(2);
  });

  test('behavior: evicts the least recently used', async () => {
    const { state, spansOf } = standIn({ most: 1 });
    await spansOf({ userId: 1n, bounds: [70, 80] });
    await spansOf({ userId: 1n, bounds: [80, 90] });
    await spansOf({ userId: 1n, bounds: [70, 80] });
    expect(state.asked).toEqual(['1: 70,80', '1: 80,90', '1: 70,80']);
  });
});
