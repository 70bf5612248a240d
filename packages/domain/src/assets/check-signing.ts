import type { TokenAmount } from '../money/token-amount.ts';
import {
  isApprovalNeeded,
  type WithdrawalLimits,
  type WithdrawalUse,
  withdrawalAllowances,
} from './decide-withdrawal.ts';

/** Why no voucher is signed, in checking order. The first two mean that rows were forged. */
export const SIGNING_OBSTACLES = [
  'account-differs',
  'recipient-unknown',
  'approval-missing',
  'recipient-on-hold',
  'limit-exceeded',
] as const;
export type SigningObstacle = (typeof SIGNING_OBSTACLES)[number];

/** A withdrawal as its row has it; `amount` in base units, addresses as EIP-55. */
export type WithdrawalToSign = {
  readonly account: string;
  readonly recipient: string;
  readonly amount: TokenAmount;
  readonly approvalNeeded: boolean;
  readonly proposedBy: string | null;
  readonly approvedBy: string | null;
  /** A payout of the operator's earnings: separate limits apply, and the recipient must be the account. */
  readonly isPayout: boolean;
  /** The account demanded it on the chain, to itself, and its demand covers it: no limit and no approval applies. */
  readonly isDemandOpen: boolean;
};

/** The other facts that the signer reads; the api cannot write any of these rows. */
export type SigningFacts = {
  /** The address of the user whose amount is frozen. */
  readonly userAddress: string;
  /** Since when the recipient may be paid (UTC milliseconds); null = the user never asked for it. */
  readonly recipientFreeAt: number | null;
  /** UTC milliseconds. */
  readonly now: number;
  readonly limits: WithdrawalLimits;
  /** At the time of the request, without the withdrawal itself. */
  readonly use: WithdrawalUse;
};

/**
 * Returns the first reason not to sign a voucher for a withdrawal, or undefined: the rules of its request once more,
 * whoever wrote its row. docs/money-rules.md#10-withdrawals
 */
export function findSigningObstacle(asked: WithdrawalToSign, facts: SigningFacts): SigningObstacle | undefined {
  if (asked.account !== facts.userAddress) return 'account-differs';
  const isOwn = asked.recipient === facts.userAddress;
  if (!isOwn && (asked.isPayout || facts.recipientFreeAt === null)) return 'recipient-unknown';
  if (isOwn && asked.isDemandOpen) return undefined;
  if ((asked.approvalNeeded || isApprovalNeeded(asked.amount, facts.limits)) && !isApprovedByTwo(asked)) {
    return 'approval-missing';
  }
  if (!isOwn && (facts.recipientFreeAt ?? 0) > facts.now) return 'recipient-on-hold';
  if (asked.isPayout) return undefined;
  const isOver = withdrawalAllowances(facts.limits, facts.use).some(({ left }) => asked.amount > left);
  return isOver ? 'limit-exceeded' : undefined;
}

/** Two operators, neither of them the user or the recipient. */
function isApprovedByTwo({ account, recipient, proposedBy, approvedBy }: WithdrawalToSign): boolean {
  const people = new Set([account, recipient, proposedBy, approvedBy]);
  people.delete(null);
  return proposedBy !== null && approvedBy !== null && people.size === new Set([account, recipient]).size + 2;
}
