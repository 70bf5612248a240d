import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogins } from '@city-mint/devnet/database-logins';
import type { DatabaseRole } from '@city-mint/server/platform/database/database';
import pg from 'pg';
import { FOLDER, MACHINES, primaryUrl, tryOut } from './machines.ts';
import { asOwner } from './processes.ts';

/** The longest statements of processes, in milliseconds; those of all others: 5,000. */
const STATEMENT_MS: Partial<Record<DatabaseRole, number>> = { city_mint_worker: 300_000, city_mint_auditor: 600_000 };

/** Migrates, and creates the logins as docs/operating/start.md has them for a pooler. Returns the owner's URL. */
export async function prepareDatabase(): Promise<string> {
  await tryOut(...asOwner(await tryOut('secret', 'superuser'), 'migrate'));
  const url = await primaryUrl();
  await createLogins(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await setDefaults(client);
    await writeUserlists(client);
  } finally {
    await client.end();
  }
  return url;
}

/** The role and limits of each login, which a pooler in transaction mode does not pass on. */
async function setDefaults(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string; role: DatabaseRole }>(
    `select login.rolname as login, role.rolname as role from pg_auth_members
       join pg_roles login on login.oid = member join pg_roles role on role.oid = roleid
      where login.rolname like 'city_mint_%_login'`,
  );
  for (const { login, role } of rows) {
    await client.query(`alter role "${login}" set role = ${role}`);
    await client.query(`alter role "${login}" set statement_timeout = ${STATEMENT_MS[role] ?? 5_000}`);
    await client.query(`alter role "${login}" set idle_in_transaction_session_timeout = 10000`);
    await client.query(`alter role "${login}" set timezone = 'UTC'`);
  }
}

async function writeUserlists(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ line: string }>(
    `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolname like 'city_mint_%_login'`,
  );
  const list = rows.map(({ line }) => `${line}\n`).join('');
  for (const machine of Object.keys(MACHINES)) {
    writeFileSync(join(FOLDER, 'machines', machine, 'root/etc/pgbouncer/userlist.txt'), list);
    await tryOut('signal', machine, 'HUP', 'pgbouncer');
  }
}
