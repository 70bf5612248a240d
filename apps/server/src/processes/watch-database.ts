import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#platform/config/settings.ts';
import { assertPlainLogin } from '#platform/database/assert-plain-login.ts';
import type { Database } from '#platform/database/database.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

/**
 * Ends the process as soon as a connection of one of its pools has another role or no limits, or, in production, when
 * its login could do more than its role. Does not delay the start: an api answers that the database is away while it
 * is.
 */
export function checkLogin(
  { NODE_ENV }: Pick<Config, 'NODE_ENV'>,
  { dbs, log }: { readonly dbs: readonly Database[]; readonly log: Logger },
): void {
  const check = async () => {
    for (const db of dbs) await sql`select 1`.execute(db);
    const [first] = dbs;
    if (NODE_ENV === 'production' && first !== undefined) await assertPlainLogin(first);
  };
  waitUntilAvailable('database', check, { log }).catch((error: unknown) => {
    log.fatal({ err: error }, 'the login is refused');
    process.exit(1);
  });
}
