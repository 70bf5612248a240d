import * as fc from 'fast-check';
import type { Stages } from '../src/json/field-table.ts';
import { type TokenAmount, tokenAmount } from '../src/money/token-amount.ts';
import type { SettlementInput } from '../src/rounds/settlement.ts';
import { MAXIMUM_LOSS_BPS, MAXIMUM_MINT_FEE_BPS } from '../src/rounds/term-limits.ts';
import type { SettlementTerms, Terms } from '../src/rounds/terms.ts';

/** Amounts from 0 to `max`, small ones and edges as often as large ones. */
export function amounts(max: bigint, min = 0n): fc.Arbitrary<TokenAmount> {
  const nearMin = min + 20n < max ? min + 20n : max;
  return fc.oneof(fc.bigInt({ min, max }), fc.bigInt({ min, max: nearMin }), fc.constant(max)).map(tokenAmount);
}

const stageBps: fc.Arbitrary<Stages<number>> = fc
  .tuple(fc.nat(10_000), fc.nat(10_000))
  .map(([a, b]): Stages<number> => (a < b ? [a, b - a, 10_000 - b] : [b, a - b, 10_000 - a]));

const feeShares = fc.array(fc.nat(10_000), { minLength: 4, maxLength: 4 }).map((cuts) => {
  const [a = 0, b = 0, c = 0, d = 0] = cuts.toSorted((x, y) => x - y);
  return { referralBps: a, nodesBps: b - a, levelsBps: c - b, treasuryBps: d - c };
});

export const settlementTerms: fc.Arbitrary<SettlementTerms> = fc
  .record({
    quota: amounts(10n ** 24n, 1n),
    mintFeeBps: fc.nat(MAXIMUM_MINT_FEE_BPS),
    lossBps: fc.nat(MAXIMUM_LOSS_BPS),
    mintAmount: amounts(10n ** 24n, 1n),
    stageBps,
    shares: feeShares,
    reserveDrawBps: fc.nat(10_000),
    compensationTimesBps: fc.nat(100_000),
  })
  .map(({ shares, ...terms }) => ({ ...terms, ...shares }));

export const terms: fc.Arbitrary<Terms> = fc
  .tuple(
    settlementTerms,
    fc.record({
      city: fc.string({ minLength: 1, unit: 'grapheme' }),
      phase: fc.integer({ min: 1, max: 99 }),
      number: fc.integer({ min: 1, max: 999 }),
      opensAt: fc.nat(2_000_000_000),
      windowMs: fc.integer({ min: 1, max: 10_000_000 }),
      minimumBps: fc.nat(10_000),
      walletMaximum: amounts(10n ** 24n),
      lateBps: fc.nat(5_000),
      delays: fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 })),
    }),
  )
  .map(
    ([
      settlement,
      {
        windowMs,
        minimumBps,
        delays: [second, third],
        ...round
      },
    ]) => ({
      ...settlement,
      ...round,
      closesAt: round.opensAt + windowMs,
      minimum: tokenAmount((settlement.quota * BigInt(minimumBps)) / 10_000n),
      stageDelaysMs: [0, second, second + third],
    }),
  );

/** A round that is over, by chance full or not. */
export const settlementInputs: fc.Arbitrary<SettlementInput> = fc
  .record({
    terms: settlementTerms,
    balance: amounts(10n ** 24n),
    cap: amounts(10n ** 24n),
    remaining: amounts(10n ** 24n),
    orders: fc.array(
      fc.record({
        amount: amounts(10n ** 22n, 1n),
        inviter: fc.option(fc.constant('0x536b3216fdaeeb975729fae923d5a4fd12aabfe2')),
        inviterQualified: fc.boolean(),
        late: fc.boolean(),
      }),
      { maxLength: 25 },
    ),
    cancelled: fc.boolean(),
    missing: fc.oneof(fc.constant(0n), amounts(10n ** 22n)),
  })
  .map(({ terms, balance, cap, remaining, orders, cancelled, missing }) => {
    const filled = orders.reduce((sum, { amount }) => sum + amount, 0n);
    const quota = filled + missing === 0n ? 1n : filled + missing;
    return {
      terms: { ...terms, quota: tokenAmount(quota) },
      reserve: { balance, cap },
      emission: { remaining },
      orders: orders.map((order, index) => ({ rank: index + 1, ...order })),
      cancelled,
    };
  });
