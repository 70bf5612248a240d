import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { OperatorLog, OperatorProposal } from '#platform/database/generated/db.ts';

const MOST_ENTRIES = 100;

/** Returns the operators' actions on a subject, oldest first, at most 100 entries of the log. */
export async function selectLogOf(db: Database, subject: string): Promise<Selectable<OperatorLog>[]> {
  return db
    .selectFrom('operator_log')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('id')
    .limit(MOST_ENTRIES)
    .execute();
}

/** Returns the newest proposal on a subject that can still be confirmed, or undefined. */
export async function selectOpenProposalOn(
  db: Database,
  subject: string,
): Promise<Selectable<OperatorProposal> | undefined> {
  return db
    .selectFrom('operator_proposal')
    .selectAll()
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns whether an action has changed a subject before. */
export async function hasChanged(
  tx: Database,
  { subject, action }: { readonly subject: string; readonly action: string },
): Promise<boolean> {
  const entry = await tx
    .selectFrom('operator_log')
    .select('id')
    .where('subject', '=', subject)
    .where('action', '=', action)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
