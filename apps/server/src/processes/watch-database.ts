import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '#platform/config/settings.ts';
import { assertPlainLogin } from '#platform/database/assert-plain-login.ts';
import type { Database } from '#platform/database/database.ts';
import { type Fence, OlderDatabase, type Reading } from '#platform/database/fence.ts';
import { waitUntilAvailable } from './wait-until-available.ts';

const WATCH_MS = 2_000;

type Watched = {
  /** The pools with each of the time limits that the process uses. */
  readonly dbs: readonly [Database, ...Database[]];
  readonly fence: Fence;
  readonly log: Logger;
  readonly watchMs?: number;
  /** Ends the process; for tests. */
  readonly end?: () => void;
};

/**
 * Ends the process when a connection of one of its pools has another role or no limits, or, in production, when its
 * login could do more than its role; and, as long as it runs, when its database is older than the one before. Does not
 * delay the start: an api answers that the database is away while it is. Returns a function that stops watching.
 */
export function watchDatabase({ NODE_ENV }: Pick<Config, 'NODE_ENV'>, watched: Watched): () => void {
  const { dbs, fence, log, watchMs = WATCH_MS, end = () => process.exit(1) } = watched;
  const [db] = dbs;
  const refuse = (error: unknown) => {
    log.fatal({ err: error }, 'the database is refused');
    end();
  };
  const check = async () => {
    for (const each of dbs) await sql`select 1`.execute(each);
    if (NODE_ENV === 'production') await assertPlainLogin(db);
  };
  waitUntilAvailable('database', check, { log }).catch(refuse);
  const timer = setInterval(() => {
    fence.examine(readingOf(db)).catch((error: unknown) => {
      // All other errors are those of a database that is away, which others report.
      if (error instanceof OlderDatabase) refuse(error);
    });
  }, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}

const readingOf = (db: Database) => async (known: bigint) => {
  const { rows } = await sql<Reading>`
    select system, timeline, entry, hash, known_hash from database_position(${known})`.execute(db);
  return rows[0];
};
