import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { PlanDraft } from '#platform/database/generated/db.ts';

/** A draft of a plan as stored. */
export type DraftRow = Selectable<PlanDraft>;

/** Returns drafts with ids below `before` (null = from the newest), newest first. */
export async function selectDrafts(
  db: Database,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<DraftRow[]> {
  let query = db.selectFrom('plan_draft').selectAll();
  if (page.before !== null) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}

/** Returns a draft, or undefined. */
export async function findDraft(db: Database, draftId: bigint): Promise<DraftRow | undefined> {
  return db.selectFrom('plan_draft').selectAll().where('id', '=', draftId).executeTakeFirst();
}
