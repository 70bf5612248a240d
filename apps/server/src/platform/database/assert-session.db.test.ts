import { createLogin, type Login } from '@city-mint/tests/setup/create-login';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTransactionPooler, type TransactionPooler } from '@city-mint/tests/setup/transaction-pooler';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPool } from './database.ts';

const ROLE = 'city_mint_api';

let database: TestDatabase;
let pooler: TransactionPooler;
let owner: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await startTransactionPooler(database.url);
  owner = new pg.Client(database.url);
  await owner.connect();
});
afterAll(async () => {
  await pooler.stop();
  await owner.end();
  await database.drop();
});

/** Creates a login; `change` is applied to it. */
async function loginWith(...settings: readonly string[]): Promise<Login> {
  const login = await createLogin(database.url, ROLE);
  const name = new URL(login.url).username;
  for (const setting of settings) await owner.query(`alter role ${name} set ${setting}`);
  onTestFinished(() => login.drop());
  return login;
}

const DEFAULTS = [
  `role = ${ROLE}`,
  'statement_timeout = 5000',
  'idle_in_transaction_session_timeout = 10000',
  "timezone = 'UTC'",
];

/** Runs a statement over a pool of the process's role. */
function ask(url: string, statementTimeoutMs?: number) {
  const limit = statementTimeoutMs === undefined ? {} : { statementTimeoutMs };
  const pool = createPool({ url, role: ROLE, maxConnections: 1, ...limit });
  onTestFinished(() => pool.end());
  return pool.query('select current_user as role, pg_backend_pid() as pid');
}

describe('a connection of a process', () => {
  test('default: is accepted directly, and through a pooler when the login has the defaults', async () => {
    expect((await ask((await loginWith()).url)).rows).toMatchObject([{ role: ROLE }]);
    expect((await ask(pooler.through((await loginWith(...DEFAULTS)).url))).rows).toMatchObject([{ role: ROLE }]);
  });

  test('attack: a pooler that ignores startup options is refused, by setting and remedy', async () => {
    const login = await loginWith();
    const name = new URL(login.url).username;
    const refused = ask(pooler.through(login.url));
    await expect(refused).rejects.toThrow(
      `DATABASE_URL: the role is ${name} and not ${ROLE}, statement_timeout is 0 ms and not at least 5000`,
    );
    await expect(refused).rejects.toThrow(`alter role ${name} set role = ${ROLE};`);
  });

  test.each([
    ['the role', 0, `and not ${ROLE}`],
    ['the limit of statements', 1, 'statement_timeout is 0 ms'],
    ['the limit of idle transactions', 2, 'idle_in_transaction_session_timeout is 0'],
  ])('attack: without %s as a default it is refused', async (_name, missing, words) => {
    const login = await loginWith(...DEFAULTS.filter((_, index) => index !== missing));
    await expect(ask(pooler.through(login.url))).rejects.toThrow(words);
  });

  test('edge: a limit that is shorter than a settlement’s is refused by the pool that needs it', async () => {
    const login = await loginWith(...DEFAULTS);
    await expect(ask(pooler.through(login.url), 300_000)).rejects.toThrow('5000 ms and not at least 300000');
  });

  test('broken twin: without the check it runs as the bare login, without any limit', async () => {
    const login = await loginWith();
    const plain = new pg.Client({
      connectionString: pooler.through(login.url),
      options: `-c role=${ROLE} -c statement_timeout=100`,
    });
    await plain.connect();
    onTestFinished(() => plain.end());
    const { rows } = await plain.query(`select current_user as role, pg_sleep(0.3)::text as slept`);
    expect(rows).toEqual([{ role: new URL(login.url).username, slept: '' }]);
  });
});
