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

type TextName = { readonly lang: string; readonly key: string };

/** One overriding text, or null. */
export async function selectText(db: Database, { lang, key }: TextName): Promise<string | null> {
  const row = await db
    .selectFrom('text_override')
    .select('text')
    .where('lang', '=', lang)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.text ?? null;
}

/** Stores the override of a text, in place of an earlier one. */
export async function upsertText(
  tx: Database,
  { lang, key, text }: TextName & { readonly text: string },
): Promise<void> {
  await tx
    .insertInto('text_override')
    .values({ lang, key, text })
    .onConflict((conflict) => conflict.columns(['lang', 'key']).doUpdateSet({ text, changed_at: sql`now()` }))
    .execute();
}

/** Deletes the override of a text, so that the bundled text is used again. */
export async function deleteText(tx: Database, { lang, key }: TextName): Promise<void> {
  await tx.deleteFrom('text_override').where('lang', '=', lang).where('key', '=', key).execute();
}
