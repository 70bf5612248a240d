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
import { listVouchers } from '../store/vouchers.ts';
import { readHoldHours, readLimits, readUse } from '../store/withdrawal-requests.ts';
import { countRejected, findAnyWithdrawal } from '../store/withdrawals.ts';
import { readSigningObstacle } from './signing-obstacle.ts';
import { countPendingWithdrawals, type PendingWithdrawals } from './withdrawals.ts';

/** What an operator decides a withdrawal by; amounts in base units. */
export type WithdrawalReview = {
  /** Why no voucher is signed for it now; null where one would be, and once it is paid or returned. */
  readonly obstacle: SigningObstacle | null;
  /** The limits of now with what was left of each before this request. */
  readonly allowances: readonly WithdrawalAllowance[];
  readonly approvalAbove: TokenAmount | null;
  readonly rejectedBefore: number;
  /** X-Request-Id of the call that asked for it. */
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

/** Returns what a withdrawal of any user is decided by, and what was signed for it; undefined where there is none. */
export async function readWithdrawalReview(db: Database, id: bigint): Promise<WithdrawalReview | undefined> {
  const row = await findAnyWithdrawal(db, id);
  if (row === undefined) return undefined;
  const currency = storedCurrency(row.currency);
  const isOver = row.state === 'completed' || row.state === 'returned';
  const now = await databaseTime(db);
  const [found, limits, use, rejectedBefore, vouchers] = await Promise.all([
    isOver ? undefined : readSigningObstacle(db, { row, now }),
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

/** The limits of one currency and what all users together used of them in 24 hours; base units. */
export type DayLimits = {
  readonly currency: Currency;
  readonly limits: WithdrawalLimits;
  /** What all users withdrew, less what each recharged. */
  readonly used: TokenAmount;
  readonly left: TokenAmount;
  /** The most that a single user may withdraw of what is left. */
  readonly shareOfDay: TokenAmount;
};

/** What holds back every withdrawal, and how many there are. */
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

/** No user has this id: what is used by others than this one is used by all. */
const NO_USER = 0n;
const NEW_USER = { userRequested: ZERO, userWithdrawn: ZERO, userRecharged: ZERO };

/** Returns the limits of withdrawals with what is left of them for all users, and what holds back all withdrawals. */
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
