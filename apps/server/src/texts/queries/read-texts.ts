import type { Database } from '#platform/database/database.ts';
import { selectTexts } from '../store.ts';

/** Returns overriding texts by language code and key. Texts are data and never interpreted. */
export async function readTexts(db: Database): Promise<Record<string, Record<string, string>>> {
  const byLanguage = new Map<string, [string, string][]>();
  for (const { lang, key, text } of await selectTexts(db)) {
    const texts = byLanguage.get(lang) ?? [];
    texts.push([key, text]);
    byLanguage.set(lang, texts);
  }
  return Object.fromEntries([...byLanguage].map(([lang, texts]) => [lang, Object.fromEntries(texts)]));
}
