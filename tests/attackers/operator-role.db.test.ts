import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildFunds } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';
import { asRole } from '../setup/as-role.ts';
import { createLogin } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/* A thief with a worker's login who wants the role that performs the actions of operators. */

const THIEF = `0x${'7'.repeat(40)}`;
const ATTACK = [
  'set role city_mint_operator',
  `update withdrawal_limit set per_withdrawal = 1e30, per_user_day = 1e30, per_day = 1e30, approval_above = null`,
  `insert into operator_account (address, role, added_at) values ('${THIEF}', 'approver', now())`,
  `insert into payout_recipient (address) values ('${THIEF}')`,
  `update payout_recipient set registered_at = now() - interval '1 year'`,
  `select pay_operator('treasury', 25 * 1e18, '${THIEF}', 'a purpose', '0x${'0'.repeat(64)}', '0x${'1'.repeat(40)}',
    '0x${'2'.repeat(40)}', gen_random_uuid())`,
];

let database: TestDatabase;
let owner: Database;
let login: Awaited<ReturnType<typeof createLogin>>;
let worker: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url }));
  login = await createLogin(database.url, 'city_mint_worker');
  worker = databaseOver(createPool({ ...asRole(database.url, 'city_mint_worker'), url: login.url, maxConnections: 1 }));
  await buildFunds(owner, { reserve: 0n, emission: 0n, treasury: 100n * JU });
});
afterEach(async () => {
  await worker.destroy();
  await login.drop();
  await owner.destroy();
  await database.drop();
});

/** Returns the amounts that the treasury has paid to the thief. */
async function payouts(): Promise<unknown[]> {
  return owner.selectFrom('withdrawal').select(['account', 'amount', 'state']).execute();
}

test('attack: a worker’s login cannot take the role of operators, nor do what that role may', async () => {
  for (const statement of ATTACK) await expect(sql.raw(statement).execute(worker)).rejects.toThrow('permission denied');
  expect(await payouts()).toEqual([]);
});

test('broken twin: a login that may take the role pays the treasury to the thief', async () => {
  const name = new URL(login.url).username;
  await sql.raw(`grant city_mint_operator to "${name}" with inherit false, set true`).execute(owner);
  for (const statement of ATTACK) await sql.raw(statement).execute(worker);
  expect(await payouts()).toEqual([{ account: THIEF, amount: 25n * JU, state: 'approved' }]);
});
