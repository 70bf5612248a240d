import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { parseTerms } from '@city-mint/domain/rounds/terms';
import { operatorPublication } from '@city-mint/tests/builders/operator-plan';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { asRole } from '@city-mint/tests/setup/as-role';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { addCity, publishNextRound } from '#rounds/offers/commands.ts';
import type { KnownOperators } from './checks/kind-check.ts';
import { findRankFaults } from './checks/signed-ranks.ts';
import { FIRST_SETTINGS, findCapFault, readMining, readPools } from './checks/signed-settings.ts';
import { findTermsFault } from './checks/signed-terms.ts';

/* Settings, plans and ranks that operators set through the API, as they are stored and as the auditor reads them. */

const UNIT = 10n ** 18n;
let api: TestApi;
let owner: Database;
let auditor: Database;
let operators: KnownOperators;
let people: readonly [OperatorClient, OperatorClient];

beforeAll(async () => {
  api = await startTestApi();
  owner = createDatabase({ url: api.config.DATABASE_URL, maxConnections: 2 });
  auditor = createDatabase({ ...asRole(api.config.DATABASE_URL, 'city_mint_auditor'), maxConnections: 2 });
  const approvers = api.operatorAccounts.map(({ address }) => address);
  operators = { approvers, chainId: api.config.CHAIN_ID, vault: api.config.VAULT_ADDRESS };
  people = await api.operators();
  await buildFunds(owner, { reserve: 100n * UNIT, emission: 400_000_000n * UNIT });
});
afterAll(async () => {
  await Promise.all([owner.destroy(), auditor.destroy()]);
  await api.stop();
});

const reason = 'for the test';
/** Takes an action by as many operators as it needs. */
const take: typeof takeTogether = async (operatorClients, name, fields) => {
  const answer = await takeTogether(operatorClients, name, fields);
  if (!answer.ok) throw new Error(`${name}: ${answer.error}`);
  return answer;
};

/** The last stored settings, base units. */
async function stored() {
  const { rows } = await sql<{
    daily: bigint;
    full: bigint;
    life: number;
    nodes: number;
    levels: number;
    cap: bigint;
    today: number;
  }>`
    select daily_emission as daily, full_hash as full, machine_lifetime_days as life, nodes_release_bps as nodes,
      levels_release_bps as levels, cap, utc_day(now()) as today
    from (select * from mining_setting order by from_day desc limit 1) m
    cross join (select * from pool_setting order by from_day desc limit 1) p cross join reserve_setting`.execute(owner);
  const [row] = rows;
  if (row === undefined) throw new Error('no settings');
  return row;
}

/** Compares stored settings with those that the auditor reads, of a day on which the last ones surely apply. */
async function expectSame(): Promise<void> {
  const { daily, full, life, nodes, levels, cap, today } = await stored();
  const { mostOfDay, lives } = await readMining(auditor, operators);
  expect(mostOfDay(today + 2, full)).toBe(daily);
  expect(mostOfDay(today + 2, full / 2n)).toBe(daily / 2n);
  expect(lives.toSorted((a, b) => a.day - b.day).at(-1)?.longest).toBe(life);
  const pools = await readPools(auditor, operators);
  expect([pools.mostOfDay(today + 2, 'nodes'), pools.mostOfDay(today + 2, 'levels')]).toEqual([nodes, levels]);
  const inAnHour = { roundId: 1n, settledMs: Date.now() + 3_600_000 };
  expect(await findCapFault(auditor, { ...inAnHour, cap }, operators)).toEqual([]);
  expect(await findCapFault(auditor, { ...inAnHour, cap: cap + 1n }, operators)).toHaveLength(1);
}

describe('settings', () => {
  test('default: the first are those of the schema', async () => {
    const { daily, full, life, nodes, levels, cap } = await stored();
    const mining = { dailyEmission: daily, fullHash: full, machineLifetimeDays: life };
    expect(FIRST_SETTINGS).toEqual({ mining, pools: { nodesReleaseBps: nodes, levelsReleaseBps: levels }, cap });
    await expectSame();
    expect(await findRankFaults(auditor, operators)).toEqual([]);
  });

  test('default: loosened by two operators and tightened by one they are read as they are stored', async () => {
    const mining = { dailyEmission: '12000', fullHash: '900000', machineLifetimeDays: 400, reason };
    await take(people, 'mining/set', mining);
    await take(people, 'pools/set', { nodesReleaseBps: 1_500, levelsReleaseBps: 900, reason });
    await take(people, 'reserve/cap', { cap: '150000.5', reason });
    await expectSame();
    await people[0].act('mining/set', { ...mining, dailyEmission: '11999.000000000000000001' });
    await people[0].act('pools/set', { nodesReleaseBps: 1_499, levelsReleaseBps: 900, reason });
    await expectSame();
    const { daily, nodes } = await stored();
    expect([daily, nodes]).toEqual([11_999n * UNIT + 1n, 1_499]);
  });

  test('default: around a change by two operators both settings are allowed', async () => {
    const { today } = await stored();
    const { mostOfDay } = await readMining(auditor, operators);
    expect(mostOfDay(today, 10n ** 30n)).toBe(FIRST_SETTINGS.mining.dailyEmission);
  });
});

test('default: grants and thresholds that operators set are believed, those without a signature not', async () => {
  const [member = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
  const { address } = await owner.selectFrom('app_user').select('address').executeTakeFirstOrThrow();
  await take(people, 'memberStatus/grant', { address, nodeType: 'super', rewardLevel: null, reason });
  await take(people, 'memberStatus/grant', { address, nodeType: null, rewardLevel: 3, reason });
  await take(people, 'memberStatus/grant', { address, nodeType: 'genesis', rewardLevel: 4, reason });
  const lowered = await people[0].act('memberStatus/grant', { address, nodeType: 'none', rewardLevel: 0, reason });
  expect(lowered).toMatchObject({ ok: true, data: { proposalId: null } });
  await take(people, 'thresholds/set', {
    ...{ personalJoinedDirects: 4, personalTeamPerformance: '10000.5', communityJoinedDirects: 11 },
    ...{ communityTeamPerformance: '100001', superJoinedDirects: 31, superTeamPerformance: '1000001' },
    ...{ level1: '10001', level2: '50001', level3: '200001', level4: '1000001', level5: '5000001', reason },
  });
  expect(await findRankFaults(auditor, operators)).toEqual([]);
  await sql`insert into team_grant (user_id, reward_level, reason) values (${member}, 5, 'r')`.execute(owner);
  await sql`insert into team_setting (from_day, node_thresholds, level_thresholds, reason)
    select from_day + 1, node_thresholds, jsonb_set(level_thresholds, '{5}', '"1"'), 'r' from team_setting
    order by version desc limit 1`.execute(owner);
  const faults = await findRankFaults(auditor, operators);
  expect(faults.map(({ subject }) => subject.split(' ')[0])).toEqual(['grant', 'thresholds']);
});

test('default: the terms of a plan that operators published are believed in each round, other terms not', async () => {
  await addCity(owner, { name: 'Lyon', latitude: 1, longitude: 2 });
  await take(people, 'plans/publish', { ...operatorPublication('Lyon'), growthBps: 1_001, reason });
  await publishNextRound(owner);
  const { rows } = await sql<{ terms: unknown; hash: string }>`
    select terms, terms_hash as hash from round_terms`.execute(owner);
  const parsed = parseTerms(rows[0]?.terms);
  if (!parsed.ok) throw new Error(parsed.error);
  const { terms } = parsed;
  const faultOf = async (changed: Partial<typeof terms>) => {
    const round = { roundId: 1n, terms: { ...terms, ...changed }, hash: rows[0]?.hash ?? '' };
    return (await findTermsFault(auditor, round, operators)).map(({ subject }) => subject);
  };
  expect(await faultOf({})).toEqual([]);
  const later = { opensAt: terms.opensAt + 1, closesAt: terms.closesAt + 1 };
  expect(await faultOf(later)).toEqual(['round 1 terms']);
  // Its third round: a quota of 1000 that grew twice.
  const quota = parseTerms({ ...JSON.parse(JSON.stringify(rows[0]?.terms)), quota: '1210220010000000000000' });
  if (!quota.ok) throw new Error(quota.error);
  expect(await faultOf({ ...later, number: 3, quota: quota.terms.quota })).toEqual([]);
  expect(await faultOf({ ...later, number: 2, quota: quota.terms.quota })).toEqual(['round 1 terms']);
  expect(await faultOf({ ...later, number: 4, quota: quota.terms.quota })).toEqual(['round 1 terms']);
  expect(await faultOf({ lossBps: terms.lossBps + 1 })).toEqual(['round 1 terms']);
});
