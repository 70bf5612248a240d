import type { Database } from '#platform/database/database.ts';
import { type StoredContact, selectContacts } from '../store/contacts.ts';

/** The contact links that operators set, oldest first. */
export async function listContacts(db: Database): Promise<StoredContact[]> {
  return selectContacts(db);
}
