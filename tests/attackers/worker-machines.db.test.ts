import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let database: TestDatabase;
let owner: Database;
/** A connection with the stolen login of a worker. */
let stolen: Database;
let thief: bigint;
/** Has unclaimed hash power of a failed round, an account at the exchange, and a grant that waits for its answer. */
let victim: bigint;

const MACHINE = 7n;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  stolen = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 });
  [thief = 0n, victim = 0n] = await buildParticipants(owner, { count: 2, available: 0n });
  await sql`insert into round (plan_id, city_id, phase, number, state, opens_at, closes_at, quota, minimum,
    wallet_maximum, late_ms) values (0, 0, 1, 1, 'ended', now() - interval '1 hour', now(), 1, 0, 0, 0)`.execute(owner);
  await sql`insert into order_settlement (order_id, round_id, user_id, rank, amount, late, loss, hash_power)
    select 1, id, ${victim}, 1, 100, false, 3, 6 from round`.execute(owner);
  await sql`insert into exchange_account (user_id, uid) values (${victim}, '111111'), (${thief}, '222222')`.execute(
    owner,
  );
  await sql`insert into exchange_grant (machine_id, user_id, uid, hash_rate)
    values (${MACHINE}, ${victim}, '111111', 5)`.execute(owner);
});
afterAll(async () => {
  await Promise.all([owner, stolen].map((db) => db.destroy()));
  await database.drop();
});

/** Statements with the worker's login that would take hash power, or what an exchange is to receive. */
const FORBIDDEN: readonly (readonly [string, () => RawBuilder<unknown>])[] = [
  ['a claim', () => sql`insert into hash_power_claim (order_id, user_id, round_id, hash_power) values (9, 1, 1, 9)`],
  ['a machine', () => sql`select insert_machines(array[1]::bigint[], null)`],
  ['the life of a machine', () => sql`update machine set last_day = 60000`],
  ['the owner of a machine', () => sql`update machine set user_id = ${thief}`],
  ['a claim without a machine', () => sql`select claim_hash_power(array[${victim}]::bigint[])`],
  ['a mining setting', () => sql`insert into mining_setting (from_day, daily_emission) values (60000, 1)`],
  ['the account of a grant', () => sql`update exchange_grant set uid = '222222'`],
  ['the hash power of a grant', () => sql`update exchange_grant set hash_rate = 1000`],
  ['a grant whose alarm is over', () => sql`update exchange_grant set state = 'waiting'`],
  ['an account at the exchange', () => sql`update exchange_account set uid = '333333' where user_id = ${thief}`],
  ['the account of another', () => sql`update exchange_account set user_id = ${thief}`],
  ['another account of a request', () => sql`update exchange_confirmation set uid = '222222'`],
  ['a rejected request that waits again', () => sql`update exchange_confirmation set state = 'waiting'`],
  ['a free account', () => sql`select free_exchange_account(${victim})`],
  ['a released grant', () => sql`select exchange_grant_release(${MACHINE})`],
];

describe('a thief of the worker’s login, after hash power', () => {
  test.each(FORBIDDEN)('attack: may not write %s', async (_name, statement) => {
    await expect(statement().execute(stolen)).rejects.toThrow('permission denied');
  });

  test('default: claims hash power at most early, once, and for its owner', async () => {
    const claim = async (users: readonly bigint[]) =>
      (await sql<{ n: number }>`select claim_machines(${users}::bigint[], null) as n`.execute(stolen)).rows[0]?.n;
    expect(await claim([thief])).toBe(0);
    expect(await claim([victim, thief])).toBe(1);
    expect(await claim([victim])).toBe(0);
    const { rows } = await sql`select m.user_id, m.hash_rate, last_day - first_day + 1 as days, g.uid
      from machine m join exchange_grant g on g.machine_id = m.id`.execute(owner);
    expect(rows).toEqual([{ user_id: victim, hash_rate: 6n, days: 365, uid: '111111' }]);
  });

  test('default: may at most say that the exchange answered a waiting grant, or a waiting request', async () => {
    const answer = async (state: string, uid = '111111') => {
      const { rows } = await sql<{ done: boolean }>`
        select record_grant_answer(${MACHINE}, ${uid}, ${state}, null, 0) as done`.execute(stolen);
      return rows[0]?.done;
    };
    expect(await answer('acknowledged', '222222')).toBe(false);
    expect(await answer('acknowledged')).toBe(true);
    expect(await answer('waiting')).toBe(false);
    await sql`insert into exchange_confirmation (user_id, uid, code, message, signature)
      values (99, '444444', 'CODE', '', '0x')`.execute(owner);
    const { rows } = await sql`select bind_exchange_account(request_id) as user from exchange_confirmation`.execute(
      stolen,
    );
    // Its user named this account; without the exchange's answer the account may be that of another.
    expect(rows).toEqual([{ user: 99n }]);
  });
});
