import type { Database } from '#platform/database/database.ts';

/** An entry of the journal whose hash is anchored in a final block, as in replies. */
export type JournalHead = {
  readonly number: string;
  readonly hash: string;
  readonly blockNumber: string;
  /** UTC milliseconds. */
  readonly anchoredAt: number;
};

/** Returns the newest entry of the journal that is anchored, null before the first one. */
export async function readJournalHead(db: Database): Promise<JournalHead | null> {
  const row = await db
    .selectFrom('anchor')
    .select(['subject', 'root', 'block_number', 'final_at'])
    .where('kind', '=', 'journal')
    .where('state', '=', 'final')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined || row.block_number === null || row.final_at === null) return null;
  return {
    number: row.subject.toString(),
    hash: `0x${row.root.toString('hex')}`,
    blockNumber: row.block_number.toString(),
    anchoredAt: row.final_at.getTime(),
  };
}
