import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DraftRow } from '../queries/drafts.ts';

/** What an operator saves: a name, and the fields as they were typed. */
export type DraftContent = {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  /** EIP-55. */
  readonly savedBy: string;
};

/** The most drafts there can be: whoever takes over an operator's session fills no disk with them. */
export const MOST_DRAFTS = 200;

/** Stores a new draft; returns it, or undefined when there are as many as there can be. */
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
  /** What the same editor has sent since that version without knowing the answer: it may have been stored. */
  readonly unanswered: Pick<DraftContent, 'name' | 'fields'> | undefined;
};

/**
 * Changes a draft that still has this version, or that has since become what the same editor sent; returns it as it is
 * then, or undefined.
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
