import type { SigningObstacle } from '@city-mint/domain/assets/check-signing';
import {
  type WithdrawalAllowance,
  type WithdrawalLimits,
  withdrawalAllowances,
} from '@city-mint/domain/assets/decide-withdrawal';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { type ChainHeight, readChainHeight } from '#platform/chain/chain-height.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { type PartSwitch, readSwitch } from '#switches/queries.ts';
import { storedCurrency } from '../../stored-currency.ts';
import { VAULT_SOURCE } from '../../vault.ts';
import { isDemandOpen } from '../store/demanded.ts';
import { listVouchers } from '../store/vouchers.ts';
import { readHoldHours, readLimits, readUse } from '../store/withdrawal-requests.ts';
import { countRejected, findAnyWithdrawal } from '../store/withdrawals.ts';
import { readSigningObstacle } from './signing-obstacle.ts';
import { countPendingWithdrawals, type PendingWithdrawals } from './withdrawals.ts';

/** The facts by which an operator decides a withdrawal; amounts in base units. */
export type WithdrawalReview = {
  /** Why no voucher can be signed for it now; null where one can be, and once it is paid or returned. */
  readonly obstacle: SigningObstacle | null;
  /** The current limits, each with its remainder before this request. */
  readonly allowances: readonly WithdrawalAllowance[];
  readonly approvalAbove: TokenAmount | null;
  readonly rejectedBefore: number;
  /** X-Request-Id of the call that requested it. */
  readonly callId: string | null;
  readonly paid: {
    readonly at: Date;
    readonly txHash: string;
    readonly block: bigint;
    readonly gasFee: bigint | null;
  } | null;
  readonly vouchers: readonly {
    readonly number: number;
    readonly signedAt: Date;
    readonly validAfter: Date;
    readonly deadline: Date;
  }[];
};

/** Returns the facts by which any user's withdrawal is decided, and its vouchers; undefined when it does not exist. */
export async function readWithdrawalReview(db: Database, id: bigint): Promise<WithdrawalReview | undefined> {
  const row = await findAnyWithdrawal(db, id);
  if (row === undefined) return undefined;
  const currency = storedCurrency(row.currency);
  const isOver = row.state === 'completed' || row.state === 'returned';
  const now = await databaseTime(db);
  const [found, limits, use, rejectedBefore, vouchers] = await Promise.all([
    isOver
      ? undefined
      : readSigningObstacle(db, { row, now, isDemandOpen: ({ id: asked }) => isDemandOpen(db, asked) }),
    readLimits(db, currency),
    readUse(db, { userId: row.user_id, currency, at: row.requested_at, before: row.id }),
    countRejected(db, { userId: row.user_id, except: row.id }),
    listVouchers(db, row.id),
  ]);
  const { completed_at: at, tx_hash: txHash, block_number: block } = row;
  return {
    obstacle: found?.obstacle ?? null,
    allowances: row.is_payout ? [] : withdrawalAllowances(limits, use),
    approvalAbove: limits.approvalAbove,
    rejectedBefore,
    callId: row.call_id,
    paid: at === null || txHash === null || block === null ? null : { at, txHash, block, gasFee: row.gas_fee },
    vouchers: vouchers.map((voucher) => ({
      number: voucher.number,
      signedAt: voucher.signed_at,
      validAfter: voucher.valid_after,
      deadline: voucher.deadline,
    })),
  };
}

/** The limits of one currency, and all users' use of them in 24 hours; base units. */
export type DayLimits = {
  readonly currency: Currency;
  readonly limits: WithdrawalLimits;
  /** All withdrawals, each user's less the same user's recharges. */
  readonly used: TokenAmount;
  readonly left: TokenAmount;
  /** The maximum share of the remainder for a single user. */
  readonly shareOfDay: TokenAmount;
};

/** The conditions that delay every withdrawal, and the number of pending ones. */
export type WithdrawalsNow = {
  readonly currencies: readonly DayLimits[];
  readonly holdHours: number;
  readonly pending: readonly PendingWithdrawals[];
  readonly part: PartSwitch;
  /** Undefined while the chain was never read. */
  readonly height: ChainHeight | undefined;
  /** UTC milliseconds. */
  readonly now: number;
};

/** No user has this id, so the use by others is the use by all users. */
const NO_USER = 0n;
const NEW_USER = { userRequested: ZERO, userWithdrawn: ZERO, userRecharged: ZERO };

/**
 * Returns the limits of withdrawals with their remainders for all users, and the conditions that delay all withdrawals.
 */
export async function readWithdrawalsNow(db: Database): Promise<WithdrawalsNow> {
  const [currencies, holdHours, pending, part, height, now] = await Promise.all([
    Promise.all((['JU', 'FMC'] as const).map((currency) => readDayLimits(db, currency))),
    readHoldHours(db),
    countPendingWithdrawals(db),
    readSwitch(db, 'withdrawals'),
    readChainHeight(db, VAULT_SOURCE),
    databaseTime(db),
  ]);
  return { currencies, holdHours, pending, part, height, now };
}

async function readDayLimits(db: Database, currency: Currency): Promise<DayLimits> {
  const [limits, { othersNet: used }] = await Promise.all([
    readLimits(db, currency),
    readUse(db, { userId: NO_USER, currency }),
  ]);
  const allowances = withdrawalAllowances(limits, { ...NEW_USER, othersNet: used });
  const leftOf = (rule: WithdrawalAllowance['rule']) =>
    tokenAmount(allowances.find((allowance) => allowance.rule === rule)?.left ?? 0n);
  return { currency, limits, used, left: leftOf('per-day'), shareOfDay: leftOf('share-of-day') };
}
