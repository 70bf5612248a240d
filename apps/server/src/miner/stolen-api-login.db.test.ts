import { failRound } from '@city-mint/tests/builders/hash-power';
import { newPerson as buildPerson, type Person } from '@city-mint/tests/builders/person';
import { JU } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createLogin, type Login } from '@city-mint/tests/setup/create-login';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, TEST_DOMAIN, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { SessionToken } from '#platform/http/session-token.ts';
import { confirmationMessage } from '#session/confirmation-message.ts';
import { confirmAccounts } from './jobs.ts';

let database: TestDatabase;
let api: TestApi;
let pool: pg.Pool;
let owner: Database;
let worker: Database;
let login: Login;
/** The attacker has the connection string of an api, and an account at the exchange. */
let stolen: pg.Client;
let thief: Person;
let victim: Person;
/** The accounts that the exchange was asked about. */
let questions: string[] = [];

const UID = '777777';
const OTHER_UID = '999999';
const TWO_HOURS_MS = 7_200_000;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url });
  pool = createPool({ url: database.url });
  owner = databaseOver(pool);
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  login = await createLogin(database.url, 'city_mint_api');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
  thief = await buildPerson({ api, db: owner }, 1_000n * JU);
  victim = await buildPerson({ api, db: owner }, 1_000n * JU);
  await failRound({ pool, db: owner, phase: 1 }, [victim]);
});
afterAll(async () => {
  await stolen.end();
  await api.stop();
  await Promise.all([owner, worker].map((db) => db.destroy()));
  await login.drop();
  await database.drop();
});

/** The text by which this person names an account at the exchange. */
function textFor({ account }: Person, uid: string, issuedAt = new Date()): string {
  return confirmationMessage({
    confirmed: { action: 'bind-exchange-uid', uid },
    notice: [],
    address: account.address,
    domain: TEST_DOMAIN,
    chainId: api.config.CHAIN_ID,
    nonce: 'ab'.repeat(16),
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + 600_000),
  });
}

/** Names the thief's account for the victim, with the code that the exchange shows its owner for any address. */
async function nameForVictim(message: string, signature: string): Promise<void> {
  const named = [new SessionToken(victim.token), UID, 'CODE1234', 'call', message, signature];
  await stolen.query('select ask_exchange_confirmation($1, $2, $3, $4, $5, $6)', named);
}

/** Runs the worker; the exchange confirms, because it showed the code for the victim's address. */
async function work(): Promise<void> {
  await confirmAccounts({
    db: worker,
    log: pino({ level: 'silent' }),
    chain: api.chain,
    chainId: api.config.CHAIN_ID,
    confirm: async ({ uid }) => {
      questions.push(uid);
      return { state: 'confirmed' };
    },
  });
}

async function boundAccount(): Promise<unknown> {
  const answer = await api.client(victim.token).call('POST /api/biz/fmc/machines', {});
  if (!answer.ok) throw new Error(answer.error);
  const { uid, confirmation } = answer.data.totals;
  return { uid, state: confirmation?.state ?? null };
}

const sign = ({ account }: Person, message: string) => account.signMessage({ message });

/**
 * Rows that the api's login can write without a signature of the victim's wallet, or with its signature of something
 * else.
 */
const FORGERIES: readonly (readonly [string, () => Promise<readonly [string, string]>])[] = [
  ['no signature', async () => [textFor(victim, UID), `0x${'11'.repeat(65)}`]],
  ['the thief’s signature', async () => [textFor(victim, UID), await sign(thief, textFor(victim, UID))]],
  [
    'a signature over another account',
    async () => [textFor(victim, UID), await sign(victim, textFor(victim, OTHER_UID))],
  ],
  [
    'a text of another account',
    async () => [textFor(victim, OTHER_UID), await sign(victim, textFor(victim, OTHER_UID))],
  ],
  ['a text of the thief', async () => [textFor(thief, UID), await sign(thief, textFor(thief, UID))]],
  ['any other text', async () => [`hello ${UID}`, await sign(victim, `hello ${UID}`)]],
  [
    'what the victim signed two hours ago',
    async () => {
      const message = textFor(victim, UID, new Date(Date.now() - TWO_HOURS_MS));
      return [message, await sign(victim, message)];
    },
  ],
  [
    'a text that is valid for two hours',
    async () => {
      const message = textFor(victim, UID, new Date(Date.now() + TWO_HOURS_MS));
      return [message, await sign(victim, message)];
    },
  ],
];

describe("a thief of the api’s login, with an account at the exchange, after another's hash power", () => {
  test.each(FORGERIES)('behavior: binds nothing with %s, and the exchange is not asked', async (_name, forge) => {
    questions = [];
    await nameForVictim(...(await forge()));
    await work();
    expect(await boundAccount()).toEqual({ uid: null, state: 'rejected' });
    expect(questions).toEqual([]);
  });

  test('default: an account that the victim has signed for is bound', async () => {
    const message = textFor(victim, UID);
    await nameForVictim(message, await sign(victim, message));
    await work();
    expect(questions).toEqual([UID]);
    expect(await boundAccount()).toEqual({ uid: UID, state: null });
  });

  test('broken twin: a worker that trusts the row binds the forged account', async () => {
    await sql`truncate exchange_account`.execute(owner);
    await nameForVictim(textFor(victim, UID), `0x${'11'.repeat(65)}`);
    const { rows } = await sql<{ id: string }>`select request_id as id from exchange_confirmation`.execute(owner);
    await sql`select bind_exchange_account(${rows[0]?.id}::uuid)`.execute(worker);
    expect(await boundAccount()).toEqual({ uid: UID, state: null });
  });
});
