import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type AnchorState = {
  readonly waiting: number;
  readonly sent: number;
  readonly conflicting: number;
  /** How long the oldest root that is not final has waited. */
  readonly oldestSeconds: number;
};

/** How many roots are on their way into the contract Anchors, and since when. */
export async function readAnchorState(db: Database): Promise<AnchorState> {
  const { rows } = await sql<AnchorState>`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'sent')::int as sent,
      (select count(*)::int from anchor where state = 'conflicting') as conflicting,
      coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as "oldestSeconds"
    from anchor where state in ('waiting', 'sent')`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('a count without a row');
  return state;
}
