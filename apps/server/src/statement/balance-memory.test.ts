import { describe, expect, test } from 'vitest';
import { createBalanceMemory } from './balance-memory.ts';

const FINAL_UNTIL = 100;

/** Balances of wallets in a fake ledger whose number of transfers is `later`, and a record of the reads. */
function standIn(settings = {}) {
  const state = { later: 0n, asked: [] as string[] };
  const balancesAt = createBalanceMemory(async ({ userId, bounds }) => {
    state.asked.push(`${userId}: ${bounds}`);
    const points = bounds.map((at) => ({ at, JU: userId + state.later, FMC: BigInt(at) }));
    return { points, finalUntil: FINAL_UNTIL };
  }, settings);
  return { state, balancesAt };
}

describe('the cache of balances', () => {
  test('default: reads final balances of a wallet once, the others each time', async () => {
    const { state, balancesAt } = standIn();
    const bounds = [98, 99, 100, 200];
    await balancesAt({ userId: 1n, bounds });
    state.later = 5n;
    expect(await balancesAt({ userId: 1n, bounds })).toEqual([
      { at: 98, JU: 1n, FMC: 98n },
      { at: 99, JU: 1n, FMC: 99n },
      { at: 100, JU: 6n, FMC: 100n },
      { at: 200, JU: 6n, FMC: 200n },
    ]);
    expect(state.asked).toEqual(['1: 98,99,100,200', '1: 100,200']);
  });

  test('behavior: each wallet has its own balances', async () => {
    const { state, balancesAt } = standIn();
    await balancesAt({ userId: 1n, bounds: [10, 20] });
    expect(await balancesAt({ userId: 2n, bounds: [10, 20] })).toEqual([
      { at: 10, JU: 2n, FMC: 10n },
      { at: 20, JU: 2n, FMC: 20n },
    ]);
    expect(state.asked).toEqual(['1: 10,20', '2: 10,20']);
  });

  test('behavior: reads nothing if all are cached, and only a missing time in between', async () => {
    const { state, balancesAt } = standIn();
    await balancesAt({ userId: 1n, bounds: [10, 30] });
    await balancesAt({ userId: 1n, bounds: [10, 30] });
    expect((await balancesAt({ userId: 1n, bounds: [10, 20, 30] })).map(({ at }) => at)).toEqual([10, 20, 30]);
    expect(state.asked).toEqual(['1: 10,30', '1: 20']);
  });

  test('behavior: evicts the least recently used', async () => {
    const { state, balancesAt } = standIn({ most: 2 });
    await balancesAt({ userId: 1n, bounds: [10, 20] });
    await balancesAt({ userId: 1n, bounds: [10] });
    await balancesAt({ userId: 1n, bounds: [30] });
    await balancesAt({ userId: 1n, bounds: [10, 20, 30] });
    expect(state.asked).toEqual(['1: 10,20', '1: 30', '1: 20']);
  });
});
