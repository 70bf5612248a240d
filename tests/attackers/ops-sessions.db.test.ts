import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { hashToken, newToken } from '@city-mint/server/session/token';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogin, type Login } from '../setup/create-login.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '../setup/start-test-api.ts';

/* A thief with the login of ops, which opens the sessions of operators: no wallet has to sign. */

let api: TestApi;
let login: Login;
let stolen: pg.Client;

beforeAll(async () => {
  api = await startTestApi();
  login = await createLogin(api.config.DATABASE_URL, 'city_mint_ops');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
});
afterAll(async () => {
  await stolen.end();
  await login.drop();
  await api.stop();
});

/** Opens the session of an operator without a signature; returns its token. */
async function openSession(): Promise<string> {
  const { address } = api.operatorAccounts[0];
  const token = newToken();
  const place = [TEST_DOMAIN, TEST_URI, api.config.CHAIN_ID];
  const { rows } = await stolen.query<{ nonce: string }>(
    `select nonce from sign_in_compose('operator', array[$4], array[$1], array[$2], $3)`,
    [...place, address],
  );
  const opened = await stolen.query(`select operator_session_open($5, $4, $1, $2, $3, $6, $7) as at`, [
    ...place,
    ...[address, rows[0]?.nonce, hashToken(token), `0x${'00'.repeat(65)}`],
  ]);
  expect(opened.rows[0]?.at).toBeInstanceOf(Date);
  return token;
}

test('default: opens the session of an operator, which reads', async () => {
  const client = api.client(await openSession());
  expect(await client.call('POST /api/ops/controls', {})).toMatchObject({ ok: true });
  expect(await client.call('POST /api/ops/me', {})).toMatchObject({ ok: true, data: { confirm: true } });
});

test('attack: performs no action by it without the signature of the operator’s wallet', async () => {
  const client = api.client(await openSession());
  const written = () =>
    api.admin.query(`select (select count(*) from operator_log), (select count(*) from operator_proposal)`);
  const before = (await written()).rows;
  const unsigned = { ...UNSIGNED, issuedAt: Date.now(), requestId: crypto.randomUUID() };
  const refused = { ok: false, error: 'operator-signature-invalid' };
  expect(await client.call('POST /api/ops/pause', { part: 'joins', ...unsigned })).toMatchObject(refused);
  expect(await client.call('POST /api/ops/reserve/fund', { amount: '1', ...unsigned })).toMatchObject(refused);
  expect((await written()).rows).toEqual(before);
});
