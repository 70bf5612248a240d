import { randomUUID } from 'node:crypto';
import type { Client } from '@city-mint/api-contract/client';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { runRounds } from '@city-mint/server/rounds/jobs';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptAnyTerms } from '../builders/consent.ts';
import { createJoins } from '../builders/joins.ts';
import { buildPlan, closeWindow, JU, openRound } from '../builders/rounds.ts';
import { openSessions } from '../builders/sessions.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';

/** Number of concurrent sends of a call, half of them to each of two APIs. */
const TIMES = 20;
const RECIPIENT = '0x000000000000000000000000000000000000dEaD';

let database: TestDatabase;
let owner: Database;
let apis: readonly TestApi[];
beforeAll(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url, statementTimeoutMs: 60_000 }));
  apis = await Promise.all([1, 2].map(() => startTestApi({ databaseUrl: database.url })));
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await owner.destroy();
  await database.drop();
});

/** Signs in a new user who may join; returns clients of both APIs. */
async function newPerson() {
  const account = privateKeyToAccount(generatePrivateKey());
  const [api] = apis;
  if (api === undefined) throw new Error('no api');
  const token = await api.signIn(account);
  const clients = apis.map((each) => each.client(token));
  const [client] = clients;
  if (client === undefined) throw new Error('no client');
  const { rows } = await sql<{ id: bigint }>`select id from app_user where address = ${account.address}`.execute(owner);
  const userId = rows[0]?.id ?? 0n;
  await acceptAnyTerms(owner, [userId]);
  const amount = (1_000n * JU).toString();
  await sql`select ledger_write_transfer(
    1, 0, account_available(${userId}, currency_ju()), ${amount}::numeric, ${-userId})`.execute(owner);
  return { account, clients, client, userId };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(owner)).rows[0]?.n ?? -1;

let phase = 0;
async function newRound() {
  phase += 1;
  const { roundId, termsHash } = await openRound(owner, buildPlan({ phase }));
  return { id: roundId, call: { roundId: String(roundId), termsHash } };
}

/** Plays a round that fails, after which the user has hash power to claim. */
async function failedRound({ userId }: Person): Promise<void> {
  const { id, call } = await newRound();
  await openSessions(owner, [userId]);
  const pool = createPool({ url: database.url, maxConnections: 2 });
  await createJoins({ pool, db: owner })({
    userId,
    roundId: id,
    amount: tokenAmount(10n * JU),
    termsHash: call.termsHash,
    requestId: randomUUID(),
    consented: true,
  });
  await pool.end();
  await closeWindow(owner, id);
  const hasEnded = async () => {
    await runRounds(owner);
    return (await count(sql`select count(*)::int as n from round where id = ${id} and state = 'ended'`)) === 1;
  };
  expect(await waitUntil(hasEnded)).toBe(true);
}

async function signed(person: Person, action: Parameters<Client['call']>[1] & object) {
  const text = await person.client.call('POST /api/app/user/confirmMessage', action as never);
  if (!text.ok) throw new Error(text.error);
  return { nonce: text.data.nonce, sign_hex: await person.account.signMessage({ message: text.data.message }) };
}

type Answered = { readonly ok: boolean; readonly error?: string };
type Case = {
  /** Sends the call, any number of times; `sendOther` sends it with the same request id and another body. */
  readonly send: (client: Client) => Promise<Answered>;
  readonly sendOther?: (client: Client) => Promise<Answered>;
  readonly effects: () => Promise<number>;
};

const CASES: Readonly<Record<string, (person: Person) => Promise<Case>>> = {
  'POST /api/biz/crowdfund': async ({ userId }) => {
    const { call } = await newRound();
    const body = { ...call, amount: '3', requestId: randomUUID() };
    return {
      send: (client) => client.call('POST /api/biz/crowdfund', body),
      sendOther: (client) => client.call('POST /api/biz/crowdfund', { ...body, amount: '4' }),
      effects: () =>
        count(sql`select count(*)::int as n
          from mint_order o join ledger_transfer t on t.kind = kind_join() and t.source_id = o.id
          where o.user_id = ${userId}`),
    };
  },
  'POST /api/app/user/withdraw': async ({ userId }) => {
    const body = { currency: 'JU', to: RECIPIENT, amount: '2', requestId: randomUUID() } as const;
    return {
      send: (client) => client.call('POST /api/app/user/withdraw', body),
      sendOther: (client) => client.call('POST /api/app/user/withdraw', { ...body, amount: '3' }),
      effects: () => count(sql`select count(*)::int as n from withdrawal where user_id = ${userId}`),
    };
  },
  'POST /api/biz/set/repeat': async ({ userId }) => ({
    send: (client) =>
      client.call('POST /api/biz/set/repeat', { enabled: true, keep: '5', perRoundMaximum: '1', version: 0 }),
    sendOther: (client) => client.call('POST /api/biz/set/repeat', { enabled: true, keep: '6', version: 0 }),
    effects: () => count(sql`select version as n from auto_mint where user_id = ${userId}`),
  }),
  'POST /api/biz/collect/ju/power': async (person) => {
    await failedRound(person);
    const uid = String(100_000 + Number(person.userId));
    await sql`insert into exchange_account (user_id, uid) values (${person.userId}, ${uid})`.execute(owner);
    return {
      send: (client) => client.call('POST /api/biz/collect/ju/power', { uid }),
      effects: () => count(sql`select count(*)::int as n from hash_power_claim where user_id = ${person.userId}`),
    };
  },
  'POST /api/biz/activate': async (person) => {
    const superior = (await newPerson()).account.address;
    const body = { superior, ...(await signed(person, { action: 'bind-inviter', superior })) };
    return {
      send: (client) => client.call('POST /api/biz/activate', body),
      effects: () =>
        count(sql`select count(*)::int as n from participant p join team_bind b using (user_id, inviter_id)
          where p.user_id = ${person.userId}`),
    };
  },
};

describe('the same call many times concurrently, over two apis', () => {
  test.each(Object.entries(CASES))(
    'default: %s has one effect, and all callers get the same reply',
    async (_name, make) => {
      const person = await newPerson();
      const { send, sendOther, effects } = await make(person);
      const clientOf = (time: number) => person.clients[time % person.clients.length] ?? person.client;
      const answers = await Promise.all(Array.from({ length: TIMES }, (_, time) => send(clientOf(time))));
      expect(await effects()).toBe(1);
      expect(answers[0]).toMatchObject({ ok: true });
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      const other = await sendOther?.(person.client);
      if (other !== undefined) expect(other.error).toMatch(/^(request-id-reused|stale)$/);
      expect(await send(person.client)).toEqual(answers[0]);
      expect(await effects()).toBe(1);
    },
  );

  test('behavior: of changes in the wrong order the last remains; twin: without a version the first', async () => {
    const person = await newPerson();
    const set = (body: { enabled: boolean; version?: number }) =>
      person.client.call('POST /api/biz/set/repeat', { ...body, perRoundMaximum: '1' });
    const enabled = async () => {
      const answer = await person.client.call('POST /api/biz/set/repeat', {});
      return answer.ok && answer.data.settings.enabled;
    };
    // "On" was sent first and arrives last; "off" is the user's latest choice.
    expect(await set({ enabled: true, version: 0 })).toMatchObject({ ok: true });
    expect(await set({ enabled: false, version: 1 })).toMatchObject({ ok: true });
    expect(await set({ enabled: true, version: 0 })).toMatchObject({ ok: false, error: 'stale' });
    expect(await enabled()).toBe(false);
    expect(await set({ enabled: true })).toMatchObject({ ok: true });
    expect(await enabled()).toBe(true);
  });
});
