import type { DatabaseRole } from '@city-mint/server/platform/database/database';
import pg from 'pg';

const ROLES: readonly DatabaseRole[] = [
  'city_mint_api',
  'city_mint_worker',
  'city_mint_indexer',
  'city_mint_ops',
  'city_mint_operator',
  'city_mint_auditor',
  'city_mint_verifier',
];
/** Password of a development database, which listens on the loopback interface only. */
const PASSWORD = 'known to everyone';

/**
 * Creates a login for each process's role on a migrated server, as docs/operating/start.md says, and leaves existing
 * ones unchanged. No process connects as the owner of the database.
 */
export async function createLogins(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const role of ROLES) {
      // Logins belong to the whole server: the start of another database may create them concurrently.
      await client.query(`do $$ begin
        create role ${loginOf(role)} login password '${PASSWORD}' in role ${role};
      exception when duplicate_object or unique_violation then null; end $$`);
    }
  } finally {
    await client.end();
  }
}

/** Returns the connection string of the role's login to the same database. */
export function loginUrl(ownerUrl: string, role: DatabaseRole): string {
  const url = new URL(ownerUrl);
  url.username = loginOf(role);
  url.password = encodeURIComponent(PASSWORD);
  return url.href;
}

function loginOf(role: DatabaseRole): string {
  return `${role}_login`;
}
