import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { RETURN_REASONS } from '@city-mint/domain/assets/return-reasons';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { type ChainHeight, countConfirmations } from '#platform/chain/chain-height.ts';
import type { PendingEvent } from '#platform/chain/pending-events.ts';
import type { Database } from '#platform/database/database.ts';
import { storedCurrency } from '../../stored-currency.ts';
import type { VaultDeployment } from '../../vault.ts';
import { findLastVoucher, secondsOf, type VoucherRow } from '../store/vouchers.ts';
import { findWithdrawal, type WithdrawalRow } from '../store/withdrawals.ts';
import { voucherOf } from '../voucher.ts';
import { readPendingPayments } from './withdrawals.ts';

export type WithdrawalStatus = {
  readonly reply: ReplyOf<'POST /api/app/user/withdrawStatus'>;
  /** Signed, unpaid, and without a valid voucher: its user may request another signature. */
  readonly expired: boolean;
};

type StatusRequest = {
  readonly userId: bigint;
  readonly id: bigint;
  readonly deployment: VaultDeployment;
  readonly height: ChainHeight | undefined;
  readonly confirmationsNeeded: number;
  /** UTC milliseconds. */
  readonly now: number;
};

const storedState = z.enum(['requested', 'approved', 'signed', 'completed', 'returned']);
const storedReason = z.enum(RETURN_REASONS).nullable();

/** Returns the state of one of a user's withdrawals, or undefined when it does not exist. */
export async function readWithdrawalStatus(db: Database, wanted: StatusRequest): Promise<WithdrawalStatus | undefined> {
  const row = await findWithdrawal(db, wanted);
  if (row === undefined) return undefined;
  const [lastVoucher, payments] = await Promise.all([
    findLastVoucher(db, row.id),
    readPendingPayments(db, row.account),
  ]);
  const stored = storedState.parse(row.state);
  const payment = stored === 'signed' ? payments.get(row.voucher_id) : undefined;
  const chainTime = Math.max(wanted.now, wanted.height?.headAt.getTime() ?? 0);
  const isWaiting = stored === 'signed' && payment === undefined;
  const isVoucherValid = isWaiting && lastVoucher !== undefined && lastVoucher.deadline.getTime() > chainTime;
  // Until the auditor has signed the first voucher, there is none to send.
  const isFirst = lastVoucher?.number === 1 && lastVoucher.cosignature === null;
  const shown = isVoucherValid && isFirst ? 'approved' : stored;
  const confirmations = confirmationsOf({ payment, isPaid: stored === 'completed' }, wanted);
  const reply: WithdrawalStatus['reply'] = {
    withdrawalId: row.id.toString(),
    currency: storedCurrency(row.currency),
    to: row.recipient,
    amount: formatAmount(row.amount),
    state: payment === undefined ? shown : confirmations === 0 ? 'submitted' : 'confirming',
    requestedAt: row.requested_at.getTime(),
    voucher: isVoucherValid ? voucherToSend(wanted.deployment, row, lastVoucher) : null,
    voucherDeadline: lastVoucher?.deadline.getTime() ?? null,
    confirmations,
    confirmationsNeeded: wanted.confirmationsNeeded,
    txHash: row.tx_hash ?? payment?.txHash ?? null,
    returnedReason: storedReason.parse(row.return_reason),
  };
  return { reply, expired: isWaiting && !isVoucherValid };
}

function confirmationsOf(
  { payment, isPaid }: { payment: PendingEvent | undefined; isPaid: boolean },
  { height, confirmationsNeeded }: StatusRequest,
): number | null {
  if (payment !== undefined) return height === undefined ? 0 : countConfirmations(payment.blockNumber, height);
  return isPaid ? confirmationsNeeded : null;
}

function voucherToSend(
  deployment: VaultDeployment,
  row: WithdrawalRow,
  voucher: VoucherRow,
): WithdrawalStatus['reply']['voucher'] {
  // The vault pays none without the auditor's signature.
  if (voucher.cosignature === null) return null;
  const term = { validAfter: secondsOf(voucher.valid_after), deadline: secondsOf(voucher.deadline) };
  const { amount, validAfter, deadline, ...addresses } = voucherOf(deployment, row, term);
  return {
    ...addresses,
    amount: amount.toString(),
    validAfter: validAfter.toString(),
    deadline: deadline.toString(),
    signature: voucher.signature,
    auditorSignature: voucher.cosignature,
    vault: deployment.vault,
  };
}
