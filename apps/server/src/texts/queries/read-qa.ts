import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type Language, languagesFor } from '@city-mint/domain/languages';
import type { Database } from '#platform/database/database.ts';
import type { Contact } from '../contact-of.ts';
import { selectContacts } from '../store/contacts.ts';
import { selectPublished } from '../store/questions.ts';

export type Qa = ReplyOf<'POST /api/app/qa'>;

/**
 * Returns the published questions in a language, or the nearest one they have, and the contact links. The configured
 * contact comes first if it is a link (see `contactOf`) and no operator has set the same one.
 */
export async function readQa(
  db: Database,
  { lang, configured }: { readonly lang: Language; readonly configured: Contact | null },
): Promise<Qa> {
  const [questions, stored] = await Promise.all([selectPublished(db, languagesFor(lang)), selectContacts(db)]);
  const contacts = stored.map(({ kind, label, url }) => ({ kind, label, url }));
  const isNew = configured !== null && !contacts.some(({ url }) => url === configured.url);
  return { questions, contacts: isNew ? [configured, ...contacts] : contacts };
}
