import { contactKind } from '@city-mint/api-contract/texts/qa-endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Contact } from '../contact-of.ts';

export type StoredContact = Contact & { readonly key: string };

/** Returns the contact links, oldest first. */
export async function selectContacts(db: Database): Promise<StoredContact[]> {
  const rows = await db
    .selectFrom('contact_link')
    .select(['key', 'kind', 'label', 'url'])
    .orderBy('created_at')
    .orderBy('key')
    .execute();
  return rows.map((row) => ({ ...row, kind: contactKind.parse(row.kind) }));
}

/** Stores a contact link; replaces an earlier one with this key. */
export async function upsertContact(tx: Database, { key, ...contact }: StoredContact): Promise<void> {
  await tx
    .insertInto('contact_link')
    .values({ key, ...contact })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(contact))
    .execute();
}

/** Deletes a contact link. */
export async function deleteContact(tx: Database, key: string): Promise<void> {
  await tx.deleteFrom('contact_link').where('key', '=', key).execute();
}
