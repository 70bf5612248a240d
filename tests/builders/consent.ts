import { SPAN_NAMES, type TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { DEVELOPMENT_OPERATOR } from '@city-mint/server/platform/config/settings';
import type { Database } from '@city-mint/server/platform/database/database';
import { composeDisclosure } from '@city-mint/server/session/disclosure-content';
import { sql } from 'kysely';

const ANY = Object.fromEntries(SPAN_NAMES.map((name) => [name, { from: 0, to: 1_000_000 }])) as TermsSpan;

/**
 * Makes these users accept a disclosure that covers any terms, so that the order of consent and plan does not matter in
 * a test. `operator` is the one that the processes of the test name. Needs the owner's connection.
 */
export async function acceptAnyTerms(
  db: Database,
  userIds: readonly bigint[],
  operator: { readonly name: string; readonly contact: string } = DEVELOPMENT_OPERATOR,
): Promise<void> {
  const { hash, conductHash, terms, json } = composeDisclosure(operator, ANY);
  await sql`insert into disclosure (hash, conduct_hash, terms, content)
    values (${hash}, ${conductHash}, ${JSON.stringify(terms)}, ${json}) on conflict do nothing`.execute(db);
  await sql`insert into consent (user_id, hash) select u, ${hash} from unnest(${userIds}::bigint[]) u
    on conflict do nothing`.execute(db);
  await sql`update app_user set consent_hash = ${hash}, consent_at = now()
    where id = any (${userIds}::bigint[])`.execute(db);
}
