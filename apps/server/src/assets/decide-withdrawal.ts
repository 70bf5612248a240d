import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type Address, isAddressEqual } from 'viem';
import type { WithdrawalRefusal, WithdrawalRequest } from './withdrawal-request.ts';

/** What may leave, in base units of one currency; a day is any 24 hours. */
export type WithdrawalLimits = {
  readonly perWithdrawal: TokenAmount;
  readonly perUserDay: TokenAmount;
  readonly perDay: TokenAmount;
  /** Above it the operator approves; null = none needs it. */
  readonly approvalAbove: TokenAmount | null;
};

/** What a withdrawal is decided by, all of it read under one lock. */
export type WithdrawalFacts = {
  readonly paused: boolean;
  /** Where money would be lost or go round in circles: the zero address, our contracts. */
  readonly forbiddenAddresses: readonly Address[];
  readonly limits: WithdrawalLimits;
  /** Asked for in the last 24 hours and not given back. */
  readonly userDay: TokenAmount;
  readonly everyoneDay: TokenAmount;
  readonly available: TokenAmount;
  /** Until when nothing goes to this address because it is new to the user, in UTC milliseconds; null = it may. */
  readonly heldUntil: number | null;
};

export type WithdrawalDecision =
  | { readonly ok: true; readonly approvalNeeded: boolean }
  | { readonly ok: false; readonly refusal: WithdrawalRefusal; readonly details: Readonly<Record<string, string>> };

/** Whether a withdrawal is taken, and whether it waits for the operator; refusals in the order of WITHDRAWAL_REFUSALS. */
export function decideWithdrawal({ amount, to }: WithdrawalRequest, facts: WithdrawalFacts): WithdrawalDecision {
  if (facts.paused) return refuse('withdrawals-paused', {});
  if (amount === 0n) return refuse('amount-not-positive', { field: 'amount' });
  if (facts.forbiddenAddresses.some((address) => isAddressEqual(address, to))) {
    return refuse('address-not-allowed', { field: 'to' });
  }
  if (facts.heldUntil !== null) {
    return refuse('address-on-hold', { field: 'to', until: String(facts.heldUntil) });
  }
  const broken = brokenLimit(amount, facts);
  if (broken !== undefined) return refuse('limit-exceeded', { field: 'amount', ...broken });
  if (amount > facts.available) {
    return refuse('amount-over-available', { field: 'amount', limit: formatAmount(facts.available) });
  }
  const { approvalAbove } = facts.limits;
  return { ok: true, approvalNeeded: approvalAbove !== null && amount > approvalAbove };
}

/** The first limit that the amount would break: its name, its figure, and how much of it is left. */
function brokenLimit(
  amount: TokenAmount,
  { limits, userDay, everyoneDay }: WithdrawalFacts,
): { rule: string; limit: string; left: string } | undefined {
  const rules = [
    { rule: 'per-withdrawal', limit: limits.perWithdrawal, used: 0n },
    { rule: 'per-user-day', limit: limits.perUserDay, used: userDay },
    { rule: 'per-day', limit: limits.perDay, used: everyoneDay },
  ];
  const broken = rules.find(({ limit, used }) => used + amount > limit);
  if (broken === undefined) return undefined;
  const left = tokenAmount(broken.used < broken.limit ? broken.limit - broken.used : 0n);
  return { rule: broken.rule, limit: formatAmount(broken.limit), left: formatAmount(left) };
}

function refuse(refusal: WithdrawalRefusal, details: Readonly<Record<string, string>>): WithdrawalDecision {
  return { ok: false, refusal, details };
}
