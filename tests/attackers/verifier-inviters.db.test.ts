import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tokenOf } from '../builders/sessions.ts';

const NONCE = 'ab'.repeat(16);

let database: TestDatabase;
let owner: Database;
/** Connections with the stolen login of a verifier, with that of an api and that of a worker. */
let stolen: Database;
let api: Database;
let worker: Database;
let thief: bigint;
let friend: bigint;
/** A user without an inviter. */
let victim: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  stolen = createDatabase({ ...asRole(database.url, 'city_mint_verifier'), maxConnections: 1 });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 1 });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 });
  [thief = 0n, friend = 0n] = await buildParticipants(owner, { count: 2, available: 0n });
});
beforeEach(async () => {
  [victim = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
});
afterAll(async () => {
  await Promise.all([owner, stolen, api, worker].map((db) => db.destroy()));
  await database.drop();
});

/** Stores the victim's request to be bound to this inviter, as the api does after it has verified the signature. */
async function ask(inviter: bigint): Promise<void> {
  await sql`select ask_inviter_binding(${tokenOf(victim)}, ${NONCE}, address, 'call', 'text', '0x11')
    from app_user where id = ${inviter}`.execute(api);
}

async function bound(): Promise<unknown> {
  const { rows } = await sql`
    select (select inviter_id from participant where user_id = ${victim}) as inviter,
      (select array_agg(inviter_id) from team_bind where user_id = ${victim}) as recorded`.execute(owner);
  return rows[0];
}

const NOT_BOUND = { inviter: null, recorded: null };

async function requested(name: 'bind_requested_inviter' | 'refuse_unverified_inviter', refusal?: string) {
  const last = refusal === undefined ? sql`` : sql`, ${refusal}`;
  const { rows } = await sql<{ decision: string | null }>`
    select ${sql.raw(name)}(${victim}, ${NONCE}${last}) as decision`.execute(stolen);
  return rows[0]?.decision;
}

describe('a thief of the verifier’s login who wants to be everyone’s inviter', () => {
  test.each([
    ['an inviter', () => sql`update participant set inviter_id = ${thief} where user_id = ${victim}`],
    ['a participant with an inviter', () => sql`insert into participant (user_id, inviter_id) values (99, ${thief})`],
    ['a binding', () => sql`insert into team_bind (user_id, inviter_id) values (${victim}, ${thief})`],
    ['a binding to be counted again', () => sql`insert into team_bind_due (bind_id) values (1)`],
    ['a request', () => sql`insert into inviter_request (user_id, nonce) values (${victim}, ${NONCE})`],
    ['another inviter of a request', () => sql`update inviter_request set inviter = ''`],
    ['a decided request that waits again', () => sql`update inviter_request set state = 'waiting', refusal = null`],
    ['a call that names both', () => sql`select bind_inviter(${victim}, ${thief})`],
    ['the request of another', () => sql`select ask_inviter_binding(${tokenOf(victim)}, ${NONCE}, '', '', '', '')`],
  ])('attack: may not write %s', async (_name, statement) => {
    await ask(friend);
    await expect(statement().execute(stolen)).rejects.toThrow('permission denied');
    expect(await bound()).toEqual(NOT_BOUND);
  });

  test('attack: binds no one who did not ask', async () => {
    expect(await requested('bind_requested_inviter')).toBeNull();
    expect(await requested('refuse_unverified_inviter', 'signature-invalid')).toBeNull();
    await expect(requested('refuse_unverified_inviter', 'bound')).rejects.toThrow('a request is not refused for being');
    expect(await bound()).toEqual(NOT_BOUND);
  });

  test('default: can at most bind early to the inviter that the user asked for, or refuse the request', async () => {
    await ask(friend);
    expect(await requested('bind_requested_inviter')).toBe('bound');
    expect(await requested('bind_requested_inviter')).toBeNull();
    expect(await requested('refuse_unverified_inviter', 'message-expired')).toBeNull();
    expect(await bound()).toEqual({ inviter: friend, recorded: [friend] });
    [victim = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    await ask(friend);
    expect(await requested('refuse_unverified_inviter', 'message-expired')).toBe('message-expired');
    expect(await bound()).toEqual(NOT_BOUND);
  });

  test('default: with the api’s login too binds anyone who has no inviter: SQL verifies no signature', async () => {
    await ask(thief);
    expect(await requested('bind_requested_inviter')).toBe('bound');
    expect(await bound()).toEqual({ inviter: thief, recorded: [thief] });
  });

  test.each([
    ['binds', () => sql`select bind_requested_inviter(${victim}, ${NONCE})`],
    ['refuses', () => sql`select refuse_unverified_inviter(${victim}, ${NONCE}, 'signature-invalid')`],
    ['reads what a wallet signed for', () => sql`select signature from inviter_request`],
  ])('attack: the worker’s login, also with the api’s, %s no request', async (_name, statement) => {
    await ask(thief);
    await expect(statement().execute(worker)).rejects.toThrow('permission denied');
    expect(await bound()).toEqual(NOT_BOUND);
  });

  test('broken twin: with the former right the thief becomes everyone’s inviter', async () => {
    await sql`grant select, update (inviter_id) on participant to city_mint_verifier`.execute(owner);
    await sql`update participant set inviter_id = ${thief} where user_id = ${victim}`.execute(stolen);
    expect(await bound()).toMatchObject({ inviter: thief });
    await sql`revoke select, update (inviter_id) on participant from city_mint_verifier`.execute(owner);
  });
});
