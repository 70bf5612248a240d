import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { runTeam } from '@city-mint/server/team/jobs';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { readWeights } from '@city-mint/tests/builders/pools';
import { bind, buildSettledRound } from '@city-mint/tests/builders/teams';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let database: TestDatabase;
let owner: Database;
/** The connection of a worker, which does its work, and that of a thief with the same login. */
let worker: Database;
let stolen: Database;
let today: number;
/** A round that is rolled up, and one that is settled later. */
let round: bigint;
/** Has a wallet below, and was genesis until the grant was withdrawn. */
let thief: bigint;
/** One by grant, one by figures, each with a user below. */
let granted: bigint;
let computed: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  const connect = () => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  [worker, stolen] = [connect(), connect()];
  const users = await buildParticipants(owner, { count: 6, available: 0n });
  [thief = 0n, granted = 0n, computed = 0n] = users;
  for (const index of [0, 1, 2]) await bind(owner, users[index + 3] ?? 0n, users[index] ?? 0n);
  await sql`insert into team_grant (user_id, node_type, reason) values (${thief}, 4, 'r'), (${thief}, 0, 'withdrawn'),
    (${granted}, 3, 'r')`.execute(owner);
  await runTeam(worker);
  await status(computed, 2).execute(owner);
  const { rows } = await sql<{ day: number }>`select utc_day(clock_timestamp()) as day`.execute(owner);
  today = rows[0]?.day ?? 0;
  round = await buildSettledRound(owner, { outcome: 'minted', orders: ordersOf(users.slice(3)) });
  await runTeam(worker);
});
afterEach(async () => {
  await Promise.all([owner, worker, stolen].map((db) => db.destroy()));
  await database.drop();
});

const ordersOf = (users: readonly bigint[]) => users.map((userId) => ({ userId, amount: 100n }));

/** The weights of today in the pool of nodes, by name. */
async function weights(): Promise<unknown> {
  const found = await readWeights(owner, { pool: 'nodes', day: today });
  const of = (user: bigint) => found?.find(({ userId }) => userId === user)?.weight ?? 0n;
  return { thief: of(thief), granted: of(granted), computed: of(computed) };
}

const HONEST = { thief: 0n, granted: 1_000n, computed: 300n };

const status = (user: bigint, nodeType: number) =>
  sql`insert into team_status_change (user_id, node_type, reward_level, performance_level, team_level)
    values (${user}, ${nodeType}, 0, 0, 0)`;

/** Statements with the worker's login that raised a weight, and their refusals. */
const ATTACKS: readonly (readonly [string, () => RawBuilder<unknown>, RegExp])[] = [
  [
    'an attributed amount',
    () => sql`insert into team_attribution (user_id, day, nodes) values (${thief}, ${today}, 1000000)`,
    /permission denied/,
  ],
  ['an attributed amount of others', () => sql`update team_attribution set nodes = 1`, /permission denied/],
  [
    'a rank of yesterday',
    () => sql`insert into team_status_change
      (user_id, node_type, reward_level, performance_level, team_level, changed_at)
      values (${thief}, 3, 0, 0, 0, 'epoch')`,
    /permission denied/,
  ],
  ['a rank that only grants reach', () => status(thief, 4), /does not follow from grants/],
  ['a rank below the granted one', () => status(granted, 2), /does not follow from grants/],
  ['a rank of others that falls', () => status(computed, 1), /does not follow from grants/],
  ['a grant that was withdrawn', () => sql`update team_grant set applied = false`, /permission denied/],
  ['a round to be counted again', () => sql`update team_round set done = false, last_user = 0`, /permission denied/],
  ['progress beyond a round', () => sql`update team_progress set rounds_below = 1000000`, /permission denied/],
  ['a counted round', () => sql`select advance_team_round(${round}, 10)`, /is rolled up/],
  ['a round that is not settled', () => sql`select advance_team_round(${round + 1n}, 10)`, /is not settled/],
  ['all rounds', () => sql`select advance_team_rounds_below(${round + 1n})`, /is not rolled up/],
  ['orders of its choice', () => sql`select attribute_orders(${round}, 0, 1000)`, /permission denied/],
];

describe('a thief of the worker’s login, after shares of the pools', () => {
  test('attack: none of its statements raises a weight', async () => {
    for (const [name, statement, refusal] of ATTACKS) {
      const error = await statement()
        .execute(stolen)
        .catch((reason: Error) => reason.message);
      expect({ name, error }).toEqual({ name, error: expect.stringMatching(refusal) });
    }
    const { rows } = await sql`select * from take_team_grants(10)`.execute(stolen);
    expect(rows).toEqual([]);
    await runTeam(worker);
    expect(await weights()).toEqual(HONEST);
  });

  test('default: at most writes a computed rank for itself, from now on, for the orders of its own team', async () => {
    await status(thief, 3).execute(stolen);
    expect(await weights()).toEqual(HONEST);
    const [below = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    await bind(owner, below, thief);
    await buildSettledRound(owner, { outcome: 'minted', orders: ordersOf([below]) });
    await runTeam(worker);
    expect(await weights()).toEqual({ ...HONEST, thief: 1_000n });
  });

  test('default: raises a computed rank of others too, whom orders below them then count for', async () => {
    const [middle = 0n, low = 0n] = await buildParticipants(owner, { count: 2, available: 0n });
    await bind(owner, middle, granted);
    await bind(owner, low, middle);
    await status(middle, 1).execute(stolen);
    await buildSettledRound(owner, { outcome: 'minted', orders: ordersOf([low]) });
    await runTeam(worker);
    // Else 2,000: the order weighs 100 for the member between.
    expect(await weights()).toEqual(HONEST);
    await buildSettledRound(owner, { outcome: 'minted', orders: ordersOf([middle]) });
    await runTeam(worker);
    expect(await weights()).toEqual({ ...HONEST, granted: 2_000n });
  });

  test('behavior: ranks fall after a change of the thresholds', async () => {
    await sql`alter table team_setting disable trigger team_setting_is_announced`.execute(owner);
    await sql`insert into team_setting (from_day, node_thresholds, level_thresholds, reason)
      select ${today}, node_thresholds, level_thresholds, 'r' from team_setting`.execute(owner);
    await status(computed, 0).execute(worker);
    expect(await weights()).toEqual({ ...HONEST, computed: 0n });
  });

  test('behavior: ranks fall once a grant is applied, however long it waited', async () => {
    await sql`insert into team_grant (user_id, node_type, reason, granted_at)
      values (${granted}, 0, 'r', now() - interval '3 days')`.execute(owner);
    await runTeam(worker);
    expect(await weights()).toEqual({ ...HONEST, granted: 0n });
  });

  test('broken twin: without the check of grants the thief is genesis and no one else has a rank', async () => {
    await breakFunction(owner, 'check_status_changes', ['if found then', 'if false then']);
    for (const statement of [status(thief, 4), status(granted, 0), status(computed, 0)])
      await statement.execute(stolen);
    expect(await weights()).toEqual({ thief: 0n, granted: 0n, computed: 0n });
  });

  test('broken twin: a function that does not read the progress of a round counts its orders twice', async () => {
    await breakFunction(
      owner,
      'advance_team_round',
      ['reached.done or', ''],
      ['user_id > reached.last_user', 'true'],
      ['reached.last_user, last', '0, last'],
    );
    await sql`select advance_team_round(${round}, 10)`.execute(stolen);
    expect(await weights()).toEqual({ thief: 0n, granted: 2_000n, computed: 600n });
  });

  test('broken twin: with the former rights the thief takes the whole release', async () => {
    await sql`grant insert on team_attribution, team_status_change to city_mint_worker`.execute(owner);
    await status(thief, 3).execute(stolen);
    await sql`insert into team_attribution (user_id, day, nodes) values (${thief}, ${today}, 1000000)`.execute(stolen);
    expect(await weights()).toEqual({ ...HONEST, thief: 10_000_000n });
  });
});
