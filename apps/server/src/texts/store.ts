import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** All overriding texts, in order. */
export async function selectTexts(db: Database): Promise<{ lang: string; key: string; text: string }[]> {
  const { rows } = await sql<{
    lang: string;
    key: string;
    text: string;
  }>`select lang, key, text from text_override order by lang, key`.execute(db);
  return rows;
}
