import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { type Selectable, sql } from 'kysely';
import type { ChainLog } from '../platform/chain/read-logs.ts';
import type { Database } from '../platform/database/database.ts';
import type { Withdrawal, WithdrawalVoucher } from '../platform/database/generated/db.ts';
import type { Deposited } from './vault-event.ts';

export type WithdrawalRow = Selectable<Withdrawal>;
export type VoucherRow = Selectable<WithdrawalVoucher>;

/** Writes the recharge that a deposit became. */
export async function insertRecharge(
  tx: Database,
  recharge: { userId: bigint; deposit: Deposited; log: ChainLog },
): Promise<void> {
  const { deposit, log } = recharge;
  await tx
    .insertInto('recharge')
    .values({
      seq: deposit.sequence,
      user_id: recharge.userId,
      currency: CURRENCIES[deposit.currency],
      amount: deposit.amount,
      block_number: log.blockNumber,
      block_at: log.blockAt,
      tx_hash: log.txHash,
      gas_fee: log.gasFee,
    })
    .execute();
}

/** The withdrawal of a voucher id, its row locked, or undefined. */
export async function lockWithdrawalOfVoucher(tx: Database, voucherId: string): Promise<WithdrawalRow | undefined> {
  return tx.selectFrom('withdrawal').selectAll().where('voucher_id', '=', voucherId).forUpdate().executeTakeFirst();
}

/** Closes a withdrawal that the vault has paid. */
export async function markCompleted(tx: Database, completed: { id: bigint; log: ChainLog }): Promise<void> {
  const { log } = completed;
  await tx
    .updateTable('withdrawal')
    .set({
      state: 'completed',
      completed_at: log.blockAt,
      due_at: null,
      tx_hash: log.txHash,
      block_number: log.blockNumber,
      gas_fee: log.gasFee,
    })
    .where('id', '=', completed.id)
    .execute();
}

/** Closes a withdrawal whose amount went back to its owner. */
export async function markReturned(
  tx: Database,
  returned: { id: bigint; because: 'expired' | 'cancelled' },
): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ state: 'returned', returned_at: sql`now()`, returned_because: returned.because, due_at: null })
    .where('id', '=', returned.id)
    .execute();
}
