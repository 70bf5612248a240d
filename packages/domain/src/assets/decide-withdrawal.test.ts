import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { decideWithdrawal, WITHDRAWAL_REFUSALS, type WithdrawalFacts } from './decide-withdrawal.ts';

const UNIT = 10n ** 18n;
const units = (amount: bigint) => tokenAmount(amount * UNIT);
const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const FACTS: WithdrawalFacts = {
  paused: false,
  forbiddenAddresses: [VAULT],
  limits: { perWithdrawal: units(100n), perUserDay: units(150n), perDay: units(1_000n), approvalAbove: units(50n) },
  userDay: units(60n),
  everyoneDay: units(400n),
  available: units(80n),
  heldUntil: null,
};

/** A fact that breaks each rule, with an amount; in checking order. */
const BROKEN: readonly (Partial<WithdrawalFacts> & { readonly amount?: bigint; readonly to?: string })[] = [
  { paused: true },
  { amount: 0n },
  { to: VAULT.toLowerCase() },
  { heldUntil: 1_700_000_000_000 },
  { userDay: units(150n) },
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

  test('behavior: the first exceeded limit is named with what is left of it', () => {
    const decide = (amount: bigint, facts: Partial<WithdrawalFacts> = {}) =>
      decideWithdrawal({ amount: units(amount), to: RECIPIENT }, { ...FACTS, available: units(5_000n), ...facts });
    expect(decide(101n)).toMatchObject({ details: { rule: 'per-withdrawal', limit: '100', left: '100' } });
    expect(decide(91n)).toMatchObject({ details: { rule: 'per-user-day', limit: '150', left: '90' } });
    const crowded = { everyoneDay: units(1_001n) };
    expect(decide(90n, crowded)).toMatchObject({ details: { rule: 'per-day', limit: '1000', left: '0' } });
  });

  test('property: what passes keeps every limit, and one base unit less passes too', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: 200n * UNIT }), (amount) => {
        const request = { amount: tokenAmount(amount), to: RECIPIENT };
        if (!decideWithdrawal(request, FACTS).ok) return;
        expect(amount <= FACTS.limits.perWithdrawal && amount <= FACTS.available).toBe(true);
        expect(FACTS.userDay + amount <= FACTS.limits.perUserDay).toBe(true);
        expect(FACTS.everyoneDay + amount <= FACTS.limits.perDay).toBe(true);
        expect(decideWithdrawal({ ...request, amount: tokenAmount(amount - 1n) }, FACTS).ok).toBe(true);
      }),
    );
  });
});
