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
  /** The id of the source row; (kind, sourceId, step) is the idempotency key. */
  readonly sourceId: bigint;
  /** Distinguishes transfers of the same kind and source; 0 by default. */
  readonly step?: number;
};

/**
 * Posts one transfer in the caller's transaction. Returns true when it was posted, false when the same transfer exists.
 * Throws when its key belongs to a different transfer, when such a transfer is not allowed, and when an account would
 * fall below zero (SQLSTATE 23514). docs/money-rules.md#9-ledger
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
 * Posts many transfers in the caller's transaction, all or none; an account must be on one side only. A transfer that
 * exists already is compared and left unchanged, as by `postTransfer`: the same deposits can be read again, for example
 * after a restore. Throws when a key belongs to a different transfer, when such a transfer is not allowed, and when an
 * account would fall below zero. docs/money-rules.md#9-ledger
 */
export async function postTransfers(tx: Database, transfers: readonly Omit<Transfer, 'step'>[]): Promise<void> {
  if (transfers.length === 0) return;
  const posted = await findPosted(tx, transfers);
  const isPosted = (transfer: Omit<Transfer, 'step'>) => posted.has(keyOf(transfer));
  for (const transfer of transfers.filter(isPosted)) await postTransfer(tx, transfer);
  const added = transfers.filter((transfer) => !isPosted(transfer));
  if (added.length === 0) return;
  await sql`
    select ledger_post_batch(
      ${added.map(({ kind }) => TRANSFER_KINDS[kind].code)}::int[],
      ${added.map(({ from }) => accountId(from).toString())}::bigint[],
      ${added.map(({ to }) => accountId(to).toString())}::bigint[],
      ${added.map(({ amount }) => amount.toString())}::numeric[],
      ${added.map(({ sourceId }) => sourceId.toString())}::bigint[])`.execute(tx);
}

function keyOf({ kind, sourceId }: Pick<Transfer, 'kind' | 'sourceId'>): string {
  return `${TRANSFER_KINDS[kind].code} ${sourceId}`;
}

/** Returns the keys of the transfers that exist already. */
async function findPosted(tx: Database, transfers: readonly Omit<Transfer, 'step'>[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select t.kind || ' ' || t.source_id as key
    from unnest(
      ${transfers.map(({ kind }) => TRANSFER_KINDS[kind].code)}::smallint[],
      ${transfers.map(({ sourceId }) => sourceId.toString())}::bigint[]) as asked (kind, source_id)
    join ledger_transfer t on t.kind = asked.kind and t.source_id = asked.source_id and t.step = 0`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}
