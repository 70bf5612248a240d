import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { releasePool } from '@city-mint/domain/rewards/release-pool';
import { rankWeight } from '@city-mint/domain/team/attribution';
import { NODE_TYPES, type NodeType } from '@city-mint/domain/team/node-type';
import { TEAM_LEVELS, type TeamLevel } from '@city-mint/domain/team/team-level';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { rewriteSettings } from '@city-mint/tests/builders/rewrite-settings';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '#ledger/accounts/queries.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { advancePoolDay } from './commands/advance-pool-day.ts';
import { runPools } from './jobs.ts';

let database: TestDatabase;
let owner: Database;
let workers: Database[];
let users: bigint[];
let today: number;
let fundings = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  workers = [1, 2, 3].map(() => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 }));
  users = await buildParticipants(owner, { count: 15, available: 0n });
  const { rows } = await sql<{ day: number }>`select utc_day(clock_timestamp()) as day`.execute(owner);
  today = rows[0]?.day ?? 0;
});
afterAll(async () => {
  await Promise.all([owner, ...workers].map((db) => db.destroy()));
  await database.drop();
});
beforeEach(() => begin({ days: 0, nodesBps: 1_000, levelsBps: 1_000 }));

const worker = (index = 0) => workers[index] ?? owner;

/** Deletes all days; `days` of them are due. */
async function begin({ days, nodesBps, levelsBps }: { days: number; nodesBps: number; levelsBps: number }) {
  await sql`delete from pool_share`.execute(owner);
  await sql`delete from pool_day`.execute(owner);
  await sql`delete from team_attribution`.execute(owner);
  await sql`delete from team_status_change`.execute(owner);
  await sql`delete from team_grant`.execute(owner);
  const releases = sql`nodes_release_bps = ${nodesBps}, levels_release_bps = ${levelsBps}`;
  await rewriteSettings(
    owner,
    sql`update pool_setting set first_day = ${today - days}, ${releases} where from_day = 0`,
  );
}

/** Adds JU to both pools, like the fees of a round. */
async function fill(amount: bigint): Promise<void> {
  fundings += 1;
  const sourceId = -fundings;
  await sql`select ledger_open_accounts(array[account_escrow(1), account_fees(1)])`.execute(owner);
  await sql`select ledger_write_transfer(
    kind_deposit(), account_custody(currency_ju()), account_available(${users[0]}, currency_ju()),
    ${(2n * amount).toString()}::numeric, ${sourceId - 1_000_000})`.execute(owner);
  await sql`select ledger_write_transfer(kind_join(), account_available(${users[0]}, currency_ju()), account_escrow(1),
    ${(2n * amount).toString()}::numeric, ${sourceId})`.execute(owner);
  await sql`select ledger_write_transfer(kind_mint_fee(), account_escrow(1), account_fees(1),
    ${(2n * amount).toString()}::numeric, ${sourceId})`.execute(owner);
  for (const [step, kind] of [5, 6].entries()) {
    await sql`select ledger_write_transfer(kind_fee_share(), account_fees(1), ledger_account_id(0, 0, ${kind}),
      ${amount.toString()}::numeric, ${sourceId}, ${step})`.execute(owner);
  }
}

const pool = (kind: 'nodes' | 'levels') => readBalance(owner, { kind, currency: 'JU', owner: 0n });
const availableOf = async () => {
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_account
    where ledger_account_kind(id) = account_kind_available() and ledger_account_currency(id) = currency_ju()
      order by id`.execute(owner);
  return rows.map(({ balance }) => balance);
};

/** A user's rank from a day on, and the amounts that are attributed to them on that day. */
type Ranked = {
  readonly nodeType: NodeType;
  readonly teamLevel: TeamLevel;
  readonly nodes: bigint;
  readonly levels: bigint;
};

/** Stores the ranks and amounts of users by their index. */
async function plant(ranked: readonly Ranked[], day = today - 10): Promise<void> {
  for (const [index, { nodeType, teamLevel, nodes, levels }] of ranked.entries()) {
    const user = users[index] ?? 0n;
    await sql`insert into team_attribution (user_id, day, nodes, levels)
      values (${user}, ${day}, ${nodes.toString()}::numeric, ${levels.toString()}::numeric)`.execute(owner);
    await sql`insert into team_grant (user_id, node_type, reason, applied, applied_at)
      values (${user}, ${NODE_TYPES.indexOf(nodeType)}, 'r', true, now())`.execute(owner);
    await sql`insert into team_status_change
      (user_id, node_type, reward_level, performance_level, team_level, changed_at)
      values (${user}, ${NODE_TYPES.indexOf(nodeType)}, 0, ${teamLevel}, ${teamLevel},
        timestamptz 'epoch' + ${day}::int * interval '24 hours')`.execute(owner);
  }
}

const weightsOf = (name: 'nodes' | 'levels', ranked: readonly Ranked[]): TokenAmount[] =>
  ranked.map((user) => tokenAmount(BigInt(rankWeight(name, user)) * user[name]));

const amount = fc.bigInt({ min: 0n, max: 10n ** 26n });
const anyRanked: fc.Arbitrary<Ranked[]> = fc.array(
  fc.record({
    nodeType: fc.constantFrom(...NODE_TYPES),
    teamLevel: fc.constantFrom(...TEAM_LEVELS),
    nodes: amount,
    levels: amount,
  }),
  { minLength: 15, maxLength: 15 },
);

test('property: each day of each pool pays as releasePool computes, in any ranges, and the rest stays', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRanked,
      fc.bigInt({ min: 1n, max: 10n ** 22n }),
      fc.record({
        days: fc.integer({ min: 0, max: 4 }),
        nodesBps: fc.nat(10_000),
        levelsBps: fc.nat(10_000),
        chunkSize: fc.integer({ min: 1, max: 6 }),
      }),
      async (ranked, funded, { chunkSize, ...setting }) => {
        await begin(setting);
        await plant(ranked);
        await fill(funded);
        const left = { nodes: await pool('nodes'), levels: await pool('levels') };
        const expected = await availableOf();
        for (let day = 0; day < setting.days; day += 1) {
          for (const name of ['nodes', 'levels'] as const) {
            const dailyReleaseBps = name === 'nodes' ? setting.nodesBps : setting.levelsBps;
            const paid = releasePool({ pool: left[name], dailyReleaseBps, weights: weightsOf(name, ranked) });
            left[name] = paid.left;
            for (const [index, share] of paid.shares.entries()) expected[index] = (expected[index] ?? 0n) + share;
          }
        }
        await runPools({ db: worker(), chunkSize });
        expect({ nodes: await pool('nodes'), levels: await pool('levels') }).toEqual(left);
        expect(await availableOf()).toEqual(expected);
        await runPools({ db: worker(), chunkSize });
        expect(await availableOf()).toEqual(expected);
      },
    ),
    { numRuns: 25 },
  );
});

test('behavior: three workers, killed again and again, pay every missed day once', { tags: ['soak-5'] }, async () => {
  await begin({ days: 6, nodesBps: 500, levelsBps: 700 });
  await fill(10n ** 21n);
  await plant(users.map((_user, index) => ({ nodeType: 'community', teamLevel: 1, nodes: 1n, levels: BigInt(index) })));
  const before = { nodes: await pool('nodes'), levels: await pool('levels') };
  let isDone = false;
  const killing = (async () => {
    while (!isDone) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like '%worker%' and datname = current_database() and random() < 0.4`.execute(owner);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  })();
  const work = async (db: Database) => {
    for (let turn = 0; turn < 150; turn += 1) {
      for (const name of ['nodes', 'levels'] as const)
        await advancePoolDay({ db, chunkSize: 4 }, name).catch(() => undefined);
    }
  };
  await Promise.all(workers.map(work));
  isDone = true;
  await killing;
  await runPools({ db: worker() });
  for (const name of ['nodes', 'levels'] as const) {
    const days = await owner.selectFrom('pool_day').selectAll().where('pool', '=', name).orderBy('day').execute();
    expect(days.map(({ day }) => day - today)).toEqual([-6, -5, -4, -3, -2, -1]);
    expect(days.every(({ paid_at }) => paid_at !== null)).toBe(true);
    expect(before[name] - (await pool(name))).toBe(days.reduce((sum, { paid }) => sum + paid, 0n));
  }
  const { rows } = await sql<{ shares: number; moves: number; sources: number }>`
    select (select count(*)::int from pool_share) as shares,
      (select count(*)::int from ledger_transfer t join pool_share s on s.id = t.source_id
        where t.kind in (kind_node_output(), kind_level_output())) as moves,
      (select count(distinct source_id)::int from ledger_transfer t join pool_share s on s.id = t.source_id
        where t.kind in (kind_node_output(), kind_level_output())) as sources`.execute(owner);
  expect(rows[0]).toEqual({ shares: 6 * (15 + 14), moves: 6 * (15 + 14), sources: 6 * (15 + 14) });
});

test('behavior: missed days are paid by their own settings; the last setting would pay other amounts', async () => {
  const none = { nodeType: 'none', teamLevel: 0, nodes: 0n, levels: 0n } as const;
  const one = { ...none, nodeType: 'personal', nodes: 1n } as const;
  const plantDays = async () => {
    await plant([one, one], today - 3);
    await plant([none, { ...one, nodes: 4n }], today - 2);
    await plant([{ ...none, teamLevel: 1, levels: 8n }, none], today - 1);
  };
  const weights = new Map([
    [today - 3, [1n, 1n]],
    [today - 2, [0n, 5n]],
    [today - 1, []],
  ]);
  const releaseOf = new Map([
    [today - 3, 1_000],
    [today - 2, 2_000],
    [today - 1, 2_000],
  ]);
  const catchUp = async () => {
    const before = await pool('nodes');
    await plantDays();
    await runPools({ db: worker() });
    return { before, paid: before - (await pool('nodes')) };
  };
  const expected = (before: bigint) => {
    let left = tokenAmount(before);
    for (const [day, nodes] of weights) {
      left = releasePool({ pool: left, dailyReleaseBps: releaseOf.get(day) ?? 0, weights: nodes }).left;
    }
    return before - left;
  };
  const laterSetting = sql`insert into pool_setting (from_day, nodes_release_bps, levels_release_bps)
    values (${today - 2}, 2000, 0), (${today + 1}, 5000, 0)`;

  await begin({ days: 3, nodesBps: 1_000, levelsBps: 0 });
  await fill(10n ** 20n);
  await rewriteSettings(owner, laterSetting);
  const dated = await catchUp();
  expect(dated.paid).toBe(expected(dated.before));

  // Twin: the last setting applies to all days.
  await rewriteSettings(owner, sql`delete from pool_setting where from_day > 0`);
  await begin({ days: 3, nodesBps: 5_000, levelsBps: 0 });
  const undated = await catchUp();
  expect(undated.paid).not.toBe(expected(undated.before));
});

test('behavior: a lost checkpoint pays no user twice; without the key it would', async () => {
  await begin({ days: 1, nodesBps: 1_000, levelsBps: 0 });
  await fill(10n ** 20n);
  await plant(users.map(() => ({ nodeType: 'personal', teamLevel: 0, nodes: 1n, levels: 0n })));
  await runPools({ db: worker() });
  const paid = await pool('nodes');
  const lose = () =>
    sql`update pool_day set paid_at = null, after_user = 0, paid = 0 where pool = 'nodes'`.execute(owner);
  await lose();
  await expect(runPools({ db: worker() })).rejects.toThrow(/duplicate key/);
  expect(await pool('nodes')).toBe(paid);
  await sql`alter table ledger_transfer drop constraint ledger_transfer_key`.execute(owner);
  await runPools({ db: worker() });
  expect(await pool('nodes')).toBeLessThan(paid);
});
