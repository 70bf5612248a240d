import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenOf, tokensSql } from '../builders/sessions.ts';

/*
 * Columns of amounts round a fraction of a base unit by themselves: the amounts debited, credited and counted would
 * differ. Only a caller with the login of a process can send one; the API's calls accept whole units only.
 */

const HALF_MORE = `${10n * JU}.5`;
/** With 90 JU before it, fills a quota of 100 JU once it is rounded, and not as it is. */
const LAST_BUT_A_FRACTION = `${10n * JU - 1n}.6`;

let database: TestDatabase;
let owner: Database;
let api: Database;
let round: OpenRound;
let users: bigint[];

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url }));
  api = databaseOver(createPool(asRole(database.url, 'city_mint_api')));
  const terms = { walletMaximum: tokenAmount(0n), minimum: tokenAmount(JU) };
  round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100n * JU), terms }));
  users = await buildParticipants(owner, { count: 3, available: 100n * JU });
});
afterEach(async () => {
  await Promise.all([owner, api].map((db) => db.destroy()));
  await database.drop();
});

type Joining = { readonly amount: string; readonly of?: readonly bigint[] };
const joinRounds = ({ amount, of = users }: Joining) => sql`
  select * from join_rounds(array[${round.roundId}::bigint], array[${round.termsHash}],
    ${tokensSql(sql`${of}::bigint[]`)},
    ${of.map(() => amount)}::numeric[], ${of.map(() => crypto.randomUUID())}::uuid[],
    ${of.map((_user, n) => n)}::int[], ${of.map(() => 1)}::int[])`;
const joinDecided = ({ amount, of = users }: Joining) => sql`
  select * from join_decided(${round.roundId}, ${round.termsHash}, clock_timestamp(),
    ${tokensSql(sql`${of}::bigint[]`)},
    ${of.map(() => amount)}::numeric[], ${of.map(() => amount)}::numeric[],
    ${of.map(() => crypto.randomUUID())}::uuid[])`;

const escrow = () => sql`account_escrow(${round.roundId})`;
const available = () => sql`array(select account_available(u, currency_ju()) from unnest(${users}::bigint[]) u)`;
const halves = () => sql`${users.map(() => HALF_MORE)}::numeric[]`;
const sources = () => sql`${users.map((_user, n) => n + 1)}::bigint[]`;

const BY_THE_API: readonly (readonly [string, () => RawBuilder<unknown>])[] = [
  ['a join', () => joinRounds({ amount: HALF_MORE })],
  ['a decided join', () => joinDecided({ amount: HALF_MORE })],
  [
    'a withdrawal',
    () => sql`select withdrawal_request(${tokenOf(users[0] ?? 0n)}, currency_ju(), u.address, ${`${JU}.5`}::numeric,
      gen_random_uuid(), '',
      '{}', null) from app_user u where u.id = ${users[0]}`,
  ],
];

/** Functions of the ledger that only other functions call. */
const BY_THE_SYSTEM: readonly (readonly [string, () => RawBuilder<unknown>])[] = [
  [
    'transfer',
    () => sql`select ledger_write_transfer(kind_split(), account_reserve(),
      account_available(${users[0]}, currency_ju()),
      1.5, 1)`,
  ],
  [
    'credit of many accounts',
    () => sql`select ledger_credit_many(kind_split(), account_reserve(), ${available()}, ${halves()}, ${sources()})`,
  ],
  [
    'credit of several payments',
    () => sql`select ledger_credit_each(array[kind_split(), kind_split(), kind_split()],
      array[account_reserve(), account_reserve(), account_reserve()], ${available()}, ${halves()},
      ${users.map(() => '0')}::numeric[], ${sources()}, '{}', '{}', '{}')`,
  ],
  [
    'batch',
    () => sql`select ledger_write_batch(array_fill(kind_split(), array[3]), array_fill(account_reserve(), array[3]),
      ${available()}, ${halves()}, ${sources()})`,
  ],
];

async function everything(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(a order by id) from ledger_account a) as accounts,
      (select json_agg(t order by id) from ledger_transfer t) as transfers,
      (select json_agg(r order by id) from round r) as rounds,
      (select json_agg(o order by id) from mint_order o) as orders,
      (select json_agg(w order by id) from withdrawal w) as withdrawals`.execute(owner);
  return rows;
}

/** Sum of JU over all accounts, which no sequence of transfers changes, and the filled amount of the round. */
async function sums() {
  const { rows } = await sql<{ all: bigint; escrow: bigint; filled: bigint; orders: bigint }>`
    select sum(balance) as all, sum(balance) filter (where id = ${escrow()}) as escrow,
      (select filled from round where id = ${round.roundId}) as filled,
      (select sum(accepted) from mint_order where round_id = ${round.roundId}) as orders
    from ledger_account where ledger_account_currency(id) = currency_ju()`.execute(owner);
  return rows[0];
}

async function roundState(): Promise<string> {
  const row = await owner.selectFrom('round').select('state').where('id', '=', round.roundId).executeTakeFirst();
  return row?.state ?? '';
}

/** Takes the safeguard away. */
async function acceptFractions(): Promise<void> {
  await sql`create or replace function ledger_assert_whole(p_scale int) returns void language sql as ''`.execute(owner);
}

describe('fractions of a base unit', () => {
  test.each(BY_THE_API)('attack: with the api’s login, %s of a fraction changes nothing', async (_name, attempt) => {
    const before = await everything();
    await expect(attempt().execute(api)).rejects.toThrow(/not a whole number of base units|what its terms accept/);
    expect(await everything()).toEqual(before);
  });

  test.each(BY_THE_SYSTEM)(
    'behavior: asked by any function, the ledger writes no %s of a fraction',
    async (_name, ask) => {
      await sql`update ledger_account set balance = ${100n * JU} where id = account_reserve()`.execute(owner);
      const before = await everything();
      await expect(ask().execute(owner)).rejects.toThrow('not a whole number of base units');
      expect(await everything()).toEqual(before);
    },
  );

  test.each([
    ['join_rounds', joinRounds],
    ['join_decided', joinDecided],
  ] as const)('attack: the last order of a quota, by %s, leaves it open for the rest', async (_name, join) => {
    await joinRounds({ amount: `${90n * JU}`, of: users.slice(0, 1) }).execute(api);
    await expect(join({ amount: LAST_BUT_A_FRACTION, of: users.slice(1, 2) }).execute(api)).rejects.toThrow();
    await joinRounds({ amount: `${10n * JU}`, of: users.slice(1, 2) }).execute(api);
    expect(await roundState()).toBe('full');
  });

  test('broken twin: without the safeguard JU is made out of nothing, more than the round holds', async () => {
    await acceptFractions();
    const before = await sums();
    await joinRounds({ amount: HALF_MORE }).execute(api);
    const after = await sums();
    expect(after?.all).not.toBe(before?.all);
    expect(after?.orders).not.toBe(after?.escrow);
  });

  test('behavior: without it too a round whose quota is filled is full, by the figures that are stored', async () => {
    await acceptFractions();
    await joinRounds({ amount: `${90n * JU}`, of: users.slice(0, 1) }).execute(api);
    await joinRounds({ amount: LAST_BUT_A_FRACTION, of: users.slice(1, 2) }).execute(api);
    expect(await sums()).toMatchObject({ filled: 100n * JU });
    expect(await roundState()).toBe('full');
  });
});
