import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { runTeam } from '@city-mint/server/team/jobs';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { readWeights } from '@city-mint/tests/builders/pools';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { bind, buildSettledRound } from '@city-mint/tests/builders/teams';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/*
 * Operators as thieves: one, who wants to raise the limits of withdrawals, and two together, who want the pools.
 * Payouts are in payouts.db.test.ts.
 */

const reason = 'because it is tested';
const SMALLEST = '0.000000000000000001';
const second = privateKeyToAccount(generatePrivateKey());

let database: TestDatabase;
let api: TestApi;
let owner: Database;
let one: OperatorClient;
let two: OperatorClient;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  api = await startTestApi({ databaseUrl: database.url });
  [one, two] = await api.operators();
});
afterAll(async () => {
  await api.stop();
  await owner.destroy();
  await database.drop();
});

async function readLimits() {
  const controls = await one.call('POST /api/ops/controls', {});
  if (!controls.ok) throw new Error(controls.error);
  const limits = controls.data.limits.find(({ currency }) => currency === 'JU');
  if (limits === undefined) throw new Error('no limits');
  return limits;
}

/** A figure a base unit higher. */
const aUnitMore = (figure: string) => `${figure.split('.')[0]}${SMALLEST.slice(1)}`;

const FIELDS = ['perWithdrawal', 'perUserDay', 'perDay'] as const;

/** Proposes to raise each limit by a base unit, in turn, also together with lower ones. Returns the answers' states. */
async function raiseInSteps(): Promise<ReadonlySet<string>> {
  const states = new Set<string>();
  for (const field of FIELDS) {
    const limits = await readLimits();
    for (const other of [...FIELDS, undefined]) {
      const lowered = other === undefined || other === field ? {} : { [other]: '1' };
      const raised = { ...limits, ...lowered, [field]: aUnitMore(limits[field]), reason };
      const answer = await one.act('limits/set', raised);
      states.add(answer.ok ? answer.data.state : answer.error);
      if (answer.ok && answer.data.proposalId !== null) {
        const own = await one.confirm(answer.data.proposalId, reason);
        states.add(own.ok ? own.data.state : own.error);
      }
    }
  }
  return states;
}

describe('one operator, about the limits of withdrawals', () => {
  test('attack: raises none, by no small step, not beside lower ones, nor by confirming it', async () => {
    const before = await readLimits();
    expect(await raiseInSteps()).toEqual(new Set(['proposed', 'second-operator-required']));
    expect(await readLimits()).toEqual(before);
    // Lowered and raised again takes two as well.
    await one.act('limits/set', { ...before, perDay: '1', reason });
    expect(await one.act('limits/set', { ...before, reason })).toMatchObject({ data: { state: 'proposed' } });
    expect(await readLimits()).toMatchObject({ perDay: '1' });
  });

  test('broken twin: whoever has the wallets of two approvers raises them', async () => {
    const before = await readLimits();
    await takeTogether([one, two], 'operators/add', { address: second.address, role: 'approver', reason });
    const raised = { ...before, perDay: aUnitMore(before.perDay), reason };
    const answer = await takeTogether([one, await api.operator(second)], 'limits/set', raised);
    expect(answer).toMatchObject({ data: { state: 'done' } });
    expect((await readLimits()).perDay).not.toBe(before.perDay);
  });
});

describe('two operators, about the pools', () => {
  /** A day's weights in the pool of nodes: of their wallet, and of another member with twice its team's orders. */
  async function weights() {
    const { rows } = await sql<{ day: number }>`select utc_day(clock_timestamp()) as day`.execute(owner);
    const [theirs = 0n, other = 0n, belowTheirs = 0n, belowOther = 0n] = await buildParticipants(owner, {
      count: 4,
      available: 0n,
    });
    await bind(owner, belowTheirs, theirs);
    await bind(owner, belowOther, other);
    await sql`insert into team_grant (user_id, node_type, reason) values (${other}, 3, 'r')`.execute(owner);
    const { address } = await owner
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', theirs)
      .executeTakeFirstOrThrow();
    return {
      genesis: { address, nodeType: 'genesis', rewardLevel: null, reason } as const,
      async read() {
        await runTeam(owner);
        const orders = [
          { userId: belowTheirs, amount: 100n },
          { userId: belowOther, amount: 200n },
        ];
        await buildSettledRound(owner, { outcome: 'minted', orders });
        await runTeam(owner);
        const found = await readWeights(owner, { pool: 'nodes', day: rows[0]?.day ?? 0 });
        return [theirs, other].map((user) => found?.find(({ userId }) => userId === user)?.weight ?? 0n);
      },
    };
  }

  test('default: count their wallet as genesis: thirty times its team’s orders', async () => {
    const { genesis, read } = await weights();
    expect(await takeTogether([one, two], 'memberStatus/grant', genesis)).toMatchObject({ data: { state: 'done' } });
    expect(await read()).toEqual([3_000n, 2_000n]);
  });

  test('attack: one of them grants nothing', async () => {
    const { genesis, read } = await weights();
    expect(await one.act('memberStatus/grant', genesis)).toMatchObject({ data: { state: 'proposed' } });
    expect(await read()).toEqual([0n, 2_000n]);
  });

  test('attack: release at most twice as much of a pool as the day before, and never more than half', async () => {
    const set = (bps: number) =>
      takeTogether([one, two], 'pools/set', { nodesReleaseBps: bps, levelsReleaseBps: bps, reason });
    expect(await set(2_001)).toMatchObject({ ok: false });
    expect(await set(2_000)).toMatchObject({ data: { state: 'done' } });
    expect(await set(5_001)).toMatchObject({ ok: false });
  });
});
