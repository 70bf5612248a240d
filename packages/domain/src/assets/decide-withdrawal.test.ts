import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smallestAmount, tokenAmount } from '../money/token-amount.ts';
import {
  decideWithdrawal,
  WITHDRAWAL_REFUSALS,
  type WithdrawalFacts,
  withdrawalAllowances,
} from './decide-withdrawal.ts';

const UNIT = 10n ** 18n;
const units = (amount: bigint) => tokenAmount(amount * UNIT);
const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const FACTS: WithdrawalFacts = {
  paused: false,
  forbiddenAddresses: [VAULT],
  limits: { perWithdrawal: units(100n), perUserDay: units(150n), perDay: units(3_000n), approvalAbove: units(50n) },
  userRequested: units(60n),
  userWithdrawn: units(60n),
  userRecharged: units(0n),
  othersNet: units(400n),
  available: units(80n),
  heldUntil: null,
  coolsUntil: null,
};

/** A fact that breaks each rule, with an amount; in checking order. */
const BROKEN: readonly (Partial<WithdrawalFacts> & { readonly amount?: bigint; readonly to?: string })[] = [
  { paused: true },
  { amount: 0n },
  { to: VAULT.toLowerCase() },
  { heldUntil: 1_700_000_000_000 },
  { coolsUntil: 1_700_000_000_000 },
  { userRequested: units(150n) },
  { available: units(0n) },
];

describe('decideWithdrawal', () => {
  test('default: an amount within every limit passes; above the bound it needs approval', () => {
    const decide = (amount: bigint) => decideWithdrawal({ amount: units(amount), to: RECIPIENT }, FACTS);
    expect(decide(50n)).toEqual({ ok: true, approvalNeeded: false });
    expect(decide(51n)).toEqual({ ok: true, approvalNeeded: true });
    const limits = { ...FACTS.limits, approvalAbove: null };
    expect(decideWithdrawal({ amount: units(51n), to: RECIPIENT }, { ...FACTS, limits })).toEqual({
      ok: true,
      approvalNeeded: false,
    });
  });

  test.each(WITHDRAWAL_REFUSALS.map((refusal, index) => ({ refusal, index })))(
    'behavior: $refusal is refused before all that follow it',
    ({ refusal, index }) => {
      const broken = Object.assign({}, ...BROKEN.slice(index));
      const { amount = 1n, to = RECIPIENT, ...facts } = broken;
      expect(decideWithdrawal({ amount: units(amount), to }, { ...FACTS, ...facts })).toMatchObject({
        ok: false,
        refusal,
      });
    },
  );

  test('behavior: names the first exceeded limit with its remaining amount', () => {
    const decide = (amount: bigint, facts: Partial<WithdrawalFacts> = {}) =>
      decideWithdrawal({ amount: units(amount), to: RECIPIENT }, { ...FACTS, available: units(5_000n), ...facts });
    expect(decide(101n)).toMatchObject({ details: { rule: 'per-withdrawal', limit: '100', left: '90' } });
    expect(decide(91n)).toMatchObject({ details: { rule: 'per-user-day', limit: '150', left: '90' } });
    const crowded = { othersNet: units(3_001n) };
    expect(decide(90n, crowded)).toMatchObject({ details: { rule: 'per-day', limit: '3000', left: '0' } });
    // A tenth of 1,000 that others leave is 100, of which 60 are withdrawn.
    const busy = { othersNet: units(2_000n) };
    expect(decide(40n, busy)).toMatchObject({ ok: true });
    expect(decide(41n, busy)).toMatchObject({ details: { rule: 'share-of-day', limit: '100', left: '40' } });
  });

  test('behavior: a wallet may withdraw its recharges again, even when others have used up the day', () => {
    const use = { ...FACTS, othersNet: units(3_000n), userWithdrawn: units(60n), userRecharged: units(70n) };
    const leftOf = (rule: string) => withdrawalAllowances(FACTS.limits, use).find((each) => each.rule === rule)?.left;
    expect([leftOf('per-day'), leftOf('share-of-day')]).toEqual([units(10n), units(10n)]);
  });

  test('behavior: sixty wallets of an attacker leave something to everyone after them', () => {
    let gone = 0n;
    for (let wallet = 0; wallet < 60; wallet += 1) {
      const use = { ...FACTS, userRequested: units(0n), userWithdrawn: units(0n), othersNet: tokenAmount(gone) };
      const limits = { ...FACTS.limits, perWithdrawal: FACTS.limits.perDay, perUserDay: FACTS.limits.perDay };
      gone += smallestAmount(limits.perDay, ...withdrawalAllowances(limits, use).map((each) => each.left));
    }
    // 0.9 ^ 60 of the day's 3,000.
    expect(FACTS.limits.perDay - gone).toBeGreaterThan(5n * UNIT);
  });

  test('property: what passes keeps every limit, and one base unit less passes too', () => {
    const amounts = fc.bigInt({ min: 2n, max: 200n * UNIT });
    fc.assert(
      fc.property(amounts, amounts, amounts, (amount, withdrawn, recharged) => {
        const request = { amount: tokenAmount(amount), to: RECIPIENT };
        const use = { userWithdrawn: tokenAmount(withdrawn), userRecharged: tokenAmount(recharged) };
        const facts = { ...FACTS, ...use, othersNet: units(2_500n) };
        if (!decideWithdrawal(request, facts).ok) return;
        const { limits, available, userRequested, othersNet } = facts;
        expect(amount <= limits.perWithdrawal && amount <= available).toBe(true);
        expect(userRequested + amount <= limits.perUserDay).toBe(true);
        const ownNet = withdrawn + amount - recharged;
        expect(othersNet + ownNet <= limits.perDay).toBe(true);
        expect(ownNet * 10n <= limits.perDay - othersNet).toBe(true);
        expect(decideWithdrawal({ ...request, amount: tokenAmount(amount - 1n) }, facts).ok).toBe(true);
      }),
    );
  });
});
