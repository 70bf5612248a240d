import { pickPort } from '@city-mint/devnet/ports';
import { serverEnvironment, withLogin } from '@city-mint/devnet/server-environment';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { createPool, type DatabaseRole } from '@city-mint/server/platform/database/database';
import { hashToken } from '@city-mint/server/session/token';
import type pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../faults/server-process.ts';
import { NO_CHAIN } from '../faults/system.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '../setup/start-test-api.ts';

const operator = privateKeyToAccount(generatePrivateKey());
const TOKEN = 'A'.repeat(43);
const HASH = `decode('${hashToken(TOKEN).toString('hex')}', 'hex')`;
const NONCE = '0'.repeat(100);

describe('a thief with the login of one process', () => {
  let database: TestDatabase;
  let api: TestApi;
  let userId: bigint;
  const logins = new Map<DatabaseRole, pg.Pool>();

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url, env: { OPERATOR_ADDRESSES: operator.address } });
    const account = privateKeyToAccount(generatePrivateKey());
    await api.signIn(account);
    const { rows } = await api.admin.query('select id from app_user where address = $1', [account.address]);
    userId = BigInt(rows[0].id);
    for (const role of ['city_mint_api', 'city_mint_worker', 'city_mint_indexer', 'city_mint_ops'] as const) {
      logins.set(role, createPool({ ...asRole(database.url, role), maxConnections: 1 }));
    }
  });
  afterAll(async () => {
    await Promise.all([...logins.values()].map((login) => login.end()));
    await api.stop();
    await database.drop();
  });

  /** Returns the error of a statement that a login executes; `done` when there is none. */
  async function attempt(role: DatabaseRole, statement: string): Promise<string> {
    const refused = await logins
      .get(role)
      ?.query(statement)
      .catch((error: Error) => error.message);
    return typeof refused === 'string' ? refused : 'done';
  }

  const asOperator = () => api.client(TOKEN).call('POST /api/ops/controls', {});

  test.each([
    'set role city_mint_operator',
    'set role postgres',
    `insert into operator_session (token_hash, address, expires_at)
      values (${HASH}, '${operator.address}', now() + interval '1 hour')`,
    `update operator_session set expires_at = now() + interval '1 year'`,
    'select token_hash from operator_session',
    `select operator_session_open('${NONCE}', '${operator.address}', '', '', 1, ${HASH}, '')`,
    `select * from sign_in_compose('operator', array['${operator.address}'], array[''], array[''], 1)`,
    `select sign_in_spend('operator', '${NONCE}')`,
    `select sign_in_code('operator', '', 1, '', '')`,
    'select inner_key from sign_in_key',
    `insert into operator_account (address, role, added_at) values ('${operator.address}', 'approver', now())`,
    `update operator_account set role = 'approver'`,
    `insert into operator_proposal (action, subject, params, reason, proposed_by, expires_at)
      values ('', '', '{}', 'x', '${operator.address}', now())`,
    `update system_switch set paused = false`,
  ])('default: the api’s login does not become an operator by: %s', async (statement) => {
    expect(await attempt('city_mint_api', statement)).toMatch(/permission denied|may not sign in/);
    expect(await asOperator()).toMatchObject({ ok: false, error: 'unauthorized' });
  });

  test.each([
    () => `insert into session (token_hash, user_id, expires_at) values (${HASH}, ${userId}, now() + interval '1 day')`,
    () => `update session set user_id = ${userId}`,
    () => `update session set expires_at = now() + interval '1 year'`,
    () => `insert into app_user (address) values ('0x000000000000000000000000000000000000dEaD')`,
    () => `delete from sign_in_nonce_used`,
  ])('behavior: no login writes users’ sessions past the functions: %o', async (statement) => {
    for (const role of ['city_mint_api', 'city_mint_ops'] as const) {
      expect(await attempt(role, statement())).toMatch(/permission denied/);
    }
  });

  const compose = async (scope: string, role: DatabaseRole) => {
    const { rows } = (await logins
      .get(role)
      ?.query<{ nonce: string }>(
        `select nonce from sign_in_compose($1, array[$2], array['${TEST_DOMAIN}'], array['${TEST_URI}'], 202599)`,
        [scope, operator.address],
      )) ?? { rows: [] };
    return rows[0]?.nonce ?? '';
  };
  const open = async (nonce: string, address: string) => {
    const { rows } = (await logins.get('city_mint_ops')?.query(
      `select operator_session_open($1, $2, '${TEST_DOMAIN}', '${TEST_URI}', 202599,
          sha256(random()::text::bytea), '0x' || repeat('00', 65)) as at`,
      [nonce, address],
    )) ?? { rows: [] };
    return rows[0]?.at ?? null;
  };

  test('behavior: neither a participant’s, a used nor another’s text opens an operator’s session', async () => {
    expect(await open(await compose('participant', 'city_mint_api'), operator.address)).toBeNull();
    const nonce = await compose('operator', 'city_mint_ops');
    expect(await open(nonce, privateKeyToAccount(generatePrivateKey()).address)).toBeNull();
    expect(await open(nonce, operator.address)).not.toBeNull();
    expect(await open(nonce, operator.address)).toBeNull();
  });

  test('behavior: a removed operator’s text opens no session, though the configuration names them', async () => {
    const nonce = await compose('operator', 'city_mint_ops');
    await api.admin.query(`insert into operator_account (address, role, removed_at) values ($1, 'approver', now())`, [
      operator.address,
    ]);
    expect(await open(nonce, operator.address)).toBeNull();
    await api.admin.query('delete from operator_account');
    // The same text: only the removal was in its way, and it was not used up.
    expect(await open(nonce, operator.address)).not.toBeNull();
  });

  test('broken twin: with the right to insert rows the api’s login is an operator', async () => {
    await api.admin.query('grant insert, select on operator_session to city_mint_api');
    const statement = `insert into operator_session (token_hash, address, nonce, signature, expires_at)
      values (${HASH}, '${operator.address}', '${NONCE}', '0x' || repeat('00', 65), now() + interval '1 hour')`;
    expect(await attempt('city_mint_api', statement)).toBe('done');
    expect(await asOperator()).toMatchObject({ ok: true });
    await api.admin.query('revoke insert, select on operator_session from city_mint_api');
    await api.admin.query('delete from operator_session where token_hash = $1', [hashToken(TOKEN)]);
  });
});

describe('processes with logins as docs/operating/start.md makes them', () => {
  let database: TestDatabase;
  const processes: ServerProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    for (const process of processes) await process.end('SIGKILL');
    await database.drop();
  });

  async function start(name: 'api' | 'ops', role: DatabaseRole): Promise<string> {
    const { port } = await pickPort();
    const environment = serverEnvironment({
      databaseUrl: database.url,
      rpcUrl: NO_CHAIN.url,
      chainId: 202_599,
      contracts: NO_CHAIN.addresses,
      port,
      webDist: '',
    });
    const env = { ...withLogin(environment, role), OPERATOR_ADDRESSES: operator.address, SIGN_IN_DOMAINS: TEST_DOMAIN };
    processes.push(await startProcess(name, env));
    return `http://127.0.0.1:${port}`;
  }

  async function post<Data>(url: string, body: object, authorization = ''): Promise<Data> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Data;
  }

  test('default: an operator signs in and reads the controls at the process of operators', async () => {
    const ops = await start('ops', 'city_mint_ops');
    const text = await post<{ data: { message: string; nonce: string } }>(`${ops}/api/ops/signMessage`, {
      eth_address: operator.address,
      domain: TEST_DOMAIN,
      uri: TEST_URI,
    });
    const { message, nonce } = text.data;
    const login = await post<{ data: { token: string } }>(`${ops}/api/ops/login`, {
      sign_hex: await operator.signMessage({ message }),
      nonce,
    });
    expect(await post(`${ops}/api/ops/controls`, {}, login.data.token)).toMatchObject({ code: 200 });
    expect(await post(`${ops}/api/app/user/sessions`, {}, login.data.token)).toMatchObject({ error: 'not-found' });
  });

  test('broken twin: with the login of the api it answers nothing', async () => {
    const ops = await start('ops', 'city_mint_api');
    const order = { eth_address: operator.address, domain: TEST_DOMAIN, uri: TEST_URI };
    // The process refuses such a connection and ends, before or after the answer to its first call.
    const answer = await post<{ code: number }>(`${ops}/api/ops/signMessage`, order).catch(() => ({ code: 500 }));
    expect(answer).toMatchObject({ code: 500 });
    const refused = processes.at(-1);
    await waitUntil(() => refused?.hasExited() === true, 60_000);
    expect(refused?.lines.join('')).toContain('the database is refused');
  });
});
