import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type JournalState = {
  readonly entries: bigint;
  readonly unsealedSeconds: number;
  readonly integrityError: string | null;
};

/** How many entries the journal has, how long its oldest unsealed transfer has waited, and what a look back found to be changed, if anything. */
export async function readJournalState(db: Database): Promise<JournalState> {
  const { rows } = await sql<JournalState>`
    select number as entries, integrity_error as "integrityError", coalesce((select extract(epoch from clock_timestamp() - t.created_at)::float8
      from ledger_transfer t where t.id > h.last_id order by t.id limit 1), 0) as "unsealedSeconds"
    from ledger_journal_head h`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('the journal has no head');
  return state;
}
