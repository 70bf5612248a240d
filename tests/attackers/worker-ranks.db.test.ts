// @module-tag soak-2
import { DAY_MS } from '@city-mint/domain/time/durations';
import { readOwnFigures } from '@city-mint/server/audit/checks/own-figures';
import type { TeamFigures } from '@city-mint/server/audit/checks/team-sums';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { runTeam } from '@city-mint/server/team/jobs';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forgetBooks, sealEverything, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { rewriteSettings } from '../builders/rewrite-settings.ts';
import { decide, KNOWN_OPERATORS } from '../builders/signed-decisions.ts';
import { bind } from '../builders/teams.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A thief with the login of a worker, which writes the ranks that follow from figures, and so receives shares of the
 * pools. The auditor computes the figures from the bindings and the rounds that it has followed.
 */

let database: TestDatabase;
let pool: pg.Pool;
let owner: Database;
let worker: Database;
let auditor: Database;
let thief: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 });
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
});
afterEach(async () => {
  await Promise.all([owner, worker, auditor].map((db) => db.destroy()));
  await database.drop();
});

/** Builds a history in which this is done four days before the pools pay the thief by its rank. */
async function payAfter(write: () => Promise<unknown>): Promise<void> {
  const beforeDays = async () => {
    const { rows } = await sql<{ id: bigint }>`
      select id from app_user order by id offset 3 limit 1`.execute(owner);
    thief = rows[0]?.id ?? 0n;
    await runTeam(worker);
    await write();
    await sql`update team_status_change set changed_at = changed_at - interval '4 days'`.execute(owner);
    await sql`update team_grant set granted_at = granted_at - interval '4 days',
      applied_at = applied_at - interval '4 days'`.execute(owner);
    await sql`insert into team_attribution (user_id, day, nodes, levels)
      values (${thief}, utc_day(now()) - 3, 500, 500)`.execute(owner);
  };
  await buildEveryKind({ db: owner, pool, beforeDays });
  await showEventsToAuditor(owner);
  await sealEverything(owner);
}

const writeRank = (nodeType: number, level: number) =>
  sql`insert into team_status_change (user_id, node_type, reward_level, performance_level, team_level)
    values (${thief}, ${nodeType}, 0, ${level}, ${level})`.execute(worker);

/** The ranks in the auditor's findings, once each. */
async function unbelieved(): Promise<readonly string[]> {
  const followed = await followJournal(auditor, { operators: KNOWN_OPERATORS, entries: 1_000 });
  return followed.result === 'stopped' ? followed.findings.map(({ subject, found }) => `${subject}: ${found}`) : [];
}

/** JU that the pools paid to the thief. */
async function received(): Promise<bigint> {
  const { rows } = await sql<{ received: bigint }>`
    select coalesce(sum(amount), 0) as received from ledger_transfer
    where kind in (kind_node_output(), kind_level_output()) and credit_account >> 8 = ${thief}`.execute(owner);
  return rows[0]?.received ?? 0n;
}

/** The figures as a worker computed them. */
async function workersFigures(user: bigint): Promise<TeamFigures> {
  const { rows } = await sql<TeamFigures>`
    select joined_direct_count as "joinedDirects", team_performance as "teamPerformance",
      team_performance - largest_leg as "smallAreaPerformance"
    from team_member where user_id = ${user}`.execute(owner);
  return rows[0] ?? Promise.reject(new Error('not a member'));
}

/** Sets what a super node and level 5 need. */
const setThresholds = (joinedDirects: number, team: bigint, smallArea: bigint) =>
  rewriteSettings(
    owner,
    sql`update team_setting set
      node_thresholds = node_thresholds || jsonb_build_object('super', jsonb_build_object(
        'joinedDirects', ${joinedDirects}::int, 'teamPerformance', ${team}::text)),
      level_thresholds = level_thresholds || jsonb_build_object('5', ${smallArea}::text)`,
  );

describe('a rank that the thief of a worker’s login writes for itself', () => {
  test.each([
    { name: 'of a super node', nodeType: 3, level: 0, found: 'super, level 0' },
    { name: 'of level 5', nodeType: 0, level: 5, found: 'none, level 5' },
  ])('attack: $name is not believed', async ({ nodeType, level, found }) => {
    await payAfter(() => writeRank(nodeType, level));
    expect(await received()).toBeGreaterThan(0n);
    expect(await unbelieved()).toEqual([`rank 1: ${found} of user ${thief}`]);
    // Broken twin: an auditor that takes ranks as they are stored believes the payments.
    await sql`delete from audit.finding`.execute(owner);
    await sql`insert into audit.rank select id from team_status_change`.execute(owner);
    expect(await unbelieved()).toEqual([]);
  });

  test('attack: of a grant that operators withdrew is not believed', async () => {
    await payAfter(async () => {
      const user = await owner.selectFrom('app_user').selectAll().where('id', '=', thief).executeTakeFirstOrThrow();
      for (const [code, nodeType] of [
        [2, 'community'],
        [0, 'none'],
      ] as const) {
        await sql`insert into team_grant (user_id, node_type, reason) values (${thief}, ${code}, 'r')`.execute(owner);
        const fields = { address: user.address, nodeType, rewardLevel: null };
        const grant = { key: 'POST /api/ops/memberStatus/grant', fields, subject: `member ${user.address}` } as const;
        await decide(owner, grant, { issuedAt: Date.now() - 4 * DAY_MS });
        await runTeam(worker);
      }
      await writeRank(2, 0);
    });
    // The first two followed from the grants.
    expect(await unbelieved()).toEqual([`rank 3: community, level 0 of user ${thief}`]);
  });

  test('default: is believed when the figures reach it, to the unit, and not when they do not', async () => {
    await payAfter(async () => {
      // A second leg with a minted order.
      const { id } = await owner.selectFrom('app_user').select('id').orderBy('id').executeTakeFirstOrThrow();
      await bind(owner, id, thief);
      await runTeam(worker);
      await writeRank(3, 5);
    });
    const figures = await workersFigures(thief);
    const { joinedDirects, teamPerformance: team, smallAreaPerformance: small } = figures;
    expect(joinedDirects).toBe(2);
    expect(small).toBeGreaterThan(0n);
    for (const [joined, ofTeam, ofSmall] of [
      [joinedDirects + 1, team, small],
      [joinedDirects, team + 1n, small],
      [joinedDirects, team, small + 1n],
    ] as const) {
      await setThresholds(joined, ofTeam, ofSmall);
      expect(await unbelieved()).toEqual([`rank 1: super, level 5 of user ${thief}`]);
      await forgetBooks(owner);
    }
    await setThresholds(joinedDirects, team, small);
    expect(await unbelieved()).toEqual([]);
  });
});

describe('the auditor’s figures', () => {
  test('default: are those of a worker, for every user', async () => {
    await payAfter(async () => undefined);
    expect(await unbelieved()).toEqual([]);
    const { rows } = await sql<{ id: bigint }>`select user_id as id from team_member order by 1`.execute(owner);
    expect(rows.length).toBeGreaterThan(6);
    const figuresOf = await readOwnFigures(auditor);
    for (const { id } of rows) expect([id, figuresOf(id)]).toEqual([id, await workersFigures(id)]);
  });
});
