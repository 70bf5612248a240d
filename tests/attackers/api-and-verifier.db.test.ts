import { accountId } from '@city-mint/domain/ledger/account-id';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { SessionToken } from '@city-mint/server/platform/http/session-token';
import { paySettlementParts, runRounds } from '@city-mint/server/rounds/jobs';
import { hashToken, newToken } from '@city-mint/server/session/token';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acceptAnyTerms } from '../builders/consent.ts';
import { buildFunds, buildParticipants } from '../builders/participants.ts';
import { buildPlan, JU, type OpenRound, openRound } from '../builders/rounds.ts';
import { tokenOf } from '../builders/sessions.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A thief with the logins of api and verifier together: the one stores a wallet's signature, and the other is believed
 * to have verified it. So it has a session of anyone, without any call of theirs.
 */

const PLACE = ['city.test', 'https://city.test', 31_337] as const;
const NONCE = 'ab'.repeat(16);
const BALANCE = 900n * JU;

let database: TestDatabase;
let owner: Database;
let api: Database;
let verifier: Database;
let victim: bigint;
let thief: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url, maxConnections: 4 }));
  api = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 1 });
  verifier = createDatabase({ ...asRole(database.url, 'city_mint_verifier'), maxConnections: 1 });
  await buildFunds(owner, { reserve: 0n, emission: 100_000n * JU });
  [victim = 0n, thief = 0n] = await buildParticipants(owner, { count: 2, available: BALANCE });
  await acceptAnyTerms(owner, [victim, thief]);
  await sql`delete from session where user_id = ${victim}`.execute(owner);
});
afterEach(async () => {
  await Promise.all([owner, api, verifier].map((each) => each.destroy()));
  await database.drop();
});

const addressOf = async (user: bigint) =>
  (await owner.selectFrom('app_user').select('address').where('id', '=', user).executeTakeFirstOrThrow()).address;

/** Opens a session of this user with a signature of no one; returns its token. */
async function openSession(user: bigint): Promise<SessionToken> {
  const [domain, uri, chain] = PLACE;
  const address = await addressOf(user);
  const { rows } = await sql<{ nonce: string }>`
    select nonce from sign_in_compose('participant', array[${address}], array[${domain}], array[${uri}],
      ${chain})`.execute(api);
  const token = newToken();
  await sql`select sign_in_submit(array[${rows[0]?.nonce}], array[${hashToken(token)}::bytea], array['0x11'],
    array[${domain}], array[${uri}], ${chain})`.execute(api);
  await sql`select sign_in_decide(array[${hashToken(token)}::bytea], array[${address}], array[null])`.execute(verifier);
  return new SessionToken(token);
}

/** Joins a round with a token, by the api's function; returns how many orders were accepted. */
async function join({ roundId, termsHash }: OpenRound, token: SessionToken, amount: bigint): Promise<number> {
  const { rows } = await sql`
    select * from join_rounds(array[${roundId}]::bigint[], array[${termsHash}], array[${token}]::bytea[],
      array[${`${amount}`}::numeric], array[gen_random_uuid()], array[0], array[1])`.execute(api);
  return rows.length;
}

async function settle(): Promise<void> {
  await runRounds(owner);
  await paySettlementParts(owner);
  await runRounds(owner);
}

async function available(user: bigint): Promise<bigint> {
  const id = accountId({ kind: 'available', currency: 'JU', owner: user });
  const row = await owner.selectFrom('ledger_account').select('balance').where('id', '=', id).executeTakeFirst();
  return row?.balance ?? 0n;
}

const roundOf = (city: string, quota: bigint) =>
  openRound(owner, buildPlan({ city, rounds: 1, firstQuota: quota as never }));

async function withdraw(token: SessionToken, to: string, amount: bigint) {
  const { rows } = await sql<{ refusal: string | null; state: string | null }>`
    select refusal, withdrawal_state as state from withdrawal_request(${token}, 0, ${to}, ${`${amount}`}::numeric,
      gen_random_uuid(), '', '{}', null)`.execute(api);
  return rows[0];
}

describe('a thief with the logins of api and verifier', () => {
  test('default: joins all that anyone has, as their inviter: 0.3 % for the thief, 1 % lost', async () => {
    await join(await roundOf('Basel', 10n * JU), tokenOf(thief), 10n * JU);
    await settle();
    const [token, inviter] = [await openSession(victim), await addressOf(thief)];
    await sql`select ask_inviter_binding(${token}, ${NONCE}, ${inviter}, 'call', 'text', '0x11')`.execute(api);
    await sql`select bind_requested_inviter(${victim}, ${NONCE})`.execute(verifier);
    const before = await available(thief);
    expect(await join(await roundOf('Genoa', BALANCE), token, BALANCE)).toBe(1);
    await settle();
    expect(await available(victim)).toBe((BALANCE * 99n) / 100n);
    expect((await available(thief)) - before).toBe((BALANCE * 3n) / 1000n);
  });

  test('default: sets auto-mint without a maximum per round', async () => {
    const token = await openSession(victim);
    await sql`select ask_auto_mint(${token}, ${NONCE}, 0, 0, 0, 0, null, 'text', '0x11')`.execute(api);
    await sql`select apply_auto_mint_request(${victim}, ${NONCE})`.execute(verifier);
    const { rows } = await sql`select enabled, per_round_maximum as most from auto_mint
      where user_id = ${victim}`.execute(owner);
    expect(rows).toEqual([{ enabled: true, most: 0n }]);
  });

  test('default: after the wait for a new address a day’s limit of anyone waits for their wallet', async () => {
    await sql`update withdrawal_hold set hours = 48`.execute(owner);
    await sql`update withdrawal_limit set per_user_day = ${`${700n * JU}`}::numeric where currency = 0`.execute(owner);
    const wallet = await addressOf(thief);
    expect(await withdraw(await openSession(victim), wallet, 700n * JU)).toMatchObject({ refusal: 'address-on-hold' });
    await sql`update withdrawal_recipient set first_asked_at = now() - interval '49 hours'`.execute(owner);
    const token = await openSession(victim);
    expect(await withdraw(token, wallet, 701n * JU)).toMatchObject({ refusal: 'limit-exceeded' });
    expect(await withdraw(token, wallet, 700n * JU)).toEqual({ refusal: null, state: 'approved' });
    expect(await withdraw(token, wallet, 1n)).toMatchObject({ refusal: 'limit-exceeded' });
  });

  test('broken twin: without the wait it is approved at once; neither login alone opens a session', async () => {
    const token = await openSession(victim);
    expect(await withdraw(token, await addressOf(thief), 700n * JU)).toMatchObject({ state: 'approved' });
    for (const db of [api, verifier]) {
      await expect(
        sql`insert into session (token_hash, user_id, expires_at) values ('', ${victim}, now())`.execute(db),
      ).rejects.toThrow('permission denied');
    }
  });
});
