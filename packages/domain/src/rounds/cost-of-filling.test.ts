import { expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { costOfFilling } from './cost-of-filling.ts';

const UNIT = 10n ** 18n;

test.each([
  {
    name: '3 % of 1,000 JU for 5,000 FMC',
    quota: 1_000n * UNIT,
    fee: 300,
    minted: 5_000n * UNIT,
    cost: 6n * 10n ** 15n,
  },
  { name: 'rounded up', quota: 100n * UNIT, fee: 100, minted: 3n * UNIT, cost: 333_333_333_333_333_334n },
  { name: 'nothing without a fee', quota: 1_000n * UNIT, fee: 0, minted: 1n, cost: 0n },
  { name: 'one base unit of FMC', quota: 1_000n * UNIT, fee: 10_000, minted: 1n, cost: 1_000n * UNIT * UNIT },
])('default: $name', ({ quota, fee, minted, cost }) => {
  const terms = { mintFeeBps: fee, mintAmount: tokenAmount(minted) };
  expect(costOfFilling({ firstQuota: tokenAmount(quota), terms })).toBe(cost);
});
