import { DAY_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { cacheMined } from './commands/cached-mining.ts';
import { listMachines } from './queries/machines.ts';
import { listMinedPayments, readMinedDays, readMinedSpans, readMiningTotals } from './queries/mined-days.ts';
import { findWrongMining } from './queries/wrong-totals.ts';

let database: TestDatabase;
let owner: Database;
let api: Database;
let users: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 2 });
  users = await buildParticipants(owner, { count: 2, available: 0n });
  // Three machines per user; the third machine of one user began later. Day 0 is the oldest, the last two are not paid.
  await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    select u, nextval('mint_order_id_seq'), 1, 100 * n, now(), utc_day(now()) - case n when 3 then 4 else 9 end,
      utc_day(now()) + 9
    from unnest(${users}::bigint[]) u, generate_series(1, 3) n order by n, u`.execute(owner);
  await sql`insert into round (id, plan_id, city_id, phase, number, state, opens_at, closes_at, quota, minimum,
      wallet_maximum, late_ms) overriding system value
    values (1, 0, 1, 1, 1, 'ended', now() - interval '1 hour', now(), 1, 0, 0, 0)`.execute(owner);
  await sql`insert into city (id, name, latitude, longitude) overriding system value values (1, 'A', 0, 0)`.execute(
    owner,
  );
  await sql`insert into exchange_grant (machine_id, user_id, uid, hash_rate)
    select id, user_id, '123456', hash_rate from machine`.execute(owner);
  await sql`insert into mining_day (day, machines, hash_rate, emission, paid_at)
    select utc_day(now()) - n, 6, 1200, 1200,
      case when n > 2 then timestamptz 'epoch' + interval '1 day' * (utc_day(now()) - n + 1) end
    from generate_series(9, 1, -1) n`.execute(owner);
  await mineOn(sql`n.paid_at is not null`);
});
afterAll(async () => {
  await Promise.all([owner.destroy(), api.destroy()]);
  await database.drop();
});

const mineOn = (days: ReturnType<typeof sql>) =>
  sql`insert into machine_day (day, user_id, machine_id, hash_rate, output)
    select n.day, m.user_id, m.id, m.hash_rate, m.hash_rate + n.day
    from mining_day n join machine m on n.day >= m.first_day where ${days}`.execute(owner);

/** All queries of a user's mining. */
async function readAll(userId: bigint) {
  // A moment in the future, so that every payment lies before it, to the microsecond.
  const now = Date.now() + 60_000;
  const { toCache, ...totals } = await readMiningTotals(api, userId);
  const machines = await listMachines(api, { userId, limit: 2 });
  const payments = await listMinedPayments(api, { userId, limit: 5 });
  const spans = await readMinedSpans(api, { userId, bounds: [now - 6.5 * DAY_MS, now - DAY_MS * 4, now] });
  const sortedSpans = spans.toSorted((one, other) => one.span - other.span);
  return {
    toCache,
    all: { totals, machines, payments, sortedSpans, days: await readMinedDays(api, { userId, days: 9 }) },
  };
}

test('default: caching changes no result of the mining queries, and cached days are not read again', async () => {
  const [userId = 0n] = users;
  const before = await readAll(userId);
  expect(before.toCache).toBe(7 * 2 + 2);
  expect(before.all.totals.output.total).toBeGreaterThan(0n);
  await Promise.all([cacheMined(api, userId), cacheMined(api, userId)]);
  expect(await readAll(userId)).toEqual({ toCache: 0, all: before.all });
  // Pays one more day.
  await sql`update mining_day set paid_at = now() where day = utc_day(now()) - 2`.execute(owner);
  await mineOn(sql`n.day = utc_day(now()) - 2`);
  const after = await readAll(userId);
  expect(after.toCache).toBe(3);
  expect(after.all.totals.output.total).toBeGreaterThan(before.all.totals.output.total);
  await cacheMined(api, userId);
  expect(await readAll(userId)).toEqual({ toCache: 0, all: after.all });
  expect(await findWrongMining(owner)).toEqual([]);
});

test('broken twin: caching unpaid days makes verify:ledger report the user once they are paid', async () => {
  const [, userId = 0n] = users;
  const unpaidDays = '(select min(day) - 1 from mining_day where paid_at is null)';
  const restore = await breakFunction(owner, 'cache_mined', [unpaidDays, 'null']);
  await cacheMined(api, userId);
  await restore();
  await sql`update mining_day set paid_at = now() where day = utc_day(now()) - 1`.execute(owner);
  await mineOn(sql`n.day = utc_day(now()) - 1`);
  await cacheMined(api, userId);
  expect(await findWrongMining(owner)).toEqual([userId]);
  await expect(sql`delete from cached_mined_day`.execute(api)).rejects.toThrow('permission denied');
});
