import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { sealTransfers, transferIdOf, transferLine } from '../journal/journal-entry.ts';

/** Transfers of one entry at most. */
const ENTRY_SIZE = 5_000;

/**
 * Seals in journal entries all transfers whose place in history is settled. Gives how many it sealed. Any number of workers may ask: one seals,
 * the others give 0. rules.md section 9.
 */
export async function sealJournal(db: Database, settings: { entrySize?: number; signal?: AbortSignal } = {}) {
  const entrySize = settings.entrySize ?? ENTRY_SIZE;
  let sealed = 0;
  for (;;) {
    const made = await inTransaction(db, (tx) => sealNext(tx, entrySize));
    sealed += made;
    if (made < entrySize || settings.signal?.aborted === true) break;
  }
  await moveHorizon(db);
  return sealed;
}

type Head = { number: bigint; hash: Buffer; last_id: bigint; safe_id: bigint | null; is_safe: boolean | null };

async function sealNext(tx: Database, entrySize: number): Promise<number> {
  const { rows } = await sql<Head>`
    select number, hash, last_id, safe_id, safe_xid < pg_snapshot_xmin(pg_current_snapshot()) as is_safe
    from ledger_journal_head for update skip locked`.execute(tx);
  const [head] = rows;
  if (head === undefined || head.is_safe !== true || head.safe_id === null) return 0;
  // The end of the range first, from the index alone: whatever the planner thinks of the rest, it then reads no more than one entry's rows.
  const found = await sql<{ lines: string | null }>`
    with range as materialized (
      select least(${head.safe_id}::bigint, max(id)) as last_id
      from (select id from ledger_transfer where id > ${head.last_id} order by id limit ${entrySize}) ids
    )
    select string_agg(${transferLine}, E'\n' order by t.id) as lines
    from ledger_transfer t where t.id > ${head.last_id} and t.id <= (select last_id from range)`.execute(tx);
  const lines = found.rows[0]?.lines?.split('\n') ?? [];
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return 0;
  const number = head.number + 1n;
  const seal = sealTransfers(lines, { number, previousHash: head.hash });
  const lastId = transferIdOf(last);
  await tx
    .insertInto('ledger_journal')
    .values({ number, first_id: transferIdOf(first), last_id: lastId, transfers: lines.length, ...seal })
    .execute();
  await tx.updateTable('ledger_journal_head').set({ number, hash: seal.hash, last_id: lastId }).execute();
  return lines.length;
}

/**
 * Ids up to which it will be safe to seal. A transaction has its own number before it takes an id, for it changes balances first; so the ids
 * are read first, and whoever has one of them is older than a transaction that begins to write only then.
 */
async function moveHorizon(db: Database): Promise<void> {
  const { rows } = await sql<{ given: bigint }>`select ledger_last_transfer_id() as given`.execute(db);
  const given = rows[0]?.given ?? 0n;
  // Numbers of transactions begin anew in a database that was restored from a dump: a horizon that lies ahead of them is none.
  await sql`update ledger_journal_head set safe_id = ${given}::bigint, safe_xid = pg_current_xact_id()
    where last_id < ${given} and (safe_xid is null or safe_xid > pg_current_xact_id()
      or (safe_xid < pg_snapshot_xmin(pg_current_snapshot()) and safe_id < ${given}))`.execute(db);
}
