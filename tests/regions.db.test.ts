import { randomUUID } from 'node:crypto';
import { createClient } from '@city-mint/api-contract/client';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearAutoMint } from './builders/auto-mint.ts';
import { acceptAnyTerms } from './builders/consent.ts';
import { buildPlan, JU, openRound } from './builders/rounds.ts';
import { createTestDatabase, type TestDatabase } from './setup/create-test-database.ts';
import { startTestApi, type TestApi } from './setup/start-test-api.ts';

describe('regions', () => {
  let database: TestDatabase;
  let db: Database;
  /** An API behind a trusted proxy, which sends the caller's country, and one behind an untrusted proxy. */
  let api: TestApi;
  let untrustingApi: TestApi;
  let operators: readonly [OperatorClient, OperatorClient];
  let phase = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.url, maxConnections: 2 });
    const env = { REGION_HEADER: 'CF-IPCountry' };
    api = await startTestApi({ databaseUrl: database.url, env: { ...env, TRUSTED_PROXIES: '127.0.0.0/8' } });
    operators = await api.operators();
    // Its worker answers requests on this database too, so it has the same operators.
    const ofBoth = { ...env, OPERATOR_ADDRESSES: api.config.OPERATOR_ADDRESSES.join(',') };
    untrustingApi = await startTestApi({
      databaseUrl: database.url,
      env: { ...ofBoth, TRUSTED_PROXIES: '10.0.0.0/8' },
    });
  });
  afterAll(async () => {
    await Promise.all([api.stop(), untrustingApi.stop(), db.destroy()]);
    await database.drop();
  });
  beforeEach(async () => {
    await sql`delete from region_rule where region <> 'default'`.execute(db);
    await sql`update region_rule set joining = true, referral = true`.execute(db);
    await sql`update system_switch set paused = false, reason = null`.execute(db);
    await waitForRules(null, { joiningAllowed: true, referralAllowed: true });
  });

  const from = (country: string | null, token?: string, of = api) =>
    createClient({
      baseUrl: of.url,
      fetch: (url, init) =>
        fetch(url, {
          ...init,
          headers: { ...(init?.headers as object), ...(country === null ? {} : { 'cf-ipcountry': country }) },
        }),
      token: () => token ?? null,
      lang: () => 'en',
    });

  async function home(country: string | null, of = api) {
    const answer = await from(country, undefined, of).call('GET /api/app/home', {});
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  }

  /** Waits until the API applies the given rules. */
  async function waitForRules(
    country: string | null,
    allowed: { joiningAllowed?: boolean; referralAllowed?: boolean },
  ) {
    await expect.poll(async () => (await home(country)).region).toMatchObject(allowed);
  }

  const set = (region: string, joiningAllowed: boolean, referralAllowed: boolean) =>
    operators[0].act('regions/set', {
      region,
      joiningAllowed,
      referralAllowed,
      reason: 'local law',
    });

  async function newUser(): Promise<{ account: PrivateKeyAccount; token: string; userId: bigint }> {
    const account = privateKeyToAccount(generatePrivateKey());
    const token = await api.signIn(account);
    const user = await sql<{ id: bigint }>`select id from app_user where address = ${account.address}`.execute(db);
    const userId = user.rows[0]?.id ?? 0n;
    await acceptAnyTerms(db, [userId]);
    const amount = (100n * JU).toString();
    await sql`select ledger_write_transfer(
      1, 0, account_available(${userId}, currency_ju()), ${amount}::numeric, ${-userId})`.execute(db);
    return { account, token, userId };
  }
  const newRound = () => openRound(db, buildPlan({ city: `Region ${++phase}`, phase: 1, rounds: 1 }));

  test('default: where joining is disabled joins are refused, elsewhere they are accepted', async () => {
    const { roundId, termsHash } = await newRound();
    const { token } = await newUser();
    const order = () => ({ roundId: `${roundId}`, amount: '10', termsHash, requestId: randomUUID() });
    const earlierOrder = order();
    const accepted = await from('KP', token).call('POST /api/biz/crowdfund', earlierOrder);
    expect(accepted).toMatchObject({ ok: true, data: { rank: 1 } });

    expect(await set('KP', false, true)).toMatchObject({ ok: true, data: { state: 'done' } });
    await waitForRules('KP', { joiningAllowed: false, referralAllowed: true });
    for (const country of ['KP', 'kp']) {
      const refused = await from(country, token).call('POST /api/biz/crowdfund', order());
      expect(refused).toMatchObject({ code: 403, error: 'region-not-allowed', details: { limit: 'KP' } });
    }
    // A repeat of a request that was accepted before gets the same reply.
    expect(await from('KP', token).call('POST /api/biz/crowdfund', earlierOrder)).toEqual(accepted);
    for (const country of ['FR', null, 'XX', 'not a country', 'K']) {
      expect(await from(country, token).call('POST /api/biz/crowdfund', order()), `${country}`).toMatchObject({
        ok: true,
      });
    }
    const { rows } = await sql<{ orders: number }>`
      select count(*)::int as orders from mint_order where round_id = ${roundId}`.execute(db);
    expect(rows[0]?.orders).toBe(6);
    const { text } = await api.send('/metrics');
    // Six orders, and the repeat of one.
    expect(text).toContain('city_mint_joins_total{outcome="accepted",process="api"} 7\n');
    expect(text).toContain('city_mint_joins_total{outcome="region-not-allowed",process="api"} 2\n');
    expect(text).toContain('city_mint_join_batch_orders_sum{process="api"} 9\n');
  });

  test('behavior: the header of an untrusted proxy is ignored', async () => {
    expect(await set('KP', false, false)).toMatchObject({ ok: true });
    await waitForRules('KP', { joiningAllowed: false });
    expect((await home('KP', untrustingApi)).region).toEqual({
      country: null,
      joiningAllowed: true,
      referralAllowed: true,
    });
  });

  test('behavior: the default rule applies to regions without a rule and to unknown regions', async () => {
    expect(await set('FR', true, true)).toMatchObject({ data: { state: 'done' } });
    expect(await set('default', false, false)).toMatchObject({ data: { state: 'done' } });
    await waitForRules(null, { joiningAllowed: false, referralAllowed: false });
    expect((await home('FR')).region).toEqual({ country: 'FR', joiningAllowed: true, referralAllowed: true });
    expect((await home('DE')).region).toEqual({ country: 'DE', joiningAllowed: false, referralAllowed: false });
    await expect(sql`delete from region_rule where region = 'default'`.execute(db)).rejects.toThrow(
      'region rule default is permanent',
    );
  });

  test('behavior: where inviting is disabled no inviter is bound, and the signed text remains valid', async () => {
    const inviter = await newUser();
    const { account, token } = await newUser();
    const action = { action: 'bind-inviter', superior: inviter.account.address } as const;
    const text = await from('CU', token).call('POST /api/app/user/confirmMessage', action);
    if (!text.ok) throw new Error(text.error);
    const { message, nonce } = text.data;
    const request = { superior: inviter.account.address, nonce, sign_hex: await account.signMessage({ message }) };
    await set('CU', true, false);
    await waitForRules('CU', { joiningAllowed: true, referralAllowed: false });
    expect(await from('CU', token).call('POST /api/biz/activate', request)).toMatchObject({
      code: 403,
      error: 'region-not-allowed',
      details: { limit: 'CU' },
    });
    // It is refused before there is a text to sign.
    const early = { code: 403, error: 'region-not-allowed', details: { limit: 'CU' } };
    expect(await from('CU', token).call('POST /api/app/user/confirmMessage', action)).toMatchObject(early);
    expect(await from('FR', token).call('POST /api/biz/activate', request)).toMatchObject({ ok: true });
  });

  test('behavior: where joining is disabled auto-mint cannot be enabled, and skips rounds with a reason', async () => {
    const [there, elsewhere] = [await newUser(), await newUser()];
    const on = { enabled: true, perRoundMaximum: '5', parallelRounds: 0 };
    expect(await from('IR', there.token).call('POST /api/biz/set/repeat', on)).toMatchObject({ ok: true });
    expect(await from('FR', elsewhere.token).call('POST /api/biz/set/repeat', on)).toMatchObject({ ok: true });
    await newRound();
    await set('IR', false, true);
    await waitForRules('IR', { joiningAllowed: false });
    const { roundId } = await newRound();
    const { rows } = await sql`select user_id, event, reason, amount from auto_mint_cycle
      where round_id = ${roundId} order by user_id`.execute(db);
    expect(rows).toEqual([
      { user_id: there.userId, event: 'skipped', reason: 'region-not-allowed', amount: null },
      { user_id: elsewhere.userId, event: 'joined', reason: null, amount: 5n * JU },
    ]);
    const log = await from('IR', there.token).call('POST /api/biz/set/repeat', {});
    if (!log.ok) throw new Error(log.error);
    expect(log.data.cycles.items.map(({ event, reason }) => [event, reason])).toEqual([
      ['skipped', 'region-not-allowed'],
      ['joined', null],
    ]);
    expect(await from('IR', there.token).call('POST /api/biz/set/repeat', { ...on, keep: '1' })).toMatchObject({
      error: 'region-not-allowed',
    });
    expect(await from('IR', there.token).call('POST /api/biz/set/repeat', { enabled: false })).toMatchObject({
      ok: true,
      data: { settings: { enabled: false } },
    });
    await clearAutoMint(db);
  });

  test('behavior: allowing more requires two operators, and each action is in the public log', async () => {
    await set('KP', false, false);
    expect(await set('KP', false, false)).toMatchObject({ error: 'nothing-changes' });
    const proposed = await set('KP', true, false);
    if (!proposed.ok || proposed.data.proposalId === null) throw new Error('not proposed');
    const { proposalId } = proposed.data;
    await waitForRules('KP', { joiningAllowed: false });
    const because = 'the law was repealed';
    const [own, other] = operators;
    expect(await own.confirm(proposalId, because)).toMatchObject({
      error: 'second-operator-required',
    });
    expect(await other.confirm(proposalId, because)).toMatchObject({ data: { state: 'done' } });
    await waitForRules('KP', { joiningAllowed: true, referralAllowed: false });
    const listed = await own.call('POST /api/ops/regions', {});
    expect(listed).toMatchObject({
      data: {
        regions: [
          { region: 'KP', joiningAllowed: true, referralAllowed: false },
          { region: 'default', joiningAllowed: true, referralAllowed: true },
        ],
      },
    });
    const log = await api.client().call('GET /api/app/operatorLog', {});
    if (!log.ok) throw new Error(log.error);
    expect(log.data.items[0]).toMatchObject({
      action: 'regions/set',
      subject: 'region KP',
      operator: operators[1].address,
      proposedBy: operators[0].address,
      before: { joiningAllowed: 'false', referralAllowed: 'false' },
      after: { joiningAllowed: 'true', referralAllowed: 'false' },
      reason: 'the law was repealed',
    });
  });

  test('behavior: the home screen lists paused parts, also swaps, which only the page can disable', async () => {
    expect((await home(null)).paused).toEqual([]);
    for (const part of ['swap', 'joins'] as const) {
      expect(await operators[0].act('pause', { part, reason: 'the pool is being checked' })).toMatchObject({
        ok: true,
      });
    }
    expect((await home(null)).paused).toEqual(['joins', 'swap']);
  });
});
