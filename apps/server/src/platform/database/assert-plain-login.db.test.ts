import { createLogin } from '@city-mint/tests/setup/create-login';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { assertPlainLogin } from './assert-plain-login.ts';
import { createDatabase, type Database, type DatabaseRole } from './database.ts';

const ROLES: readonly DatabaseRole[] = ['city_mint_api', 'city_mint_ops', 'city_mint_worker', 'city_mint_indexer'];

let database: TestDatabase;
let owner: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 1 });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

/** Connects as a new login of a role, to which `change` is applied first. */
async function loginOf(role: DatabaseRole, change?: (name: string) => string): Promise<Database> {
  const login = await createLogin(database.url, role);
  const name = new URL(login.url).username;
  if (change !== undefined) await sql.raw(change(name)).execute(owner);
  const db = createDatabase({ url: login.url, role, maxConnections: 1 });
  onTestFinished(async () => {
    await db.destroy();
    await sql.raw(`alter database ${database.url.split('/').at(-1)} owner to current_user`).execute(owner);
    await login.drop();
  });
  return db;
}

describe('assertPlainLogin', () => {
  test.each(ROLES)('default: accepts a login of %s', async (role) => {
    await assertPlainLogin(await loginOf(role));
  });

  test.each<[string, (name: string) => string, string]>([
    ['a superuser', (name) => `alter role ${name} superuser`, 'is a superuser'],
    ['one that may create roles', (name) => `alter role ${name} createrole`, 'may create roles'],
    ['one that replicates', (name) => `alter role ${name} replication`, 'may read everything'],
    [
      'an owner of the database',
      (name) => `alter database ${database.url.split('/').at(-1)} owner to ${name}`,
      'owns the database',
    ],
    ['one with a second role', (name) => `grant city_mint_indexer to ${name}`, 'has the roles of several processes'],
  ])('attack: refuses %s', async (_name, change, why) => {
    await expect(assertPlainLogin(await loginOf('city_mint_api', change))).rejects.toThrow(why);
  });
});
