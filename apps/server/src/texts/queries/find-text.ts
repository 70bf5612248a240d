import type { Database } from '#platform/database/database.ts';
import { selectTextsOf } from '../store.ts';

/** Returns the overriding texts of a key by language; languages without an override are missing. */
export async function findTexts(db: Database, key: string): Promise<ReadonlyMap<string, string>> {
  return selectTextsOf(db, key);
}
