import { formatAmount } from '../money/amount-text.ts';
import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** Why a withdrawal is refused, in checking order. */
export const WITHDRAWAL_REFUSALS = [
  'withdrawals-paused',
  'amount-not-positive',
  'address-not-allowed',
  'address-on-hold',
  'limit-exceeded',
  'amount-over-available',
] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

/** How much may be withdrawn, in base units of one currency; a day is any 24 hours. */
export type WithdrawalLimits = {
  readonly perWithdrawal: TokenAmount;
  readonly perUserDay: TokenAmount;
  readonly perDay: TokenAmount;
  /** An operator approves amounts above it; null = none needs approval. */
  readonly approvalAbove: TokenAmount | null;
};

/** What a withdrawal is decided by, all of it read under one lock. */
export type WithdrawalFacts = {
  readonly paused: boolean;
  /** Where money would be lost or go round in circles: the zero address, the system's contracts. */
  readonly forbiddenAddresses: readonly string[];
  readonly limits: WithdrawalLimits;
  /** Requested in the last 24 hours and not returned, by this user and by all users. */
  readonly userDay: TokenAmount;
  readonly everyoneDay: TokenAmount;
  readonly available: TokenAmount;
  /** Until when nothing goes to this address because it is new to the user, in UTC milliseconds; null = it may. */
  readonly heldUntil: number | null;
};

/** A refusal's details name the field, and the limit in whole units or UTC milliseconds. */
export type WithdrawalDecision =
  | { readonly ok: true; readonly approvalNeeded: boolean }
  | { readonly ok: false; readonly refusal: WithdrawalRefusal; readonly details: Readonly<Record<string, string>> };

/**
 * Returns whether an amount (base units) may go to an address, and whether an operator has to approve it; else the
 * first refusal in the order of WITHDRAWAL_REFUSALS.
 */
export function decideWithdrawal(
  { amount, to }: { readonly amount: TokenAmount; readonly to: string },
  facts: WithdrawalFacts,
): WithdrawalDecision {
  if (facts.paused) return refuse('withdrawals-paused', {});
  if (amount === 0n) return refuse('amount-not-positive', { field: 'amount' });
  if (facts.forbiddenAddresses.some((address) => address.toLowerCase() === to.toLowerCase())) {
    return refuse('address-not-allowed', { field: 'to' });
  }
  if (facts.heldUntil !== null) {
    return refuse('address-on-hold', { field: 'to', until: String(facts.heldUntil) });
  }
  const exceeded = findExceededLimit(amount, facts);
  if (exceeded !== undefined) return refuse('limit-exceeded', { field: 'amount', ...exceeded });
  if (amount > facts.available) {
    return refuse('amount-over-available', { field: 'amount', limit: formatAmount(facts.available) });
  }
  const { approvalAbove } = facts.limits;
  return { ok: true, approvalNeeded: approvalAbove !== null && amount > approvalAbove };
}

/** The first limit that the amount would exceed: its name, its figure, and how much of it is left. */
function findExceededLimit(
  amount: TokenAmount,
  { limits, userDay, everyoneDay }: WithdrawalFacts,
): { rule: string; limit: string; left: string } | undefined {
  const rules = [
    { rule: 'per-withdrawal', limit: limits.perWithdrawal, used: 0n },
    { rule: 'per-user-day', limit: limits.perUserDay, used: userDay },
    { rule: 'per-day', limit: limits.perDay, used: everyoneDay },
  ];
  const exceeded = rules.find(({ limit, used }) => used + amount > limit);
  if (exceeded === undefined) return undefined;
  const left = tokenAmount(exceeded.used < exceeded.limit ? exceeded.limit - exceeded.used : 0n);
  return { rule: exceeded.rule, limit: formatAmount(exceeded.limit), left: formatAmount(left) };
}

function refuse(refusal: WithdrawalRefusal, details: Readonly<Record<string, string>>): WithdrawalDecision {
  return { ok: false, refusal, details };
}
