import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Disclosure } from '#platform/database/generated/db.ts';

/** Returns the disclosure of a hash, or undefined. */
export async function findDisclosure(db: Database, hash: string): Promise<Selectable<Disclosure> | undefined> {
  return db.selectFrom('disclosure').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Returns the newest versions without their content, the newest first. */
export async function selectVersions(
  db: Database,
  limit: number,
): Promise<Pick<Selectable<Disclosure>, 'version' | 'hash' | 'published_at'>[]> {
  return db
    .selectFrom('disclosure')
    .select(['version', 'hash', 'published_at'])
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

/** Inserts a disclosure as the newest version; returns once it is stored, also where it was already. */
export async function insertDisclosure(db: Database, disclosure: { hash: string; content: string }): Promise<void> {
  await db
    .insertInto('disclosure')
    .values(disclosure)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Records that a user accepted a disclosure; returns when the user first did. */
export async function insertConsent(tx: Database, consent: { userId: bigint; hash: string }): Promise<Date> {
  await tx
    .insertInto('consent')
    .values({ user_id: consent.userId, hash: consent.hash })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doNothing())
    .execute();
  const { accepted_at } = await tx
    .selectFrom('consent')
    .select('accepted_at')
    .where('user_id', '=', consent.userId)
    .where('hash', '=', consent.hash)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('app_user')
    .set({ consent_hash: consent.hash, consent_at: accepted_at })
    .where('id', '=', consent.userId)
    .execute();
  return accepted_at;
}
