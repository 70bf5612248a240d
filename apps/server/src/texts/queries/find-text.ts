import type { Database } from '#platform/database/database.ts';
import { selectText } from '../store.ts';

/** The overriding text of a key in one language, or null. */
export async function findText(
  db: Database,
  entry: { readonly lang: string; readonly key: string },
): Promise<string | null> {
  return selectText(db, entry);
}
