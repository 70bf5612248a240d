import { newPerson as buildPerson, type Person } from '@city-mint/tests/builders/person';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createLogin, type Login } from '@city-mint/tests/setup/create-login';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, TEST_DOMAIN, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { SessionToken } from '#platform/http/session-token.ts';
import { type ConfirmedAction, confirmationMessage } from '#session/confirmation-message.ts';
import { newToken } from '#session/token.ts';
import { bindInviters } from './jobs.ts';

let database: TestDatabase;
let api: TestApi;
let owner: Database;
let verifier: Database;
let login: Login;
/** The attacker has the connection string of an api, and wants to become everyone's inviter. */
let stolen: pg.Client;
let thief: Person;
let friend: Person;
let victim: Person;

const TWO_HOURS_MS = 7_200_000;
/** The nonce of every text in these tests. */
const NONCE = 'ab'.repeat(16);

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url, withoutWorker: true });
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  verifier = createDatabase({ ...asRole(database.url, 'city_mint_verifier'), maxConnections: 2 });
  login = await createLogin(database.url, 'city_mint_api');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
  thief = await buildPerson({ api, db: owner });
  friend = await buildPerson({ api, db: owner });
});
beforeEach(async () => {
  victim = await buildPerson({ api, db: owner });
});
afterAll(async () => {
  await stolen.end();
  await api.stop();
  await Promise.all([owner, verifier].map((db) => db.destroy()));
  await login.drop();
  await database.drop();
});

type TextSettings = { readonly issuedAt?: Date; readonly confirmed?: ConfirmedAction };

/** The text by which this person confirms an action; by default, to be bound to this inviter. */
function textFor({ account }: Person, inviter: Person, { issuedAt = new Date(), confirmed }: TextSettings = {}) {
  return confirmationMessage({
    confirmed: confirmed ?? { action: 'bind-inviter', superior: inviter.account.address },
    notice: ['Your inviter earns a share of the fee.'],
    address: account.address,
    domain: TEST_DOMAIN,
    chainId: api.config.CHAIN_ID,
    nonce: NONCE,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + 600_000),
  });
}

const sign = ({ account }: Person, message: string) => account.signMessage({ message });

type Forged = { readonly message: string; readonly signature: string; readonly nonce?: string };

/** Requests that the victim be bound to the thief. */
async function askForVictim({ message, signature, nonce = NONCE }: Forged, inviter = thief): Promise<void> {
  const asked = [new SessionToken(victim.token), nonce, inviter.account.address, 'call', message, signature];
  await stolen.query('select ask_inviter_binding($1, $2, $3, $4, $5, $6)', asked);
}

const work = () =>
  bindInviters({ db: verifier, log: pino({ level: 'silent' }), chain: api.chain, chainId: api.config.CHAIN_ID });

/** The victim's inviter, and how often the binding was recorded. */
async function bound(): Promise<unknown> {
  const { rows } = await sql<{ inviter: bigint | null; records: number }>`
    select (select inviter_id from participant where user_id = ${victim.userId}) as inviter,
      (select count(*)::int from team_bind where user_id = ${victim.userId}) as records`.execute(owner);
  return rows[0];
}

/** The decisions on the victim's requests. */
async function decisions(): Promise<unknown[]> {
  const { rows } = await sql<{ refusal: string | null; state: string }>`
    select state, refusal from inviter_request where user_id = ${victim.userId} order by asked_at`.execute(owner);
  return rows.map(({ state, refusal }) => refusal ?? state);
}

const NOT_BOUND = { inviter: null, records: 0 };

/**
 * Rows that the api's login can write without a signature of the victim's wallet, or with its signature of something
 * else.
 */
const FORGERIES: readonly (readonly [string, string, () => Promise<Forged>])[] = [
  [
    'no signature',
    'signature-invalid',
    async () => ({ message: textFor(victim, thief), signature: `0x${'11'.repeat(65)}` }),
  ],
  [
    'the thief’s signature',
    'signature-invalid',
    async () => ({ message: textFor(victim, thief), signature: await sign(thief, textFor(victim, thief)) }),
  ],
  [
    'a signature over another inviter',
    'signature-invalid',
    async () => ({ message: textFor(victim, thief), signature: await sign(victim, textFor(victim, friend)) }),
  ],
  [
    'a signed text that names another inviter',
    'signature-invalid',
    async () => ({ message: textFor(victim, friend), signature: await sign(victim, textFor(victim, friend)) }),
  ],
  [
    'a text that another user signed',
    'signature-invalid',
    async () => ({ message: textFor(friend, thief), signature: await sign(friend, textFor(friend, thief)) }),
  ],
  [
    'what the victim signed for the exchange',
    'signature-invalid',
    async () => {
      const message = textFor(victim, thief, { confirmed: { action: 'bind-exchange-uid', uid: '777777' } });
      return { message, signature: await sign(victim, message) };
    },
  ],
  [
    'any other text',
    'signature-invalid',
    async () => {
      const message = `hello ${thief.account.address}`;
      return { message, signature: await sign(victim, message) };
    },
  ],
  [
    'what the victim signed two hours ago',
    'message-expired',
    async () => {
      const message = textFor(victim, thief, { issuedAt: new Date(Date.now() - TWO_HOURS_MS) });
      return { message, signature: await sign(victim, message) };
    },
  ],
  [
    'a text that is valid for two hours',
    'signature-invalid',
    async () => {
      const message = textFor(victim, thief, { issuedAt: new Date(Date.now() + TWO_HOURS_MS) });
      return { message, signature: await sign(victim, message) };
    },
  ],
  [
    'a signed text under another nonce than its own',
    'signature-invalid',
    async () => {
      const message = textFor(victim, thief);
      return { message, signature: await sign(victim, message), nonce: 'cd'.repeat(16) };
    },
  ],
];

describe('a thief of the api’s login, forging invitations', () => {
  test.each(FORGERIES)('behavior: binds no one with %s', async (_name, refusal, forge) => {
    await askForVictim(await forge());
    await work();
    expect(await bound()).toEqual(NOT_BOUND);
    expect(await decisions()).toEqual([refusal]);
  });

  test('default: a signed request of the victim is bound once, however often it is sent', async () => {
    const message = textFor(victim, friend);
    const signed = { message, signature: await sign(victim, message) };
    for (let time = 0; time < 3; time += 1) {
      await askForVictim(signed, friend);
      await work();
    }
    expect(await bound()).toEqual({ inviter: friend.userId, records: 1 });
    expect(await decisions()).toEqual(['bound']);
  });

  test('behavior: a refused text is not decided again when it is resent', async () => {
    const stranger = { ...thief, account: { ...thief.account, address: `0x${'12'.repeat(20)}` as const } };
    const message = textFor(victim, stranger);
    const signed = { message, signature: await sign(victim, message) };
    await askForVictim(signed, stranger);
    await work();
    expect(await decisions()).toEqual(['unknown-address']);
    await sql`insert into app_user (address) values (${stranger.account.address})`.execute(owner);
    await askForVictim(signed, stranger);
    await askForVictim({ ...signed, nonce: 'cd'.repeat(16) }, stranger);
    await work();
    expect(await bound()).toEqual(NOT_BOUND);
    expect(await decisions()).toEqual(['unknown-address', 'signature-invalid']);
  });

  test('behavior: requests nothing without the token of a session', async () => {
    const signature = `0x${'11'.repeat(65)}`;
    const asked = [new SessionToken(newToken()), NONCE, thief.account.address, 'call', '', signature];
    const request = stolen.query('select ask_inviter_binding($1, $2, $3, $4, $5, $6)', asked);
    await expect(request).rejects.toThrow('no valid session has this token');
  });

  test.each([
    ['what others’ wallets signed', 'select message, signature from inviter_request'],
    ['the locks of a binding', 'select lock_for_bind(1, 2)'],
    ['a request of its own', `insert into inviter_request (user_id, nonce) values (1, '${NONCE}')`],
    ['a decision', `update inviter_request set state = 'waiting', refusal = null`],
    ['a request that is gone', 'delete from inviter_request'],
    ['an inviter', 'update participant set inviter_id = 1 where inviter_id is null'],
    ['a participant with an inviter', 'insert into participant (user_id, inviter_id) values (987654321, 1)'],
    ['an inviter who is qualified', 'insert into participant (user_id, first_settled_round_id) values (987654321, 0)'],
    ['a binding in the team’s figures', 'insert into team_bind (user_id, inviter_id) values (987654321, 1)'],
  ])('behavior: can neither read nor write %s', async (_name, statement) => {
    await expect(stolen.query(statement)).rejects.toThrow('permission denied');
  });

  test('broken twin: with the former rights the thief becomes everyone’s inviter', async () => {
    await sql`grant insert on participant to city_mint_api`.execute(owner);
    await stolen.query('insert into participant (user_id, inviter_id) values ($1, $2)', [victim.userId, thief.userId]);
    expect(await bound()).toMatchObject({ inviter: thief.userId });
  });
});
