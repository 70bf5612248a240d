import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amounts } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { tokenAmount, ZERO } from '../money/token-amount.ts';
import { type AutoMintSettings, type AutoMintUser, decideAutoMint } from './decide-auto-mint.ts';
import { decideJoin, JOIN_REFUSALS, type JoinRequest, type JoinRound } from './decide-join.ts';

const round: JoinRound = {
  state: 'open',
  now: 1_500,
  opensAt: 1_000,
  closesAt: 2_000,
  paused: false,
  termsHash: '0xaa',
  quota: tokenAmount(1_000n),
  minimum: tokenAmount(100n),
  walletMaximum: tokenAmount(500n),
  filled: tokenAmount(300n),
  orders: 4,
};
const request: JoinRequest = {
  consented: true,
  termsHash: '0xaa',
  amount: tokenAmount(200n),
  alreadyJoined: ZERO,
  available: tokenAmount(10_000n),
};

const amount = (units: bigint) => ({ amount: tokenAmount(units) });

describe('decideJoin', () => {
  test('default', () => expect(decideJoin(round, request)).toEqual({ ok: true, accepted: 200n, rank: 5 }));

  test.each<[string, Partial<JoinRound>, Partial<JoinRequest>, bigint]>([
    ['cut at the quota', { filled: tokenAmount(850n) }, {}, 150n],
    ['cut at the wallet maximum', {}, { alreadyJoined: tokenAmount(450n) }, 50n],
    ['no wallet maximum', { walletMaximum: ZERO }, amount(700n), 700n],
    ['the minimum itself', {}, amount(100n), 100n],
    ['the last order under the minimum', { filled: tokenAmount(970n) }, amount(30n), 30n],
    ['all that is available', {}, { available: tokenAmount(200n) }, 200n],
    ['at the opening', { now: 1_000 }, {}, 200n],
  ])('behavior: %s', (...[, changedRound, changedRequest, accepted]) => {
    const decision = decideJoin({ ...round, ...changedRound }, { ...request, ...changedRequest });
    expect(decision).toEqual({ ok: true, accepted, rank: 5 });
  });

  /** What makes each refusal apply, in the order of docs/money-rules.md#4-join. */
  const causes: [(typeof JOIN_REFUSALS)[number], Partial<JoinRound>, Partial<JoinRequest>][] = [
    ['region-not-allowed', {}, { isBarred: true }],
    ['consent-required', {}, { consented: false }],
    ['joins-paused', { paused: true }, {}],
    ['round-not-open', { state: 'scheduled' }, {}],
    ['round-full', { filled: tokenAmount(1_000n) }, {}],
    ['terms-changed', {}, { termsHash: '0xbb' }],
    ['amount-not-positive', {}, amount(0n)],
    ['below-minimum', {}, amount(99n)],
    ['wallet-maximum-reached', {}, { alreadyJoined: tokenAmount(500n) }],
    ['insufficient-balance', {}, { available: tokenAmount(99n) }],
  ];

  test('the refusals of section 4, in its order', () => {
    expect(causes.map(([refusal]) => refusal)).toEqual([...JOIN_REFUSALS]);
  });

  test.each(causes)('behavior: %s', (refusal, changedRound, changedRequest) => {
    const decision = decideJoin({ ...round, ...changedRound }, { ...request, ...changedRequest });
    expect(decision).toEqual({ ok: false, refusal });
  });

  test('property: of all reasons together, the first in order is named', () => {
    holds(fc.subarray(causes, { minLength: 1 }), (some) => {
      const worst = some.toReversed().reduce(
        (so, [, changedRound, changedRequest]) => ({
          round: { ...so.round, ...changedRound },
          request: { ...so.request, ...changedRequest },
        }),
        { round, request },
      );
      const first = some[0]?.[0];
      expect(decideJoin(worst.round, worst.request)).toEqual({ ok: false, refusal: first });
    });
  });

  test.each<[string, Partial<JoinRound>, string]>([
    ['before the window', { now: 999 }, 'round-not-open'],
    ['when the window closes', { now: 2_000 }, 'round-not-open'],
    ['a full round says so', { state: 'full' }, 'round-full'],
    ['and after its window too', { state: 'full', now: 2_000 }, 'round-full'],
    ['failed', { state: 'failed' }, 'round-not-open'],
    ['a unit over the balance', {}, 'insufficient-balance'],
  ])('behavior: %s', (_, changed, refusal) => {
    const available = tokenAmount(refusal === 'insufficient-balance' ? 199n : 200n);
    expect(decideJoin({ ...round, ...changed }, { ...request, available })).toEqual({ ok: false, refusal });
  });

  test('property: ranks have no gap, the quota and the wallet maximum hold, a refusal changes nothing', () => {
    const joins = fc.array(fc.record({ wallet: fc.nat(4), asked: amounts(400n) }), { maxLength: 60 });
    const rounds = fc.record({ quota: amounts(2_000n, 1n), walletMaximum: amounts(600n), minimumBps: fc.nat(10_000) });
    holds(fc.tuple(joins, rounds), ([requests, { quota, walletMaximum, minimumBps }]) => {
      const minimum = tokenAmount((quota * BigInt(minimumBps)) / 10_000n);
      const balances = new Map<number, bigint>();
      const joined = new Map<number, bigint>();
      const ranks: number[] = [];
      let filled = 0n;
      for (const { wallet, asked } of requests) {
        const available = balances.get(wallet) ?? 1_000n;
        const already = joined.get(wallet) ?? 0n;
        const decision = decideJoin(
          { ...round, quota, walletMaximum, minimum, filled: tokenAmount(filled), orders: ranks.length },
          { ...request, amount: asked, alreadyJoined: tokenAmount(already), available: tokenAmount(available) },
        );
        if (!decision.ok) continue;
        expect(decision.accepted).toBeGreaterThan(0n);
        expect(decision.accepted).toBeLessThanOrEqual(asked);
        filled += decision.accepted;
        balances.set(wallet, available - decision.accepted);
        joined.set(wallet, already + decision.accepted);
        ranks.push(decision.rank);
      }
      expect(filled).toBeLessThanOrEqual(quota);
      expect(ranks).toEqual(ranks.map((_, index) => index + 1));
      for (const balance of balances.values()) expect(balance).toBeGreaterThanOrEqual(0n);
      if (walletMaximum > 0n) for (const sum of joined.values()) expect(sum).toBeLessThanOrEqual(walletMaximum);
      expect([...balances.values()].reduce((sum, left) => sum + 1_000n - left, 0n)).toBe(filled);
    });
  });
});

describe('decideAutoMint', () => {
  const user: AutoMintUser = {
    consented: true,
    alreadyJoined: ZERO,
    available: tokenAmount(400n),
    failedRounds: 0,
    unsettledOrders: 0,
  };
  const settings: AutoMintSettings = {
    enabled: true,
    keep: ZERO,
    perRoundMaximum: ZERO,
    stopAfterLosses: 0,
    parallelRounds: 1,
  };

  test('default: the whole available balance', () => {
    expect(decideAutoMint(round, user, settings)).toEqual({ kind: 'joined', accepted: 400n, rank: 5 });
  });

  test.each<[string, Partial<AutoMintSettings>, Partial<AutoMintUser>, object]>([
    ['off', { enabled: false }, {}, { kind: 'skipped', reason: 'auto-mint-off' }],
    ['keeps', { keep: tokenAmount(150n) }, {}, { kind: 'joined', accepted: 250n, rank: 5 }],
    ['keeps all', { keep: tokenAmount(400n) }, {}, { kind: 'skipped', reason: 'nothing-above-keep' }],
    ['keeps more than all', { keep: tokenAmount(900n) }, {}, { kind: 'skipped', reason: 'nothing-above-keep' }],
    ['per round', { perRoundMaximum: tokenAmount(120n) }, {}, { kind: 'joined', accepted: 120n, rank: 5 }],
    ['under the minimum', { keep: tokenAmount(301n) }, {}, { kind: 'skipped', reason: 'below-minimum' }],
    ['no consent', {}, { consented: false }, { kind: 'skipped', reason: 'consent-required' }],
    ['in a round', {}, { unsettledOrders: 1 }, { kind: 'skipped', reason: 'already-in-a-round' }],
    [
      'in fewer rounds than it may',
      { parallelRounds: 3 },
      { unsettledOrders: 2 },
      { kind: 'joined', accepted: 400n, rank: 5 },
    ],
    [
      'in as many rounds as it may',
      { parallelRounds: 3 },
      { unsettledOrders: 3 },
      { kind: 'skipped', reason: 'already-in-a-round' },
    ],
    [
      'in any number of rounds',
      { parallelRounds: 0 },
      { unsettledOrders: 9 },
      { kind: 'joined', accepted: 400n, rank: 5 },
    ],
    ['after its losses', { stopAfterLosses: 2 }, { failedRounds: 2 }, { kind: 'turned-off' }],
    ['before its losses', { stopAfterLosses: 2 }, { failedRounds: 1 }, { kind: 'joined', accepted: 400n, rank: 5 }],
    ['never', { stopAfterLosses: 0 }, { failedRounds: 99 }, { kind: 'joined', accepted: 400n, rank: 5 }],
  ])('behavior: %s', (...[, changedSettings, changedUser, decision]) => {
    expect(decideAutoMint(round, { ...user, ...changedUser }, { ...settings, ...changedSettings })).toEqual(decision);
  });

  test('property: never uses the amount to keep', () => {
    const cases = fc.record({ available: amounts(2_000n), keep: amounts(2_000n), perRoundMaximum: amounts(2_000n) });
    holds(cases, ({ available, ...some }) => {
      const decision = decideAutoMint(
        { ...round, walletMaximum: ZERO },
        { ...user, available },
        { ...settings, ...some },
      );
      if (decision.kind !== 'joined') return;
      expect(available - decision.accepted).toBeGreaterThanOrEqual(some.keep);
      if (some.perRoundMaximum > 0n) expect(decision.accepted).toBeLessThanOrEqual(some.perRoundMaximum);
    });
  });
});
