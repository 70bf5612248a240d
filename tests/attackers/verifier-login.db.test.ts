import { randomUUID } from 'node:crypto';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { inTransaction } from '@city-mint/server/platform/database/transaction';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { sql } from 'kysely';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postTransfer } from '../builders/post-transfer.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '../setup/start-test-api.ts';

const UNIT = 10n ** 18n;
const victim = privateKeyToAccount(generatePrivateKey());
const thief = privateKeyToAccount(generatePrivateKey());

let database: TestDatabase;
let owner: Database;
/** Without a verifier: the thief is the only one. */
let api: TestApi;
let login: Login;
/** A client with the stolen connection string of a verifier. */
let stolen: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  api = await startTestApi({ databaseUrl: database.url, withoutVerifier: true });
  login = await createLogin(database.url, 'city_mint_verifier');
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

/** Anyone's call of the public api, with a signature of no one; its answer comes when the thief has decided. */
async function callLogin(address: string) {
  const text = await api
    .client()
    .call('POST /api/app/user/signMessage', { eth_address: address, domain: TEST_DOMAIN, uri: TEST_URI });
  if (!text.ok) throw new Error(text.error);
  const sign_hex = `0x${'11'.repeat(65)}`;
  const answer = api.client().call('POST /api/app/user/login', { sign_hex, nonce: text.data.nonce });
  const taken = async () => {
    const { rows } = await stolen.query<{ token_hash: Buffer; address: string }>(
      `select token_hash, address from sign_in_take(array['${TEST_DOMAIN}'], array['${TEST_URI}'], $1, 9, 10)`,
      [api.config.CHAIN_ID],
    );
    return rows[0]?.token_hash;
  };
  await expect.poll(async () => (await taken()) !== undefined).toBe(true);
  const { rows } = await sql<{ token_hash: Buffer }>`select token_hash from sign_in_request`.execute(owner);
  return { answer, tokenHash: rows[0]?.token_hash };
}

const decide = (tokenHash: Buffer | undefined, address: string) =>
  stolen.query('select sign_in_decide(array[$1::bytea], array[$2], array[null])', [tokenHash, address]);

/** Every right of the login, from the catalogue: functions with the owner's rights, and tables by kind of access. */
async function rights(): Promise<string[]> {
  const { rows } = await sql<{ right: string }>`
    select 'execute ' || p.proname as "right" from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and has_function_privilege('city_mint_verifier', p.oid, 'execute')
    union all
    select kind || ' ' || c.relname from pg_class c, unnest(array['select', 'insert', 'update', 'delete']) kind
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and case when kind = 'delete' then has_table_privilege('city_mint_verifier', c.oid, kind)
        else has_any_column_privilege('city_mint_verifier', c.oid, kind) end
    order by 1`.execute(owner);
  return rows.map((row) => row.right);
}

describe('a thief of the verifier’s login', () => {
  test('default: has these rights and no other', async () => {
    expect(await rights()).toEqual([
      // Applies the settings of auto-mint that a user asked for (tests/attackers/api-auto-mint.db.test.ts).
      'execute apply_auto_mint_request',
      // tests/attackers/verifier-inviters.db.test.ts has the most that these do.
      'execute bind_requested_inviter',
      // Reads the public hash of a journal entry.
      'execute database_position',
      // As the first two.
      'execute refuse_auto_mint_request',
      'execute refuse_unverified_inviter',
      'execute sign_in_decide',
      'execute sign_in_take',
      // The addresses of users, by their ids.
      'select app_user',
      'select auto_mint_request',
      'select inviter_request',
      // The time of the next attempt, and the last error.
      'update auto_mint_request',
      'update inviter_request',
    ]);
  });

  test('attack: opens no session that no call of the api has requested', async () => {
    const token = newToken();
    await decide(hashToken(token), victim.address);
    expect(await api.client(token).call('POST /api/app/user/sessions', {})).toMatchObject({ ok: false });
    await expect(
      stolen.query(`insert into session (token_hash, user_id, expires_at) values ($1, 1, now())`, [hashToken(token)]),
    ).rejects.toThrow('permission denied');
  });

  test('attack: opens the session of the requested account only, whatever account it names', async () => {
    const { answer, tokenHash } = await callLogin(victim.address);
    await decide(tokenHash, thief.address);
    const { rows } = await sql`select 1 from session`.execute(owner);
    expect(rows).toEqual([]);
    await decide(tokenHash, victim.address);
    expect(await answer).toMatchObject({ ok: true, data: { user: { address: victim.address } } });
  });

  test('default: with a call opens any session: for two days it requests withdrawals only to that wallet', async () => {
    const { answer, tokenHash } = await callLogin(victim.address);
    await decide(tokenHash, victim.address);
    const opened = await answer;
    if (!opened.ok) throw new Error(opened.error);
    const { rows } = await sql<{ id: bigint }>`select id from app_user where address = ${victim.address}`.execute(
      owner,
    );
    await inTransaction(owner, (tx) =>
      postTransfer(tx, {
        kind: 'deposit',
        from: { kind: 'custody', currency: 'JU', owner: 0n },
        to: { kind: 'available', currency: 'JU', owner: rows[0]?.id ?? 0n },
        amount: tokenAmount(10n * UNIT),
        sourceId: 1n,
      }),
    );
    await sql`update withdrawal_hold set hours = 48`.execute(owner);
    const { data } = opened;
    const withdraw = (to: string) =>
      api.client(data.token).call('POST /api/app/user/withdraw', {
        ...{ currency: 'JU', to, amount: '1', requestId: randomUUID() },
      });
    expect(await withdraw(thief.address)).toMatchObject({ error: 'address-on-hold' });
    expect(await withdraw(victim.address)).toMatchObject({ ok: true });
    const { rows: withdrawals } = await sql`select account, recipient from withdrawal`.execute(owner);
    expect(withdrawals).toEqual([{ account: victim.address, recipient: victim.address }]);
    // Later a withdrawal to the thief's address is approved, but only the victim's wallet could send its voucher
    // (apps/server/src/assets/withdrawals/withdrawal.chain.test.ts).
    await sql`update withdrawal_recipient set first_asked_at = now() - interval '49 hours'`.execute(owner);
    expect(await withdraw(thief.address)).toMatchObject({ ok: true });
  });

  test('broken twin: a decision for any account opens the victim’s session by a call for the thief’s', async () => {
    const mend = await breakFunction(owner, 'sign_in_decide', [
      `and lower(decided.address) = '0x' || substr(r.nonce, 29, 40)`,
      '',
    ]);
    const { answer, tokenHash } = await callLogin(thief.address);
    await decide(tokenHash, victim.address);
    expect(await answer).toMatchObject({ ok: true, data: { user: { address: victim.address } } });
    await mend();
  });

  test('broken twin: with the right to insert sessions it needs no call', async () => {
    await sql`grant insert on session to city_mint_verifier`.execute(owner);
    const token = newToken();
    await stolen.query(
      `insert into session (token_hash, user_id, expires_at)
        select $1, id, now() + interval '1 day' from app_user where address = $2`,
      [hashToken(token), victim.address],
    );
    expect(await api.client(token).call('POST /api/app/user/sessions', {})).toMatchObject({ ok: true });
    await sql`revoke insert on session from city_mint_verifier`.execute(owner);
  });
});
