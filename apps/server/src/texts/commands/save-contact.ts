import type { Database } from '#platform/database/database.ts';
import { type StoredContact, upsertContact } from '../store/contacts.ts';

/** Sets a contact link; a new one is placed last. */
export async function saveContact(tx: Database, contact: StoredContact): Promise<void> {
  await upsertContact(tx, contact);
}
