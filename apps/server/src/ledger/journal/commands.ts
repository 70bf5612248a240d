import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { SALT_BYTES, sealTransfers, transferIdOf, transferLine } from './entry.ts';

/** Maximum number of transfers in one entry. */
const ENTRY_SIZE = 5_000;

/**
 * Seals all transfers up to the watermark in journal entries, then moves the watermark. Returns how many transfers it
 * sealed. Of several concurrent workers one seals; the others return 0. docs/money-rules.md#9-ledger
 */
export async function sealJournal(
  db: Database,
  { entrySize = ENTRY_SIZE, signal }: { readonly entrySize?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  let sealed = 0;
  for (;;) {
    const sealedNow = await inTransaction(db, (tx) => sealNext(tx, entrySize));
    sealed += sealedNow;
    if (sealedNow < entrySize || signal?.aborted === true) break;
  }
  await moveWatermark(db);
  return sealed;
}

type Head = { number: bigint; hash: Buffer; last_id: bigint; safe_id: bigint | null; is_safe: boolean | null };

async function sealNext(tx: Database, entrySize: number): Promise<number> {
  const { rows } = await sql<Head>`
    select number, hash, last_id, safe_id, safe_xid < pg_snapshot_xmin(pg_current_snapshot()) as is_safe
    from ledger_journal_head for update skip locked`.execute(tx);
  const [head] = rows;
  if (head === undefined || head.is_safe !== true || head.safe_id === null) return 0;
  // Only the index determines the end of the range, so that no plan reads more than the rows of one entry.
  const unsealed = await sql<{ lines: string | null }>`
    with range as materialized (
      select least(${head.safe_id}::bigint, max(id)) as last_id
      from (select id from ledger_transfer where id > ${head.last_id} order by id limit ${entrySize}) ids
    )
    select string_agg(${transferLine}, E'\n' order by t.id) as lines
    from ledger_transfer t where t.id > ${head.last_id} and t.id <= (select last_id from range)`.execute(tx);
  const lines = unsealed.rows[0]?.lines?.split('\n') ?? [];
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return 0;
  const number = head.number + 1n;
  const salt = randomBytes(SALT_BYTES);
  const seal = sealTransfers(lines, { number, previousHash: head.hash, salt });
  const lastId = transferIdOf(last);
  await tx
    .insertInto('ledger_journal')
    .values({ number, first_id: transferIdOf(first), last_id: lastId, transfers: lines.length, salt, ...seal })
    .execute();
  await tx.updateTable('ledger_journal_head').set({ number, hash: seal.hash, last_id: lastId }).execute();
  return lines.length;
}

/**
 * Sets the watermark to the last assigned id, with the current transaction id. A transaction is assigned its own id
 * before it assigns one to a transfer, because it changes balances first. So every transaction that holds an id up to
 * the watermark is older than a transaction that begins to write after the ids were read.
 */
async function moveWatermark(db: Database): Promise<void> {
  const { rows } = await sql<{ last_id: bigint }>`select ledger_last_transfer_id() as last_id`.execute(db);
  const lastId = rows[0]?.last_id ?? 0n;
  // Transaction ids start over in a database restored from a dump: a watermark that is ahead of them is void.
  await sql`
    update ledger_journal_head set safe_id = ${lastId}::bigint, safe_xid = pg_current_xact_id()
    where last_id < ${lastId} and (safe_xid is null or safe_xid > pg_current_xact_id()
      or (safe_xid < pg_snapshot_xmin(pg_current_snapshot()) and safe_id < ${lastId}))`.execute(db);
}

/**
 * Records the result of an audit of the journal, null for no error. The first integrity error stays until it is
 * acknowledged. Returns whether this is a first one.
 */
export async function recordAudit(db: Database, integrityError: string | null): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean }>`
    update ledger_journal_head h
    set checked_at = now(), integrity_error = coalesce(h.integrity_error, ${integrityError}::text)
    from (select integrity_error from ledger_journal_head for update) before
    returning before.integrity_error is null and h.integrity_error is not null as is_first`.execute(db);
  return rows[0]?.is_first === true;
}

/**
 * Clears an integrity error that an operator has reviewed; the next audit finds it again if it is still there. Returns
 * false when the journal does not have it. For the operator's role.
 */
export async function acknowledgeJournal(tx: Database, integrityError: string): Promise<boolean> {
  const { rows } = await sql<{ acknowledged: boolean }>`
    select ledger_journal_acknowledge(${integrityError}) as acknowledged`.execute(tx);
  return rows[0]?.acknowledged === true;
}
