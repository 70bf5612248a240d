import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { decideAutoMints } from '@city-mint/server/rounds/auto-mint/decide-requests';
import { readAutoMint } from '@city-mint/server/rounds/auto-mint/queries';
import { type ConfirmedAction, confirmationMessage } from '@city-mint/server/session/confirmation-message';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newPerson, type Person } from '../builders/person.ts';
import { JU } from '../builders/rounds.ts';
import { tokenOf } from '../builders/sessions.ts';
import { asRole } from '../setup/as-role.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, type TestApi } from '../setup/start-test-api.ts';

/*
 * A thief with the login of an api, and with the token of a victim who is signed in: auto-mint without a maximum still
 * takes the victim's wallet.
 */

let database: TestDatabase;
let api: TestApi;
let owner: Database;
let verifier: Database;
let login: Login;
let stolen: pg.Client;
let thief: Person;
let victim: Person;

const TWO_HOURS_MS = 7_200_000;
const NONCE = 'ab'.repeat(16);
const ALL = { action: 'auto-mint', keep: '0', stopAfterLosses: 0, parallelRounds: 0, version: 0 } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url, withoutWorker: true });
  owner = databaseOver(createPool({ url: database.url, maxConnections: 2 }));
  verifier = databaseOver(createPool({ ...asRole(database.url, 'city_mint_verifier'), maxConnections: 2 }));
  login = await createLogin(database.url, 'city_mint_api');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
  thief = await newPerson({ api, db: owner });
});
beforeEach(async () => {
  victim = await newPerson({ api, db: owner }, 10n * JU);
});
afterAll(async () => {
  await stolen.end();
  await api.stop();
  await Promise.all([owner, verifier].map((db) => db.destroy()));
  await login.drop();
  await database.drop();
});

type Text = { readonly confirmed?: ConfirmedAction; readonly issuedAt?: Date; readonly nonce?: string };

function textFor({ account }: Person, { confirmed = ALL, issuedAt = new Date(), nonce = NONCE }: Text = {}): string {
  return confirmationMessage({
    confirmed,
    notice: [],
    address: account.address,
    domain: TEST_DOMAIN,
    chainId: api.config.CHAIN_ID,
    nonce,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + 600_000),
  });
}

const sign = ({ account }: Person, message: string) => account.signMessage({ message });

/** Requests auto-mint with everything that the victim has, in any number of rounds. */
async function ask(message: string, signature: string): Promise<void> {
  const asked = [tokenOf(victim.userId), NONCE, message, signature];
  await stolen.query('select ask_auto_mint($1, $2, 0, 0, 0, 0, null, $3, $4)', asked);
}

const verify = () =>
  decideAutoMints({
    db: verifier,
    log: createLogger({ name: 'test', level: 'silent' }),
    chain: api.chain,
    chainId: api.config.CHAIN_ID,
  });

async function decision(): Promise<unknown> {
  const { rows } = await sql<{ decision: string }>`
    select coalesce(refusal, state) as decision from auto_mint_request
    where user_id = ${victim.userId}`.execute(owner);
  return rows[0]?.decision;
}

const isOn = async () => (await readAutoMint(owner, victim.userId)).enabled;

const FORGERIES: readonly (readonly [string, string, () => Promise<readonly [string, string]>])[] = [
  ['no signature', 'signature-invalid', async () => [textFor(victim), `0x${'11'.repeat(65)}`]],
  ['the thief’s signature', 'signature-invalid', async () => [textFor(victim), await sign(thief, textFor(victim))]],
  ['a text of the thief', 'signature-invalid', async () => [textFor(thief), await sign(thief, textFor(thief))]],
  [
    'a signature of fewer rounds',
    'signature-invalid',
    async () => {
      const message = textFor(victim, { confirmed: { ...ALL, parallelRounds: 1 } });
      return [message, await sign(victim, message)];
    },
  ],
  [
    'a signature of more to keep',
    'signature-invalid',
    async () => {
      const message = textFor(victim, { confirmed: { ...ALL, keep: '9' } });
      return [message, await sign(victim, message)];
    },
  ],
  [
    'a text of another nonce',
    'signature-invalid',
    async () => {
      const message = textFor(victim, { nonce: 'cd'.repeat(16) });
      return [message, await sign(victim, message)];
    },
  ],
  [
    'a text that expired',
    'message-expired',
    async () => {
      const message = textFor(victim, { issuedAt: new Date(Date.now() - TWO_HOURS_MS) });
      return [message, await sign(victim, message)];
    },
  ],
];

describe('a thief of the api’s login and of a token, after auto-mint without a maximum', () => {
  test.each(FORGERIES)('attack: turns it on with %s for no one', async (_name, refusal, forge) => {
    await ask(...(await forge()));
    await verify();
    expect(await decision()).toBe(refusal);
    expect(await isOn()).toBe(false);
  });

  test('default: what the victim’s wallet signed is applied once', async () => {
    const message = textFor(victim);
    await ask(message, await sign(victim, message));
    await verify();
    expect(await readAutoMint(owner, victim.userId)).toMatchObject({
      enabled: true,
      perRoundMaximum: 0n,
      parallelRounds: 0,
      version: 1,
    });
    await sql`update auto_mint set enabled = false, queue_position = null, enabled_at = null, version = 2
      where user_id = ${victim.userId}`.execute(owner);
    await ask(message, await sign(victim, message));
    await verify();
    expect(await isOn()).toBe(false);
  });

  test('behavior: a signature of settings that others replaced is stale', async () => {
    await stolen.query('select auto_mint_set($1, true, 0, 5, 0, 1, null)', [tokenOf(victim.userId)]);
    const message = textFor(victim);
    await ask(message, await sign(victim, message));
    await verify();
    expect(await decision()).toBe('stale');
    expect(await readAutoMint(owner, victim.userId)).toMatchObject({ perRoundMaximum: 5n });
  });

  const UNSIGNED = [
    ['without a maximum', 'true, 0, 0, 0, 1'],
    ['with a maximum that is rounded away', 'true, 0, 0.4, 0, 1'],
  ] as const;

  test.each(UNSIGNED)('attack: the api’s own function does not turn it on %s', async (_name, settings) => {
    const set = stolen.query(`select auto_mint_set($1, ${settings}, null)`, [tokenOf(victim.userId)]);
    await expect(set).rejects.toThrow('takes the signature of the wallet');
    expect(await isOn()).toBe(false);
  });

  test.each([
    ['less to keep', 'true, 4, 0, 2, 2'],
    ['more losses', 'true, 5, 0, 3, 2'],
    ['any number of losses', 'true, 5, 0, 0, 2'],
    ['more rounds', 'true, 5, 0, 2, 3'],
    ['any number of rounds', 'true, 5, 0, 2, 0'],
  ])('attack: without a maximum, %s take the signature', async (_name, settings) => {
    await sql`insert into auto_mint (user_id, enabled, keep, per_round_maximum, stop_after_losses, parallel_rounds,
      queue_position, enabled_at)
      values (${victim.userId}, true, 5, 0, 2, 2, nextval('auto_mint_queue'), now())`.execute(owner);
    const set = (values: string) => stolen.query(`select auto_mint_set($1, ${values}, null)`, [tokenOf(victim.userId)]);
    await expect(set(settings)).rejects.toThrow('takes the signature of the wallet');
    // Twin: the other direction needs only the token.
    await set('true, 6, 0, 1, 1');
    expect(await readAutoMint(owner, victim.userId)).toMatchObject({ keep: 6n, stopAfterLosses: 1, parallelRounds: 1 });
  });

  test.each([
    ['settings', 'insert into auto_mint (user_id, enabled) values (1, true)'],
    ['everyone’s settings', 'update auto_mint set per_round_maximum = 0'],
    ['a request', `insert into auto_mint_request (user_id, nonce) values (1, '${NONCE}')`],
    ['a decision', `update auto_mint_request set state = 'done'`],
    ['an applied request', `select apply_auto_mint_request(1, '${NONCE}')`],
    ['a place in the queue', `select nextval('auto_mint_queue')`],
  ])('attack: may not write %s', async (_name, statement) => {
    await expect(stolen.query(statement)).rejects.toThrow('permission denied');
  });

  test('broken twin: a function that does not compare turns it on for who is signed in', async () => {
    const restore = await breakFunction(owner, 'auto_mint_set', ['if wanted.enabled and', 'if false and']);
    await stolen.query('select auto_mint_set($1, true, 0, 0, 0, 0, null)', [tokenOf(victim.userId)]);
    await restore();
    expect(await readAutoMint(owner, victim.userId)).toMatchObject({ enabled: true, parallelRounds: 0 });
  });

  test('broken twin: a verifier that trusts the row applies a forgery', async () => {
    await ask(textFor(victim), `0x${'11'.repeat(65)}`);
    await sql`select apply_auto_mint_request(${victim.userId}, ${NONCE})`.execute(verifier);
    expect(await isOn()).toBe(true);
  });
});
