import { contactKind } from '@city-mint/api-contract/texts/qa-endpoints';
import type { Database } from '#platform/database/database.ts';
import type { Contact } from '../contact-of.ts';

export type StoredContact = Contact & { readonly key: string };

/** Contact links, those that were set first first. */
export async function selectContacts(db: Database): Promise<StoredContact[]> {
  const rows = await db
    .selectFrom('contact_link')
    .select(['key', 'kind', 'label', 'url'])
    .orderBy('created_at')
    .orderBy('key')
    .execute();
  return rows.map((row) => ({ ...row, kind: contactKind.parse(row.kind) }));
}

export async function upsertContact(tx: Database, { key, ...contact }: StoredContact): Promise<void> {
  await tx
    .insertInto('contact_link')
    .values({ key, ...contact })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(contact))
    .execute();
}

export async function deleteContact(tx: Database, key: string): Promise<void> {
  await tx.deleteFrom('contact_link').where('key', '=', key).execute();
}
