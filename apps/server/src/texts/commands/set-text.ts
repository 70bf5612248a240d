import type { Database } from '#platform/database/database.ts';
import { deleteText, type TextSetter, upsertText } from '../store.ts';

/** Overrides a text of the page in one language; null restores the bundled text. */
export async function setText(
  tx: Database,
  entry: { readonly lang: string; readonly key: string; readonly text: string | null } & TextSetter,
): Promise<void> {
  const { lang, key, text, ...setter } = entry;
  if (text === null) await deleteText(tx, { lang, key });
  else await upsertText(tx, { lang, key, text, ...setter });
}
