import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Finding } from './kind-check.ts';

/** The auditor's position in the journal: its last entry with its hash, and the last transfer. */
export type Position = { readonly entry: bigint; readonly hash: Buffer; readonly lastId: bigint };

/** Consecutive entries that seal the transfers as they are, and the first fault after them. */
export type CheckedEntries = {
  /** After the last of these entries; the start without one. */
  readonly reached: Position;
  readonly entries: readonly Pick<Position, 'entry' | 'hash'>[];
  readonly finding: Finding | null;
};

type Entry = { number: bigint; hash: Buffer; last_id: bigint; is_whole: boolean };

/**
 * Reads the next entries of the journal and computes their hashes from the previous hash and from every transfer since
 * the previous entry, so that none is skipped, added or changed. Accepts entries that people
 * reviewed. Returns the position that it reached, and the first fault.
 */
export async function checkEntries(
  tx: Database,
  start: Position,
  { limit, reviewed }: { readonly limit: number; readonly reviewed: ReadonlySet<string> },
): Promise<CheckedEntries> {
  let reached = start;
  const entries: Position[] = [];
  for (const entry of await readEntries(tx, start, limit)) {
    const subject = `entry ${entry.number}`;
    if (entry.number !== reached.entry + 1n) return { reached, entries, finding: missing(reached.entry + 1n) };
    if (!entry.is_whole && !reviewed.has(subject)) {
      const found = 'another hash: a sealed transfer was changed, removed or added, or the entry was replaced';
      return { reached, entries, finding: { subject, kind: null, expected: 'the hash of its transfers', found } };
    }
    reached = { entry: entry.number, hash: entry.hash, lastId: entry.last_id };
    entries.push(reached);
  }
  if (entries.length > 0) return { reached, entries, finding: null };
  const { rows } = await sql<{ number: bigint; hash: Buffer }>`select number, hash from ledger_journal_head`.execute(
    tx,
  );
  const [head] = rows;
  const isSame = head !== undefined && head.number === start.entry && head.hash.equals(start.hash);
  return { reached, entries, finding: isSame || reviewed.has(`entry ${start.entry}`) ? null : missing(start.entry) };
}

function missing(entry: bigint): Finding {
  return { subject: `entry ${entry}`, kind: null, expected: 'the entry as it was read', found: 'none, or another one' };
}

async function readEntries(tx: Database, { entry, hash, lastId }: Position, limit: number): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`
    with entries as (
      select number, hash, content, salt, first_id, last_id, transfers,
        lag(last_id, 1, ${lastId}::bigint) over w as previous_id, lag(hash, 1, ${hash}::bytea) over w as previous_hash
      from ledger_journal where number > ${entry} and number <= ${entry + BigInt(limit)}
      window w as (order by number)
    )
    select e.number, e.hash, e.last_id,
      (s.transfers, s.first_id, s.last_id) = (e.transfers, e.first_id, e.last_id)
        and sha256(e.salt || s.hashes) = e.content
        and sha256(e.previous_hash || int8send(e.number) || e.content) = e.hash as is_whole
    from entries e cross join lateral (
      select count(*) as transfers, min(t.id) as first_id, max(t.id) as last_id,
        coalesce(string_agg(sha256(convert_to(concat_ws('|', t.id, t.debit_account, t.credit_account, t.amount, t.kind,
          t.step, t.source_id, t.debit_balance_after, t.credit_balance_after,
          (extract(epoch from t.created_at) * 1000000)::bigint), 'UTF8')), ''::bytea order by t.id), '') as hashes
      from ledger_transfer t where t.id > e.previous_id and t.id <= e.last_id
    ) s
    order by e.number`.execute(tx);
  return rows;
}
