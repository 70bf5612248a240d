import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { floorShare } from '../money/division.ts';
import { type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { autoMintRisk, decideAsFirst } from './auto-mint-risk.ts';
import { settleFailed } from './settle-failed.ts';

const JU = 10n ** 18n;
const ju = (amount: number) => tokenAmount(BigInt(amount) * JU);
const ROUND = { quota: ju(1_000), minimum: ju(10), walletMaximum: ZERO, maximumLoss: ju(30) };
const SETTINGS = { keep: ZERO, perRoundMaximum: ju(100), stopAfterLosses: 0, parallelRounds: 1 };

const riskOf = (available: TokenAmount, settings: Partial<typeof SETTINGS> = {}) =>
  autoMintRisk(ROUND, { available, failedRounds: 0, settings: { ...SETTINGS, ...settings } }, 30);

describe('autoMintRisk', () => {
  test('one round at a time loses the share of one round, thirty times', () => {
    expect(riskOf(ju(1_000))).toEqual({ atATime: ju(3), failedRounds: 30, left: ju(910) });
  });

  test('two rounds at a time can lose both', () => {
    expect(riskOf(ju(1_000), { parallelRounds: 2 }).atATime).toBe(ju(6));
    expect(riskOf(ju(150), { parallelRounds: 2 }).atATime).toBe(tokenAmount((9n * JU) / 2n));
  });

  test('without a limit of rounds everything above `keep` can be lost at a time', () => {
    expect(riskOf(ju(5_000), { parallelRounds: 0, keep: ju(1_000) }).atATime).toBe(ju(120));
  });

  test('ends at its limit of failed rounds, those that failed before included', () => {
    expect(riskOf(ju(1_000), { stopAfterLosses: 3 })).toMatchObject({ failedRounds: 3, left: ju(991) });
    const start = { available: ju(1_000), failedRounds: 2, settings: { ...SETTINGS, stopAfterLosses: 3 } };
    expect(autoMintRisk(ROUND, start, 30)).toMatchObject({ failedRounds: 1, left: ju(997) });
    expect(riskOf(ju(1_000), { stopAfterLosses: 3, parallelRounds: 2 })).toMatchObject({ failedRounds: 4 });
  });

  test('loses nothing where it cannot join', () => {
    expect(riskOf(ju(9))).toEqual({ atATime: ZERO, failedRounds: 0, left: ju(9) });
  });

  test('property: failed rounds without a reserve lose no more than it says, and almost as much', () => {
    const cases = fc.record({
      ...{ quota: fc.bigInt(JU, 10n ** 24n), lossBps: fc.nat(1_000), available: fc.bigInt(0n, 10n ** 24n) },
      ...{ keep: fc.bigInt(0n, 10n ** 24n), maximum: fc.bigInt(0n, 10n ** 24n), stop: fc.nat(5) },
    });
    fc.assert(
      fc.property(cases, ({ quota, lossBps, available, keep, maximum, stop }) => {
        const whole = tokenAmount(quota);
        const round = { ...ROUND, quota: whole, maximumLoss: floorShare(whole, lossBps) };
        const settings = { ...SETTINGS, keep: tokenAmount(keep), perRoundMaximum: tokenAmount(maximum) };
        const start = { failedRounds: 0, settings: { ...settings, stopAfterLosses: stop } };
        const risk = autoMintRisk(round, { ...start, available: tokenAmount(available) }, 30);
        let [left, failedRounds] = [tokenAmount(available), 0];
        for (; failedRounds < 30; failedRounds += 1) {
          const decision = decideAsFirst(round, { ...start, failedRounds, available: left });
          if (decision.kind !== 'joined') break;
          const loss = lossOf(decision.accepted, lossBps);
          expect(loss).toBeLessThanOrEqual(risk.atATime);
          left = tokenAmount(left - loss);
        }
        expect(risk.failedRounds).toBeLessThanOrEqual(failedRounds);
        if (risk.failedRounds < failedRounds) return;
        expect(risk.left).toBeLessThanOrEqual(left);
        expect(left - risk.left).toBeLessThanOrEqual(failedRounds);
      }),
    );
  });
});

/** The loss of a round that failed with this one order, without a reserve. */
function lossOf(amount: TokenAmount, lossBps: number): TokenAmount {
  const terms = { lossBps, reserveDrawBps: 0, compensationTimesBps: 0 };
  const orders = [{ rank: 1, amount, inviter: null, inviterQualified: false, late: false }];
  return settleFailed({ terms, reserve: { balance: ZERO, cap: ZERO }, orders }).totals.loss;
}
