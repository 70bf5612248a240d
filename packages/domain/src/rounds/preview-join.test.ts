import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amounts, terms as anyTerms } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { floorShare } from '../money/division.ts';
import { type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { type PreviewRound, previewJoin } from './preview-join.ts';
import { settleRound } from './settle-round.ts';

const [sample] = fc.sample(anyTerms, { numRuns: 1, seed: 3 });
if (sample === undefined) throw new Error('no sample');
const round: PreviewRound = {
  terms: {
    ...sample,
    quota: tokenAmount(10_000n),
    walletMaximum: ZERO,
    mintFeeBps: 100,
    lossBps: 1_000,
    mintAmount: tokenAmount(50_000n),
    stageBps: [4_000, 3_000, 3_000],
    reserveDrawBps: 5_000,
    compensationTimesBps: 20_000,
  },
  filled: tokenAmount(3_000n),
  orders: 6,
  reserve: { balance: tokenAmount(500n) },
  emission: { remaining: tokenAmount(1_000_000n) },
  late: false,
};
const request = { amount: tokenAmount(2_000n), alreadyJoined: ZERO };

describe('previewJoin', () => {
  test('default', () => {
    expect(previewJoin(round, request)).toEqual({
      accepted: 2_000n,
      rank: 7,
      minted: { principal: 1_980n, fee: 20n, stages: [4_000n, 3_000n, 3_000n], total: 10_000n },
      failed: [
        // 5000 of 10000 are in with this order: it would be the last.
        { stopsAtBps: 4_000, position: 'last-to-join', refund: 1_800n, loss: 200n, compensation: 200n, hashPower: 0n },
        // 2000 more join, lose 200 and are compensated first: 50 of the 250 are left.
        {
          stopsAtBps: 7_000,
          position: 'later-orders-first',
          refund: 1_800n,
          loss: 200n,
          compensation: 50n,
          hashPower: 300n,
        },
        {
          stopsAtBps: 9_900,
          position: 'later-orders-first',
          refund: 1_800n,
          loss: 200n,
          compensation: 0n,
          hashPower: 400n,
        },
      ],
      maximumLoss: 200n,
      coverageBps: 2_500,
    });
  });

  test('behavior: everyone else is compensated before a late order', () => {
    const rich = { ...round, reserve: { balance: tokenAmount(1_000n) } };
    const { failed } = previewJoin({ ...rich, late: true }, request);
    // 300 of the 500 go to the 3000 that are in, 200 are left; at 70 % another 2000 take these.
    expect(failed.map(({ position, compensation }) => [position, compensation])).toEqual([
      ['all-others-first', 200n],
      ['all-others-first', 0n],
      ['all-others-first', 0n],
    ]);
    expect(previewJoin(rich, request).failed[0]).toMatchObject({ position: 'last-to-join', compensation: 200n });
  });

  test('behavior: an order that fills the round says that it cannot fail', () => {
    const { accepted, failed } = previewJoin(round, { ...request, amount: tokenAmount(9_000n) });
    expect(accepted).toBe(7_000n);
    expect(failed.map(({ position }) => position)).toEqual(['cannot-happen', 'cannot-happen', 'cannot-happen']);
  });

  test('behavior: full coverage without a loss or with reserve enough', () => {
    const withoutLoss = { ...round, terms: { ...round.terms, lossBps: 0 } };
    expect(previewJoin(withoutLoss, request)).toMatchObject({ maximumLoss: 0n, coverageBps: 10_000 });
    const rich = { ...round, reserve: { balance: tokenAmount(1_000_000n) } };
    expect(previewJoin(rich, request).coverageBps).toBe(10_000);
  });

  test('property: the success shown is the one that a settlement then pays', () => {
    const cases = fc.tuple(anyTerms, amounts(10n ** 24n), fc.integer({ min: 1, max: 10_000 }));
    holds(cases, ([terms, remaining, bps]) => {
      const mine = tokenAmount((terms.quota * BigInt(bps) + 9_999n) / 10_000n);
      const before = tokenAmount(terms.quota - mine);
      const state = {
        terms: { ...terms, walletMaximum: ZERO },
        orders: 1,
        reserve: { balance: ZERO },
        emission: { remaining },
        late: false,
      };
      const shown = previewJoin({ ...state, filled: before }, { amount: mine, alreadyJoined: ZERO }).minted;
      const result = settleRound({
        terms,
        reserve: { balance: ZERO, cap: terms.quota },
        emission: { remaining },
        orders: ordersOf(before > 0n ? [before, mine] : [mine]),
        cancelled: false,
      });
      if (result.outcome !== 'minted') throw new Error('expected a minted round');
      const paid = result.orders.at(-1);
      expect(shown).toMatchObject({ principal: paid?.principal, fee: paid?.fee });
      for (const [stage, amount] of shown.stages.entries()) {
        const more = (paid?.stages[stage] ?? ZERO) - amount;
        expect([0n, 1n]).toContain(more);
      }
    });
  });

  test('property: a failure is never worse than shown, and exactly so when one order follows', () => {
    const cases = fc.tuple(
      anyTerms,
      fc.record({
        balance: amounts(10n ** 24n),
        before: fc.nat(5_000),
        mine: fc.integer({ min: 1, max: 4_000 }),
        late: fc.boolean(),
      }),
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 }),
    );
    holds(cases, ([anyRound, { balance, before, mine, late }, pieces]) => {
      const terms = { ...anyRound, quota: tokenAmount(anyRound.quota * 10_000n), walletMaximum: ZERO };
      const unit = anyRound.quota;
      const filled = tokenAmount(unit * BigInt(before));
      const amount = tokenAmount(unit * BigInt(mine));
      const state = { terms, filled, orders: 1, reserve: { balance }, emission: { remaining: ZERO }, late };
      const preview = previewJoin(state, { amount, alreadyJoined: ZERO });
      for (const shown of preview.failed) {
        const later = tokenAmount(
          filled + amount >= floorShare(terms.quota, shown.stopsAtBps)
            ? 0n
            : floorShare(terms.quota, shown.stopsAtBps) - filled - amount,
        );
        const settledWith = (after: TokenAmount[]) => {
          const first = filled > 0n ? [filled] : [];
          const rest = after.filter((piece) => piece > 0n);
          const emission = { remaining: ZERO };
          const result = settleRound({
            terms,
            reserve: { balance, cap: ZERO },
            emission,
            orders: ordersOf([...first, amount, ...rest], late ? first.length + 1 : 0),
            cancelled: false,
          });
          if (result.outcome !== 'failed') throw new Error('expected a failed round');
          return result.orders[first.length];
        };
        const { refund, loss, compensation, hashPower } = shown;
        // A late order is compared with others that are not: those count as one order, and there may be two.
        const exact = settledWith([later]);
        if (late) expect((exact?.compensation ?? ZERO) - compensation).toBeLessThanOrEqual(1n);
        else expect(exact).toMatchObject({ refund, loss, compensation, hashPower });
        const truth = settledWith(cut(later, pieces));
        expect(truth).toMatchObject({ refund, loss });
        expect(truth?.compensation).toBeGreaterThanOrEqual(compensation);
        expect(loss).toBe(preview.maximumLoss);
      }
    });
  });
});

/** Orders of these amounts; the one of rank `lateRank` is late. */
function ordersOf(list: readonly TokenAmount[], lateRank = 0) {
  const order = { inviter: null, inviterQualified: false };
  return list.map((amount, index) => ({ ...order, rank: index + 1, amount, late: index + 1 === lateRank }));
}

/** Cuts the total into pieces; the last one is the rest after the percentages. */
function cut(total: TokenAmount, percents: readonly number[]): TokenAmount[] {
  let left: bigint = total;
  const pieces = percents.map((percent) => {
    const piece = (left * BigInt(percent)) / 100n;
    left -= piece;
    return tokenAmount(piece);
  });
  return [...pieces, tokenAmount(left)];
}
