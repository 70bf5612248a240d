import { describe, expect, it } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { reserveDrawnBy } from './reserve-after.ts';

const round = (quota: bigint, lossBps: number, reserveDrawBps: number) => ({
  quota: tokenAmount(quota),
  lossBps,
  reserveDrawBps,
});

describe('reserveDrawnBy', () => {
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
    expect(reserveDrawnBy(tokenAmount(reserve), rounds)).toBe(drawn);
  });
});
