import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DraftRow } from '../queries/drafts.ts';

/** An operator's draft: a name, and the fields as typed. */
export type DraftContent = {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  /** EIP-55. */
  readonly savedBy: string;
};

/** Maximum number of drafts, so that a thief of an operator's session cannot fill the disk. */
export const MOST_DRAFTS = 200;

/** Stores a new draft; returns it, or undefined when the maximum is reached. */
export async function insertDraft(
  db: Database,
  { name, fields, savedBy }: DraftContent,
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    insert into plan_draft (name, fields, saved_by)
    select ${name}, ${JSON.stringify(fields)}::jsonb, ${savedBy}
    where (select count(*) from plan_draft) < ${MOST_DRAFTS}::int
    returning *`.execute(db);
  return rows[0];
}

type Expected = {
  readonly draftId: bigint;
  readonly version: number;
  /** The same editor's last save since that version, if its answer was lost: it may have been stored. */
  readonly unanswered: Pick<DraftContent, 'name' | 'fields'> | undefined;
};

/**
 * Updates a draft that still has this version, or whose content is the same editor's unanswered save. Returns the
 * updated draft, or undefined.
 */
export async function updateDraft(
  db: Database,
  { draftId, version, unanswered }: Expected,
  { name, fields, savedBy }: DraftContent,
): Promise<DraftRow | undefined> {
  return db
    .updateTable('plan_draft')
    .set({
      name,
      fields: JSON.stringify(fields),
      saved_by: savedBy,
      saved_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', draftId)
    .where((where) => {
      const unchanged = where('version', '=', version);
      if (unanswered === undefined) return unchanged;
      const isStored = sql<boolean>`fields = ${JSON.stringify(unanswered.fields)}::jsonb`;
      return where.or([
        unchanged,
        where.and([where('version', '>', version), where('name', '=', unanswered.name), isStored]),
      ]);
    })
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a draft that still has this version; returns whether it did. */
export async function deleteDraft(
  db: Database,
  { draftId, version }: { readonly draftId: bigint; readonly version: number },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('plan_draft')
    .where('id', '=', draftId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
