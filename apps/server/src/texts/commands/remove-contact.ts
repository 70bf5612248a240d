import type { Database } from '#platform/database/database.ts';
import { deleteContact } from '../store/contacts.ts';

/** Removes a contact link. */
export async function removeContact(tx: Database, key: string): Promise<void> {
  await deleteContact(tx, key);
}
