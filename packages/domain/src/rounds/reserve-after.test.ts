import { describe, expect, it } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { reserveDrawnBefore } from './reserve-after.ts';

const round = (quota: bigint, lossBps: number, reserveDrawBps: number) => ({
  quota: tokenAmount(quota),
  lossBps,
  reserveDrawBps,
});

describe('reserveDrawnBefore', () => {
  const last = round(1n, 0, 0);

  it.each([
    { name: 'no round', reserve: 100n, rounds: [], drawn: 0n },
    { name: 'a round whose losses are covered', reserve: 1_000n, rounds: [round(1_000n, 300, 5_000)], drawn: 30n },
    { name: 'a round with more losses than its share', reserve: 40n, rounds: [round(1_000n, 300, 5_000)], drawn: 20n },
    {
      name: 'each round gets its share of what is left',
      reserve: 41n,
      rounds: [round(1_000n, 300, 5_000), round(1_000n, 300, 5_000)],
      drawn: 30n,
    },
    { name: 'a round that may draw nothing', reserve: 40n, rounds: [round(1_000n, 300, 0)], drawn: 0n },
  ])('$name', ({ reserve, rounds, drawn }) => {
    expect(reserveDrawnBefore(tokenAmount(reserve), [...rounds, last]).at(-1)).toBe(drawn);
  });

  it('returns it for each round, the first of which has none before it', () => {
    const rounds = [round(1_000n, 300, 5_000), round(1_000n, 300, 5_000), last];
    expect(reserveDrawnBefore(tokenAmount(41n), rounds)).toEqual([0n, 20n, 30n]);
    expect(reserveDrawnBefore(tokenAmount(41n), [])).toEqual([]);
  });
});
