import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type Transfer = {
  readonly kind: TransferKind;
  readonly from: Account;
  readonly to: Account;
  /** Base units, above 0. */
  readonly amount: TokenAmount;
  /** The id of the row it is made for; (kind, sourceId, step) is the idempotency key. */
  readonly sourceId: bigint;
  /** Which of the transfers of that kind for that row; 0 unless given. */
  readonly step?: number;
};

/**
 * Posts one transfer in the caller's transaction. Returns true when it was posted, false when the same transfer exists.
 * Throws when its key belongs to a different transfer, when no such transfer is allowed, and when an account would fall
 * below zero (SQLSTATE 23514). docs/money-rules.md#9-ledger
 */
export async function postTransfer(tx: Database, { kind, from, to, ...transfer }: Transfer): Promise<boolean> {
  const { rows } = await sql<{ posted: boolean }>`
    select ledger_post_transfer(
      ${TRANSFER_KINDS[kind].code}::int, ${accountId(from)}::bigint, ${accountId(to)}::bigint,
      ${transfer.amount.toString()}::numeric, ${transfer.sourceId}::bigint, ${transfer.step ?? 0}::int
    ) as posted`.execute(tx);
  return rows[0]?.posted === true;
}

/**
 * Posts many transfers in the caller's transaction, all or nothing, each account on one side only. Throws when the key
 * of one exists already, when no such transfer is allowed, and when an account would fall below zero.
 * docs/money-rules.md#9-ledger
 */
export async function postTransfers(tx: Database, transfers: readonly Omit<Transfer, 'step'>[]): Promise<void> {
  if (transfers.length === 0) return;
  await sql`
    select ledger_post_batch(
      ${transfers.map(({ kind }) => TRANSFER_KINDS[kind].code)}::int[],
      ${transfers.map(({ from }) => accountId(from).toString())}::bigint[],
      ${transfers.map(({ to }) => accountId(to).toString())}::bigint[],
      ${transfers.map(({ amount }) => amount.toString())}::numeric[],
      ${transfers.map(({ sourceId }) => sourceId.toString())}::bigint[])`.execute(tx);
}
