import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { buildAutoMint } from '@city-mint/tests/builders/auto-mint';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Database } from '#platform/database/database.ts';
import { paySettlementParts, runRounds } from '#rounds/jobs.ts';

const reason = 'because it is tested';

describe('rounds as operators read them', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let one: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 4 });
    api = await startTestApi({ databaseUrl: database.url });
    [one] = await api.operators();
    await buildFunds(owner, { reserve: 4n * JU, emission: 500_000n * JU });
  });
  afterAll(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });

  const detailOf = async (roundId: bigint): Promise<ReplyOf<'POST /api/ops/rounds/detail'>> => {
    const answer = await one.call('POST /api/ops/rounds/detail', { roundId: `${roundId}` });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  };
  /** Opens a round with orders of 10 JU, some by auto-mint and some by hand. */
  const buildRound = async (city: string, { automatic, byHand }: { automatic: number; byHand: number }) => {
    const amount = tokenAmount(10n * JU);
    const users = await buildParticipants(owner, { count: automatic + byHand, available: amount });
    await sql`update auto_mint set enabled = false, queue_position = null, enabled_at = null`.execute(owner);
    await buildAutoMint(
      owner,
      users.slice(0, automatic).map((userId) => ({ userId })),
    );
    // Later stages do not become due during the test.
    const terms = { reserveDrawBps: 5_000, stageDelaysMs: [0, 3_600_000, 7_200_000] } as const;
    const plan = buildPlan({ city, rounds: 1, firstQuota: tokenAmount(200n * JU), terms });
    const round = await openRound(owner, plan);
    const pool = createPool({ url: database.url });
    const join = createJoins({ pool, db: owner });
    for (const userId of users.slice(automatic)) {
      await join({ ...round, userId, amount, requestId: crypto.randomUUID(), consented: true });
    }
    await pool.end();
    return round;
  };

  test('default: shows a live round, its orders by rank and origin, how it filled, and its coverage', async () => {
    const { roundId, planId } = await buildRound('Linz', { automatic: 3, byHand: 4 });
    const detail = await detailOf(roundId);
    expect(detail).toMatchObject({
      round: { city: 'Linz', state: 'open', filled: '70', orders: 7, suspendedSince: null },
      planId: `${planId}`,
      planState: 'running',
      settlement: null,
      failure: null,
      result: null,
      // 3 % of 200 may be lost; half of the reserve of 4 is available for one failure.
      coverage: { reserve: '4', maximumLoss: '6', budget: '2', drawnFirst: '0' },
    });
    const orders = async (request: object) => {
      const ranks: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await one.call('POST /api/ops/rounds/orders', {
          roundId: `${roundId}`,
          ...request,
          limit: 2,
          cursor,
        });
        if (!page.ok) throw new Error(page.error);
        for (const order of page.data.items) {
          expect(order).toMatchObject({ accepted: '10', state: 'active', automatic: order.rank <= 3, netJu: null });
          expect(order.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
          ranks.push(order.rank);
        }
        cursor = page.data.nextCursor;
      }
      return ranks;
    };
    expect(await orders({})).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await orders({ way: 'auto-mint' })).toEqual([1, 2, 3]);
    expect(await orders({ way: 'by-hand' })).toEqual([4, 5, 6, 7]);
    const fill = await one.call('POST /api/ops/rounds/fill', { roundId: `${roundId}` });
    expect(fill.ok && fill.data.points.at(-1)).toMatchObject({ filled: '70', orders: 7 });
    for (const path of ['detail', 'fill', 'orders'] as const) {
      expect(await one.call(`POST /api/ops/rounds/${path}`, { roundId: '999' })).toMatchObject({ error: 'not-found' });
    }
  });

  test('default: shows a settlement step by step; a failed step with its time, attempts and error', async () => {
    const { roundId } = await buildRound('Graz', { automatic: 0, byHand: 2 });
    await closeWindow(owner, roundId);
    await sql`alter table round_step add constraint broken check (step <> 'losses')`.execute(owner);
    const run = async () => {
      await sql`update round set due_at = clock_timestamp() where id = ${roundId}`.execute(owner);
      await runRounds(owner, { onStepError: () => undefined });
    };
    await run();
    await run();
    const stuck = await detailOf(roundId);
    expect(stuck.settlement?.map(({ step, parts, done }) => [step, parts, done])).toEqual([
      ['compute', 1, 1],
      ['refund', 1, 1],
      ['losses', 1, 0],
      ['compensate', 1, 0],
      ['close', 1, 0],
    ]);
    expect(stuck.failure).toMatchObject({ tries: 2, error: expect.stringContaining('broken') });
    expect(stuck.round.state).toBe('liquidating');

    expect(await one.act('rounds/suspend', { roundId: `${roundId}`, reason })).toMatchObject({ ok: true });
    const list = await one.call('POST /api/ops/rounds', { city: 'Graz' });
    expect(list.ok && list.data.items[0]?.suspendedSince).toBeGreaterThan(0);
    await sql`delete from round_suspension`.execute(owner);
    await sql`alter table round_step drop constraint broken`.execute(owner);
    await run();
    const settled = await detailOf(roundId);
    expect(settled.settlement?.every(({ parts, done }) => parts === done)).toBe(true);
    // The earlier failure is over.
    expect(settled.failure).toBeNull();
    expect(settled.result).toMatchObject({
      outcome: 'failed',
      orders: 2,
      amount: '20',
      totals: { loss: '0.6', compensation: '0.6' },
    });
    expect(settled.coverage).toBeNull();
  });

  test('default: a minted round shows its three stages, and which are paid', async () => {
    const { roundId } = await buildRound('Wels', { automatic: 0, byHand: 20 });
    await Promise.all([runRounds(owner), paySettlementParts(owner)]);
    // While the other connection has the last part, the round is polled again a little later.
    const isMinted = async () => {
      await runRounds(owner);
      return (await detailOf(roundId)).round.state === 'minted';
    };
    await expect.poll(isMinted, { timeout: 20_000 }).toBe(true);
    const { settlement, result } = await detailOf(roundId);
    const steps = settlement?.map(({ step, done }) => `${step} ${done}`);
    expect(steps).toEqual(['compute 1', 'fees 1', 'pay 1', 'mint 1', 'close 1', 'stage2 0', 'stage3 0']);
    expect(result?.stages.map(({ stage, amount, paidAt }) => [stage, amount, paidAt !== null])).toEqual([
      [1, '2000', true],
      [2, '1500', false],
      [3, '1500', false],
    ]);
  });

  test('behavior: lists by state, city and time, latest opening first', async () => {
    const listed = async (request: object) => {
      const cities: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await one.call('POST /api/ops/rounds', { ...request, limit: 1, cursor });
        if (!page.ok) throw new Error(page.error);
        cities.push(...page.data.items.map(({ city }) => city));
        cursor = page.data.nextCursor;
      }
      return cities;
    };
    // Graz was moved a day back.
    expect(await listed({})).toEqual(['Wels', 'Linz', 'Graz']);
    expect(await listed({ state: 'open' })).toEqual(['Linz']);
    expect(await listed({ city: 'Graz' })).toEqual(['Graz']);
    expect(await listed({ city: 'Graz', state: 'open' })).toEqual([]);
    const now = Date.now();
    expect(await listed({ from: now - 2 * DAY_MS, to: now - 3_600_000 })).toEqual(['Graz']);
    expect(await listed({ city: 'Nowhere' })).toEqual([]);
  });
});
