import type { Language } from '@city-mint/domain/languages';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

export type QuestionText = { readonly lang: Language; readonly question: string; readonly answer: string };

/**
 * Returns the published questions in their order, each in the first of these languages that it has; questions without
 * any of them are omitted.
 */
export async function selectPublished(
  db: Database,
  languages: readonly Language[],
): Promise<(QuestionText & { readonly key: string })[]> {
  const { rows } = await sql<QuestionText & { key: string }>`
    select e.key, t.lang, t.question, t.answer
    from faq_entry e cross join lateral (
      select * from faq_text t where t.key = e.key and t.lang = any (${languages}::text[])
      order by array_position(${languages}::text[], t.lang) limit 1
    ) t
    where e.published order by e.position, e.key`.execute(db);
  return rows;
}

export type QuestionRow = { readonly key: string; readonly published: boolean } & {
  readonly lang: Language;
  readonly question: string;
  readonly answer: string;
};

/** Every text of every question, in the order of the questions, with their languages in alphabetical order. */
export async function selectQuestions(db: Database): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    select e.key, e.published, t.lang, t.question, t.answer
    from faq_entry e join faq_text t on t.key = e.key order by e.position, e.key, t.lang`.execute(db);
  return rows;
}

/** Returns whether there is any question, in any language. */
export async function hasQuestions(db: Database): Promise<boolean> {
  return (await db.selectFrom('faq_entry').select('key').limit(1).executeTakeFirst()) !== undefined;
}

/** Writes a question in one language; a new one is placed last. */
export async function upsertQuestion(
  tx: Database,
  { key, published, lang, question, answer }: QuestionRow,
): Promise<void> {
  await sql`
    insert into faq_entry (key, published, position)
    select ${key}, ${published}::boolean, coalesce(max(position), 0) + 1 from faq_entry
    on conflict (key) do update set published = excluded.published, changed_at = now()`.execute(tx);
  await tx
    .insertInto('faq_text')
    .values({ key, lang, question, answer })
    .onConflict((conflict) => conflict.columns(['key', 'lang']).doUpdateSet({ question, answer }))
    .execute();
}

/** Removes a question in one language, or in all if none is set; removing the last text removes the question. */
export async function deleteQuestion(
  tx: Database,
  { key, lang }: { readonly key: string; readonly lang: Language | undefined },
): Promise<void> {
  await tx
    .deleteFrom('faq_text')
    .where('key', '=', key)
    .$if(lang !== undefined, (query) => query.where('lang', '=', lang ?? ''))
    .execute();
  await sql`delete from faq_entry e
    where e.key = ${key} and not exists (select from faq_text t where t.key = e.key)`.execute(tx);
}

/** Stores the order of the questions, by their keys. */
export async function updatePositions(tx: Database, keys: readonly string[]): Promise<void> {
  await sql`
    update faq_entry e set position = o.position, changed_at = now()
    from unnest(${keys}::text[]) with ordinality as o (key, position) where e.key = o.key`.execute(tx);
}
