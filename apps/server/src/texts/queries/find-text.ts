import type { Database } from '#platform/database/database.ts';
import { selectTextsOf } from '../store.ts';

/** Returns the overriding texts of a key by language; a language without one is not in it. */
export async function findTexts(db: Database, key: string): Promise<ReadonlyMap<string, string>> {
  return selectTextsOf(db, key);
}
