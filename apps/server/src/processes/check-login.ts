import type { Logger } from 'pino';
import type { Config } from '#platform/config/settings.ts';
import { assertPlainLogin } from '#platform/database/assert-plain-login.ts';
import type { Database } from '#platform/database/database.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

/**
 * In production, ends the process as soon as the database says that its login could do more than its role. Does not
 * delay the start: an api answers that the database is away while it is.
 */
export function checkLogin(
  { NODE_ENV }: Pick<Config, 'NODE_ENV'>,
  { db, log }: { readonly db: Database; readonly log: Logger },
): void {
  if (NODE_ENV !== 'production') return;
  waitUntilAvailable('database', () => assertPlainLogin(db), { log }).catch((error: unknown) => {
    log.fatal({ err: error }, 'the login is refused');
    process.exit(1);
  });
}
