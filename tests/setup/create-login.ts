import { randomBytes } from 'node:crypto';
import type { DatabaseRole } from '@city-mint/server/platform/database/database';
import pg from 'pg';

/** A login of one process, and its connection string; `drop` removes it. */
export type Login = { readonly url: string; drop(): Promise<void> };

/**
 * Creates a login that is a member of a role, exactly as docs/operating/start.md says. Returns it with the connection
 * string to the database of `url`, whose user must be a superuser.
 */
export async function createLogin(url: string, role: DatabaseRole): Promise<Login> {
  const name = `login_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await execute(url, `create role ${name} login password '${password}' in role ${role}`);
  const own = new URL(url);
  own.username = name;
  own.password = password;
  return { url: own.toString(), drop: () => execute(url, `drop owned by ${name}; drop role ${name}`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
