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
      };
      const shown = previewJoin({ ...state, filled: before }, { amount: mine, alreadyJoined: ZERO }).minted;
      const result = settleRound({
        terms,
        reserve: { balance: ZERO, cap: terms.quota },
        emission: { remaining },
        orders: ordersOf(before > 0n ? [before, mine] : [mine]),
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
      fc.record({ balance: amounts(10n ** 24n), before: fc.nat(5_000), mine: fc.integer({ min: 1, max: 4_000 }) }),
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 6 }),
    );
    holds(cases, ([anyRound, { balance, before, mine }, pieces]) => {
      const terms = { ...anyRound, quota: tokenAmount(anyRound.quota * 10_000n), walletMaximum: ZERO };
      const unit = anyRound.quota;
      const filled = tokenAmount(unit * BigInt(before));
      const amount = tokenAmount(unit * BigInt(mine));
      const state = { terms, filled, orders: 1, reserve: { balance }, emission: { remaining: ZERO } };
      const preview = previewJoin(state, { amount, alreadyJoined: ZERO });
      for (const shown of preview.failed) {
        const later = tokenAmount(
          shown.position === 'last-to-join' ? 0n : floorShare(terms.quota, shown.stopsAtBps) - filled - amount,
        );
        const settledWith = (after: TokenAmount[]) => {
          const first = filled > 0n ? [filled] : [];
          const rest = after.filter((piece) => piece > 0n);
          const emission = { remaining: ZERO };
          const result = settleRound({
            terms,
            reserve: { balance, cap: ZERO },
            emission,
            orders: ordersOf([...first, amount, ...rest]),
          });
          if (result.outcome !== 'failed') throw new Error('expected a failed round');
          return result.orders[first.length];
        };
        const { refund, loss, compensation, hashPower } = shown;
        expect(settledWith([later])).toMatchObject({ refund, loss, compensation, hashPower });
        const truth = settledWith(cut(later, pieces));
        expect(truth).toMatchObject({ refund, loss });
        expect(truth?.compensation).toBeGreaterThanOrEqual(compensation);
        expect(loss).toBe(preview.maximumLoss);
      }
    });
  });
});

function ordersOf(list: readonly TokenAmount[]) {
  return list.map((amount, index) => ({ rank: index + 1, amount, inviter: null, inviterQualified: false }));
}

/** Cuts the total into pieces; what the percentages leave is the last one. */
function cut(total: TokenAmount, percents: readonly number[]): TokenAmount[] {
  let left: bigint = total;
  const pieces = percents.map((percent) => {
    const piece = (left * BigInt(percent)) / 100n;
    left -= piece;
    return tokenAmount(piece);
  });
  return [...pieces, tokenAmount(left)];
}
