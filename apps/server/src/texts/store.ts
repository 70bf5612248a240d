import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** All overriding texts, in order. */
export async function selectTexts(db: Database): Promise<{ lang: string; key: string; text: string }[]> {
  const { rows } = await sql<{
    lang: string;
    key: string;
    text: string;
  }>`select lang, key, text from text_override order by lang, key`.execute(db);
  return rows;
}

/** An operators' override of a bundled text; the operators are null if a process set it. */
export type Override = {
  readonly lang: string;
  readonly key: string;
  readonly text: string;
  readonly changedAt: Date;
  readonly proposedBy: string | null;
  readonly changedBy: string | null;
};

/** Returns all overriding texts, with the time and the operators of the change. */
export async function selectOverrides(db: Database): Promise<Override[]> {
  return db
    .selectFrom('text_override')
    .select(['lang', 'key', 'text'])
    .select(['changed_at as changedAt', 'proposed_by as proposedBy', 'changed_by as changedBy'])
    .execute();
}

type TextName = { readonly lang: string; readonly key: string };

/** Returns the overriding texts of a key by language. */
export async function selectTextsOf(db: Database, key: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('text_override').select(['lang', 'text']).where('key', '=', key).execute();
  return new Map(rows.map(({ lang, text }) => [lang, text]));
}

/** The operators of a text: the one who confirmed it, and the one who proposed it. EIP-55. */
export type TextSetter = { readonly proposedBy: string | null; readonly changedBy: string };

/** Stores the override of a text; replaces an earlier one. */
export async function upsertText(
  tx: Database,
  { lang, key, text, proposedBy, changedBy }: TextName & TextSetter & { readonly text: string },
): Promise<void> {
  const row = { text, proposed_by: proposedBy, changed_by: changedBy };
  await tx
    .insertInto('text_override')
    .values({ lang, key, ...row })
    .onConflict((conflict) => conflict.columns(['lang', 'key']).doUpdateSet({ ...row, changed_at: sql`now()` }))
    .execute();
}

/** Deletes the override of a text, which restores the bundled text. */
export async function deleteText(tx: Database, { lang, key }: TextName): Promise<void> {
  await tx.deleteFrom('text_override').where('lang', '=', lang).where('key', '=', key).execute();
}
