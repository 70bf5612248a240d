import { readFileSync } from 'node:fs';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeRoleRights, ROLE_RIGHTS } from '../tools/role-rights.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

describe('rights of the database roles', () => {
  test('default: each role has exactly the listed rights to each table and column', async () => {
    expect(await describeRoleRights(database.url)).toBe(readFileSync(ROLE_RIGHTS, 'utf8'));
  });

  test.each([
    'grant update (address) on app_user to city_mint_api',
    'grant select on session to public',
    'grant insert on withdrawal_voucher to city_mint_api',
    'grant delete on operator_log to city_mint_operator',
    'grant insert on operator_account to city_mint_ops',
    'grant create on schema public to city_mint_api',
    'create function rich() returns int language sql security definer as $$ select 1 $$',
  ])('broken twin: %s is found', async (statement) => {
    const before = await describeRoleRights(database.url);
    await owner.query(statement);
    expect(await describeRoleRights(database.url)).not.toBe(before);
  });
});
