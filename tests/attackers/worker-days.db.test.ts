import { DAY_MS } from '@city-mint/domain/time/durations';
import { runMining } from '@city-mint/server/miner/jobs';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { runPools } from '@city-mint/server/rewards/jobs';
import { runTeam } from '@city-mint/server/team/jobs';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { rewriteSettings } from '@city-mint/tests/builders/rewrite-settings';
import { bind, buildSettledRound } from '@city-mint/tests/builders/teams';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A day's emission, and the balance of the pool of nodes; base units. */
const EMISSION = 1_000_000n;
const POOL = 10_000_000n;

let database: TestDatabase;
let owner: Database;
/** The connection of a worker, which does its work, and that of a thief with the same login. */
let worker: Database;
let stolen: Database;
let yesterday: number;
let thief: bigint;
/** A node, and the user below it whose orders count for it. */
let node: bigint;
let below: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  const connect = () => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  [worker, stolen] = [connect(), connect()];
  [thief = 0n, node = 0n, below = 0n] = await buildParticipants(owner, { count: 3, available: 0n });
  const { rows } = await sql<{ day: number }>`select utc_day(clock_timestamp()) - 1 as day`.execute(owner);
  yesterday = rows[0]?.day ?? 0;
  await buildDay();
});
afterEach(async () => {
  await Promise.all([owner, worker, stolen].map((db) => db.destroy()));
  await database.drop();
});

/** Makes yesterday due: two machines, of which the thief's has a hundredth of the hash power, and one node. */
async function buildDay(): Promise<void> {
  await buildFunds(owner, { reserve: 0n, emission: 10n * EMISSION });
  await sql`update ledger_account set balance = ${POOL.toString()}::numeric
    where id in (account_nodes(), account_levels())`.execute(owner);
  await rewriteSettings(
    owner,
    sql`update mining_setting set daily_emission = ${EMISSION.toString()}::numeric, full_hash = 1 where from_day = 0`,
  );
  await rewriteSettings(owner, sql`update pool_setting set first_day = ${yesterday} where from_day = 0`);
  await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    values (${thief}, nextval('mint_order_id_seq'), 1, 1, now(), ${yesterday}, ${yesterday}),
      (${node}, nextval('mint_order_id_seq'), 1, 99, now(), ${yesterday}, ${yesterday})`.execute(owner);
  await bind(owner, below, node);
  await sql`insert into team_grant (user_id, node_type, reason) values (${node}, 4, 'r'), (${thief}, 4, 'r'),
    (${thief}, 0, 'withdrawn')`.execute(owner);
  await runTeam(worker);
  const before = new Date((yesterday - 1) * DAY_MS);
  await sql`update team_status_change set changed_at = ${before}`.execute(owner);
  await sql`update team_bind set bound_at = ${before}`.execute(owner);
  const settledAt = new Date(yesterday * DAY_MS);
  await buildSettledRound(owner, { outcome: 'minted', orders: [{ userId: below, amount: 1_000n }], settledAt });
}

/** Does a worker's daily work until nothing is due. */
async function work(): Promise<void> {
  await runMining(worker);
  await runTeam(worker);
  await runPools({ db: worker });
}

async function balances(user: bigint): Promise<{ fmc: bigint; ju: bigint }> {
  const { rows } = await sql<{ fmc: bigint; ju: bigint }>`
    select ledger_balance(account_available(${user}, currency_fmc())) as fmc,
      ledger_balance(account_available(${user}, currency_ju())) as ju`.execute(owner);
  return rows[0] ?? { fmc: -1n, ju: -1n };
}

/** What the thief and the node receive when no one attacks. */
const HONEST = { thief: { fmc: EMISSION / 100n, ju: 0n }, node: { fmc: (EMISSION / 100n) * 99n, ju: POOL / 10n } };

const received = async () => ({ thief: await balances(thief), node: await balances(node) });

type Attack = {
  readonly name: string;
  /** Each took money in an earlier version. */
  readonly statements: () => readonly RawBuilder<unknown>[];
  /** The rights that the login had. */
  readonly restore: readonly RawBuilder<unknown>[];
};

const ATTACKS: readonly Attack[] = [
  {
    name: 'a mining output to oneself',
    statements: () => [
      sql`select ledger_write_transfer(kind_hash_rate_output(), account_emission(),
        account_available(${thief}, currency_fmc()), 500, 77)`,
    ],
    restore: [sql`grant execute on function ledger_write_transfer to city_mint_worker`],
  },
  {
    name: 'a pool’s outputs to oneself, as a batch',
    statements: () => [
      sql`select ledger_credit_many(kind_node_output(), account_nodes(),
        array[account_available(${thief}, currency_ju())], array[500]::numeric[], array[77]::bigint[])`,
    ],
    restore: [sql`grant execute on function ledger_credit_many to city_mint_worker`],
  },
  {
    name: 'a day on which no one else has hash power',
    statements: () => [
      sql`insert into mining_day (day, machines, hash_rate, emission)
        values (${yesterday}, 1, 1, ${EMISSION.toString()}::numeric)`,
      sql`insert into mining_day_part (day, part, after_user, until_user) values (${yesterday}, 0, 0, ${thief})`,
      sql`update fund_lock set emission_frozen = ${EMISSION.toString()}::numeric`,
    ],
    restore: [sql`grant insert, update on mining_day, mining_day_part, fund_lock to city_mint_worker`],
  },
  {
    name: 'a share of a pool’s day',
    statements: () => [
      sql`insert into pool_day (day, pool, gathered_to) values (${yesterday}, 'nodes', 1000000)`,
      sql`insert into pool_share (day, pool, user_id, weight, attributed)
        values (${yesterday}, 'nodes', ${thief}, 1, 1)`,
    ],
    restore: [sql`grant insert on pool_day, pool_share to city_mint_worker`],
  },
  {
    name: 'a machine',
    statements: () => [
      sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
        values (${thief}, 5, 1, 1000000, now(), ${yesterday}, ${yesterday})`,
    ],
    restore: [sql`grant insert on machine to city_mint_worker`],
  },
];

/** Executes the statements of an attack with the stolen login; returns the errors. */
async function attempt({ statements }: Attack): Promise<string[]> {
  const errors: string[] = [];
  for (const statement of statements()) {
    await statement.execute(stolen).catch((error: Error) => errors.push(error.message));
  }
  return errors;
}

describe('a thief of the worker’s login, on days that are due', () => {
  test('attack: nothing that the login may write changes a share', async () => {
    for (const attack of ATTACKS) {
      const refusal = expect.stringMatching(/permission denied|may not make transfers/);
      expect({ name: attack.name, errors: await attempt(attack) }).toEqual({
        name: attack.name,
        errors: attack.statements().map(() => refusal),
      });
    }
    await work();
    expect(await received()).toEqual(HONEST);
  });

  test.each(ATTACKS)('broken twin: with the former rights the thief takes from others by $name', async (attack) => {
    for (const right of attack.restore) await right.execute(owner);
    expect(await attempt(attack)).toEqual([]);
    await work();
    const { ju, fmc } = await balances(thief);
    expect(ju > HONEST.thief.ju || fmc > HONEST.thief.fmc).toBe(true);
  });
});
