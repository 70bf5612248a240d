import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type AuditState = {
  /** Findings that no one has reviewed. */
  readonly openFindings: number;
  /** Seconds that the oldest sealed transfer that is not followed has existed; 0 without one. */
  readonly behindSeconds: number;
  /** The last final block whose events are stored, 0 without one. */
  readonly blockNumber: bigint;
};

/** Returns how far the auditor is, and how many findings are open. */
export async function readAuditState(db: Database): Promise<AuditState> {
  const { rows } = await sql<AuditState>`
    select (select count(*)::int from audit.finding where reviewed_at is null) as "openFindings",
      coalesce((select extract(epoch from clock_timestamp() - t.created_at)::float8
        from ledger_transfer t where t.id > p.last_id and t.id <= h.last_id order by t.id limit 1), 0)
        as "behindSeconds",
      coalesce(p.block_number, 0) as "blockNumber"
    from audit.position p cross join ledger_journal_head h`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('the auditor has no position');
  return state;
}

/** Returns the last final block whose events are stored; undefined without one. */
export async function readLastBlock(db: Database): Promise<bigint | undefined> {
  const { rows } = await sql<{ block: bigint | null }>`select block_number as block from audit.position`.execute(db);
  return rows[0]?.block ?? undefined;
}
