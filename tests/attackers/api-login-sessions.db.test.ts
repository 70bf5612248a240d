import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { sql } from 'kysely';
import pg from 'pg';
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakFunction } from '../setup/break-function.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '../setup/start-test-api.ts';

const newAccount = () => privateKeyToAccount(generatePrivateKey());
const victim = newAccount();
const thief = newAccount();

let database: TestDatabase;
let owner: Database;
let api: TestApi;
let login: Login;
/** A client with the stolen connection string of an api. */
let stolen: pg.Client;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  api = await startTestApi({ databaseUrl: database.url });
  token = await api.signIn(victim);
  await api.signIn(thief);
  login = await createLogin(database.url, 'city_mint_api');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
});
afterAll(async () => {
  await stolen.end();
  await api.stop();
  await owner.destroy();
  await login.drop();
  await database.drop();
});

type Place = { readonly domain: string; readonly uri: string };
const PLACE: Place = { domain: TEST_DOMAIN, uri: TEST_URI };

/** Composes a nonce for any account and page, as the api does. */
async function compose(address: string, { domain, uri } = PLACE): Promise<string> {
  const { rows } = await stolen.query<{ nonce: string }>(
    `select nonce from sign_in_compose('participant', array[$1], array[$2], array[$3], $4)`,
    [address, domain, uri, api.config.CHAIN_ID],
  );
  return rows[0]?.nonce ?? '';
}

/** Returns the text of a nonce, as the server composes it for this page. */
function textOf({ address }: PrivateKeyAccount, nonce: string, { domain, uri } = PLACE): string {
  const issuedAt = new Date(Number.parseInt(nonce.slice(0, 12), 16));
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    'Sign in to City Mint. This sends no transaction, costs nothing and moves no money.',
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${api.config.CHAIN_ID}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${new Date(issuedAt.getTime() + 600_000).toISOString()}`,
  ].join('\n');
}

/** Requests a session as the api does; returns its token, and why nothing was stored, or the verifier's refusal. */
async function request(nonce: string, signature: Hex, { domain, uri } = PLACE) {
  const requested = newToken();
  const { rows } = await stolen.query<{ refusals: (string | null)[] }>(
    'select sign_in_submit(array[$1], array[$2::bytea], array[$3], array[$4], array[$5], $6) as refusals',
    [nonce, hashToken(requested), signature, domain, uri, api.config.CHAIN_ID],
  );
  const stored = rows[0]?.refusals[0] ?? null;
  if (stored !== null) return { requested, answer: stored };
  let answer: string | null = null;
  await expect
    .poll(async () => {
      const { rows: collected } = await stolen.query<{ refusal: string | null }>(
        'select refusal from sign_in_collect(array[$1::bytea], array[false])',
        [hashToken(requested)],
      );
      if (collected[0] !== undefined) answer = collected[0].refusal ?? 'opened';
      return answer;
    })
    .not.toBeNull();
  return { requested, answer };
}

const isOpen = async (tried: string) => (await api.client(tried).call('POST /api/app/user/sessions', {})).ok;

describe('a thief of the api’s login who wants the session of a user', () => {
  const HASH = `sha256('any'::bytea)`;
  const NONCE = '0'.repeat(100);
  const idOfVictim = `(select id from app_user where address = '${victim.address}')`;
  test.each([
    ['a session', `insert into session (token_hash, user_id, expires_at) values (${HASH}, ${idOfVictim}, now())`],
    ['another token of a session', `update session set token_hash = ${HASH}`],
    ['another user of a session', `update session set user_id = ${idOfVictim}`],
    ['a longer session', `update session set expires_at = now() + interval '1 year'`],
    ['the end of a session', 'update session set ended_at = now()'],
    ['another address of the victim', `update app_user set address = '${thief.address}' where id = ${idOfVictim}`],
    ['a request', `insert into sign_in_request (token_hash, nonce, signature) values (${HASH}, '${NONCE}', '0x')`],
    ['another token of a request', `update sign_in_request set token_hash = ${HASH}`],
    ['a decision', `update sign_in_request set outcome = 'opened'`],
    ['an end of requests', 'delete from sign_in_request'],
    ['an unused nonce', 'delete from sign_in_nonce_used'],
    ['a decision by the function', `select sign_in_decide(array[${HASH}], array['${victim.address}'], array[null])`],
    ['a lease', `select sign_in_take(array['x'], array['x'], 1, 9, 1)`],
    ['the role of the verifier', 'set role city_mint_verifier'],
  ])('attack: may not write %s', async (_name, statement) => {
    await expect(stolen.query(statement)).rejects.toThrow('permission denied');
  });

  test.each([
    ['others’ requests and signatures', 'select * from sign_in_request'],
    ['the keys of nonces', 'select * from sign_in_key'],
    ['the code of a nonce', `select sign_in_code('participant', '', 1, '', '')`],
  ])('attack: may not read %s', async (_name, statement) => {
    await expect(stolen.query(statement)).rejects.toThrow('permission denied');
  });

  test('attack: a composed text of the victim opens nothing without the victim’s signature', async () => {
    const others: readonly ((nonce: string) => Promise<Hex>)[] = [
      async () => '0x',
      async () => `0x${'11'.repeat(65)}`,
      (nonce) => thief.signMessage({ message: textOf(victim, nonce) }),
      (nonce) => thief.signMessage({ message: textOf(thief, nonce) }),
    ];
    for (const sign of others) {
      const nonce = await compose(victim.address);
      const { requested, answer } = await request(nonce, await sign(nonce));
      expect(answer).toBe('signature-invalid');
      expect(await isOpen(requested)).toBe(false);
    }
  });

  test('attack: the thief’s own text and signature open only the thief’s session', async () => {
    const nonce = await compose(thief.address);
    const { requested, answer } = await request(nonce, await thief.signMessage({ message: textOf(thief, nonce) }));
    expect(answer).toBe('opened');
    const { rows } = await sql<{ address: string }>`select u.address from session s join app_user u on u.id = s.user_id
      where s.token_hash = ${hashToken(requested)}`.execute(owner);
    expect(rows).toEqual([{ address: thief.address }]);
  });

  test('attack: a signature that has opened a session opens no other, and no made-up nonce is stored', async () => {
    const nonce = await compose(victim.address);
    const signature = await victim.signMessage({ message: textOf(victim, nonce) });
    expect((await request(nonce, signature)).answer).toBe('opened');
    const { requested, answer } = await request(nonce, signature);
    expect(answer).toBe('nonce-used-or-unknown');
    expect(await isOpen(requested)).toBe(false);
    const madeUp = nonce.slice(0, 99) + (nonce.endsWith('0') ? '1' : '0');
    expect((await request(madeUp, signature)).answer).toBe('nonce-used-or-unknown');
  });

  test('attack: what the victim signed for another page opens nothing', async () => {
    const evil = { domain: 'evil.test', uri: 'https://evil.test/' };
    const nonce = await compose(victim.address, evil);
    const signature = await victim.signMessage({ message: textOf(victim, nonce, evil) });
    const { requested, answer } = await request(nonce, signature, evil);
    expect(answer).toBe('nonce-used-or-unknown');
    expect(await isOpen(requested)).toBe(false);
  });

  test('attack: a request under the hash of an open session changes nothing, and stops no other request', async () => {
    const nonce = await compose(thief.address);
    const signature = await thief.signMessage({ message: textOf(thief, nonce) });
    await stolen.query('select sign_in_submit(array[$1], array[$2::bytea], array[$3], array[$4], array[$5], $6)', [
      ...[nonce, hashToken(token), signature, TEST_DOMAIN, TEST_URI, api.config.CHAIN_ID],
    ]);
    expect(await isOpen(await api.signIn(newAccount()))).toBe(true);
    const { rows } = await sql<{ address: string }>`select u.address from session s join app_user u on u.id = s.user_id
      where s.token_hash = ${hashToken(token)}`.execute(owner);
    expect(rows).toEqual([{ address: victim.address }]);
  });

  test('broken twin: with the right to decide, the thief opens the session of the victim', async () => {
    await sql`grant execute on function sign_in_decide to city_mint_api`.execute(owner);
    // No verifier is quicker than the thief: they take no request.
    const mend = await breakFunction(owner, 'sign_in_take', ['r.outcome is null', 'false']);
    const nonce = await compose(victim.address);
    const opened = newToken();
    await stolen.query(`select sign_in_submit(array[$1], array[$2::bytea], array['0x'], array[$3], array[$4], $5)`, [
      ...[nonce, hashToken(opened), TEST_DOMAIN, TEST_URI, api.config.CHAIN_ID],
    ]);
    await stolen.query('select sign_in_decide(array[$1::bytea], array[$2], array[null])', [
      hashToken(opened),
      victim.address,
    ]);
    expect(await isOpen(opened)).toBe(true);
    await mend();
    await sql`revoke execute on function sign_in_decide from city_mint_api`.execute(owner);
  });
});
