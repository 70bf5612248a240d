import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The publication of a plan. */
export type Publication = { readonly city: string; readonly phase: number; readonly publishedAt: Date };

/** Returns the log entry that published a plan, which was written in the same transaction; undefined without one. */
export async function selectPublication(db: Database, { city, phase, publishedAt }: Publication) {
  return (
    db
      .selectFrom('operator_log')
      .select(['id', 'at', 'operator', 'proposed_by'])
      .where('action', '=', 'plans/publish')
      .where('subject', '=', `plans ${city}`)
      .where(sql`after ->> 'phase'`, '=', String(phase))
      // A city can have had many plans, so only entries of that moment are read.
      .where('at', '>=', publishedAt)
      .where('at', '<', sql<Date>`${publishedAt}::timestamptz + interval '1 minute'`)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst()
  );
}
