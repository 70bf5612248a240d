import { formatAmount } from '../money/amount-text.ts';
import { floorShare } from '../money/division.ts';
import { smallestAmount, type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** Why a withdrawal is refused, in checking order. */
export const WITHDRAWAL_REFUSALS = [
  'withdrawals-paused',
  'amount-not-positive',
  'address-not-allowed',
  'address-on-hold',
  'withdrawals-cooling',
  'limit-exceeded',
  'amount-over-available',
] as const;
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number];

/** How much may be withdrawn, in base units of one currency; a day is any 24 hours. */
export type WithdrawalLimits = {
  readonly perWithdrawal: TokenAmount;
  readonly perUserDay: TokenAmount;
  /** For all users together, less the recharges of the same wallets. */
  readonly perDay: TokenAmount;
  /** Two operators approve amounts above it; null = none needs approval. */
  readonly approvalAbove: TokenAmount | null;
};

/** The most of what others leave of the day's limit of all users that one user withdraws, in bps. */
export const WITHDRAWAL_SHARE_BPS = 1_000;

/** So many withdrawals of one user within 30 days one operator may reject or cancel; each further one takes two. */
export const REJECTIONS_BY_ONE = 1;

/** What counts for the limits of a day: the last 24 hours of one currency, in base units. */
export type WithdrawalUse = {
  /** Requested by the user: not returned, or returned because every voucher expired unused. */
  readonly userRequested: TokenAmount;
  /** Requested by the user and not returned, and recharged by the user. */
  readonly userWithdrawn: TokenAmount;
  readonly userRecharged: TokenAmount;
  /** The same of all others, withdrawn less recharged: of each at least 0. */
  readonly othersNet: TokenAmount;
};

/** The facts that decide a withdrawal, all read under one lock. */
export type WithdrawalFacts = WithdrawalUse & {
  readonly paused: boolean;
  /** Where money would be lost or go round in circles: the zero address, the system's contracts. */
  readonly forbiddenAddresses: readonly string[];
  readonly limits: WithdrawalLimits;
  readonly available: TokenAmount;
  /** Until when nothing goes to this address because it is new to the user, in UTC milliseconds; null = it may. */
  readonly heldUntil: number | null;
  /** Until when the user waits because vouchers expired unused, in UTC milliseconds; null = not. */
  readonly coolsUntil: number | null;
};

/**
 * A refusal's details name the field, and the limit in whole units or UTC milliseconds; `left` is the most that every
 * limit permits now.
 */
export type WithdrawalDecision =
  | { readonly ok: true; readonly approvalNeeded: boolean }
  | { readonly ok: false; readonly refusal: WithdrawalRefusal; readonly details: Readonly<Record<string, string>> };

/**
 * Returns whether an amount (base units) may go to an address, and whether operators have to approve it; else the
 * first refusal in the order of WITHDRAWAL_REFUSALS. docs/money-rules.md#10-withdrawals
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
  if (facts.coolsUntil !== null) return refuse('withdrawals-cooling', { until: String(facts.coolsUntil) });
  const allowances = withdrawalAllowances(facts.limits, facts);
  const exceeded = allowances.find(({ left }) => amount > left);
  if (exceeded !== undefined) {
    const { rule, limit } = exceeded;
    const left = smallestAmount(exceeded.left, ...allowances.map((each) => each.left));
    return refuse('limit-exceeded', { field: 'amount', rule, limit: formatAmount(limit), left: formatAmount(left) });
  }
  if (amount > facts.available) {
    return refuse('amount-over-available', { field: 'amount', limit: formatAmount(facts.available) });
  }
  return { ok: true, approvalNeeded: isApprovalNeeded(amount, facts.limits) };
}

/** Returns whether two operators have to approve an amount (base units). */
export function isApprovalNeeded(amount: TokenAmount, { approvalAbove }: WithdrawalLimits): boolean {
  return approvalAbove !== null && amount > approvalAbove;
}

/** The limits of amounts, in checking order. */
export const WITHDRAWAL_RULES = ['per-withdrawal', 'per-user-day', 'per-day', 'share-of-day'] as const;

/** One limit: its name, its figure, and the most that the user may withdraw by it now; base units. */
export type WithdrawalAllowance = {
  readonly rule: (typeof WITHDRAWAL_RULES)[number];
  readonly limit: TokenAmount;
  readonly left: TokenAmount;
};

/**
 * Returns every limit with the remaining amount for one user, in checking order. Shares of a day's limit are rounded
 * down. The user may withdraw the recharges of these 24 hours again. docs/money-rules.md#10-withdrawals
 */
export function withdrawalAllowances(limits: WithdrawalLimits, use: WithdrawalUse): WithdrawalAllowance[] {
  const ownNet = use.userWithdrawn - use.userRecharged;
  const leftByOthers = limits.perDay - use.othersNet;
  const share = floorShare(atLeastZero(leftByOthers), WITHDRAWAL_SHARE_BPS);
  return [
    { rule: 'per-withdrawal', limit: limits.perWithdrawal, left: limits.perWithdrawal },
    { rule: 'per-user-day', limit: limits.perUserDay, left: atLeastZero(limits.perUserDay - use.userRequested) },
    { rule: 'per-day', limit: limits.perDay, left: atLeastZero(leftByOthers - ownNet) },
    { rule: 'share-of-day', limit: share, left: atLeastZero(share - ownNet) },
  ];
}

function atLeastZero(units: bigint): TokenAmount {
  return tokenAmount(units > 0n ? units : 0n);
}

function refuse(refusal: WithdrawalRefusal, details: Readonly<Record<string, string>>): WithdrawalDecision {
  return { ok: false, refusal, details };
}
