import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { Disclosure } from '#platform/database/generated/db.ts';
import type { SessionToken } from '#platform/http/session-token.ts';
import type { ComposedDisclosure } from '../disclosure-content.ts';

/** Returns the disclosure with this hash, or undefined. */
export async function findDisclosure(db: Database, hash: string): Promise<Selectable<Disclosure> | undefined> {
  return db.selectFrom('disclosure').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Returns the newest versions without their content, newest first. */
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

/** Returns hash and terms (JSON) of every version whose sentences have this hash. */
export async function selectOfConduct(
  db: Database,
  conductHash: string,
): Promise<Pick<Selectable<Disclosure>, 'hash' | 'terms'>[]> {
  return db.selectFrom('disclosure').select(['hash', 'terms']).where('conduct_hash', '=', conductHash).execute();
}

/** Inserts a disclosure as the newest version if it is not stored yet; returns once it is stored. */
export async function insertDisclosure(
  db: Database,
  { hash, conductHash, terms, json }: Omit<ComposedDisclosure, 'content' | 'operator'>,
): Promise<void> {
  await db
    .insertInto('disclosure')
    .values({ hash, conduct_hash: conductHash, terms: terms && JSON.stringify(terms), content: json })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Records that the user of a session's token accepted a disclosure; returns when the user first did. */
export async function insertConsent(tx: Database, token: SessionToken, hash: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select accept_disclosure(${token}, ${hash}) as at`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('accept_disclosure returned no row');
  return row.at;
}

/** Returns the disclosure with this hash and when the user accepted it; undefined if they did not. */
export async function findAccepted(
  db: Database,
  { userId, hash }: { readonly userId: bigint; readonly hash: string },
): Promise<(Selectable<Disclosure> & { readonly accepted_at: Date }) | undefined> {
  return db
    .selectFrom('consent')
    .innerJoin('disclosure', 'disclosure.hash', 'consent.hash')
    .selectAll('disclosure')
    .select('consent.accepted_at')
    .where('consent.user_id', '=', userId)
    .where('consent.hash', '=', hash)
    .executeTakeFirst();
}

/** Returns the number of users whose last consent is each disclosure, by its hash. */
export async function countConsents(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ hash: string; users: number }>`
    select hash, sum(users)::int as users from consent_count group by hash having sum(users) > 0`.execute(db);
  return new Map(rows.map(({ hash, users }) => [hash, users]));
}
