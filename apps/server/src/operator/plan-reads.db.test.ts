import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { parsePlan } from '@city-mint/domain/rounds/phase-plan';
import { parseSimulation, simulatePublished } from '@city-mint/domain/simulation/published-simulation';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { namesFor } from '@city-mint/tests/builders/city-names';
import { operatorPlan, operatorPublication } from '@city-mint/tests/builders/operator-plan';
import { buildFunds } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { publishNextRound } from '#rounds/offers/commands.ts';

const reason = 'because it is tested';

describe('plans as operators read them', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let one: OperatorClient;
  let two: OperatorClient;
  let low: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 4 });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
    const viewer = privateKeyToAccount(generatePrivateKey());
    await takeTogether([one, two], 'operators/add', { address: viewer.address, role: 'viewer', reason });
    low = await api.operator(viewer);
    await buildFunds(owner, { reserve: 500n * JU, emission: 500_000n * JU });
  });
  afterAll(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });

  const publish = (plan: ReturnType<typeof operatorPublication>) =>
    takeTogether([one, two], 'plans/publish', { ...plan, reason });
  const addCity = (name: string) =>
    one.act('cities/add', { name, ...namesFor(name), latitude: 48, longitude: 14, reason });
  const listed = async (filter: object) => {
    const names: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await one.call('POST /api/ops/plans', { ...filter, limit: 2, cursor });
      if (!page.ok) throw new Error(page.error);
      names.push(...page.data.items.map(({ city, phase }) => `${city} ${phase}`));
      cursor = page.data.nextCursor;
    }
    return names;
  };

  test('default: filters by city, state and time, page by page, last published first', async () => {
    const [now, ids] = [Date.now(), [] as bigint[]];
    for (const [city, phase] of [
      ['Linz', 1],
      ['Graz', 1],
      ['Linz', 2],
      ['Linz', 3],
      ['Graz', 2],
    ] as const) {
      ids.push((await openRound(owner, buildPlan({ city, phase }))).planId);
    }
    for (const [days, id] of ids.entries()) {
      await sql`update phase_plan set published_at = to_timestamp(${(now - days * DAY_MS) / 1000}::float8),
        state = ${days % 2 === 0 ? 'ended' : 'failed'}, due_at = null where id = ${id}`.execute(owner);
    }
    expect(await listed({})).toEqual(['Linz 1', 'Graz 1', 'Linz 2', 'Linz 3', 'Graz 2']);
    expect(await listed({ city: 'Linz' })).toEqual(['Linz 1', 'Linz 2', 'Linz 3']);
    expect(await listed({ state: 'failed' })).toEqual(['Graz 1', 'Linz 3']);
    expect(await listed({ city: 'Linz', state: 'ended' })).toEqual(['Linz 1', 'Linz 2']);
    const [from, to] = [now - 3 * DAY_MS - 1_000, now - DAY_MS + 1_000];
    expect(await listed({ from, to })).toEqual(['Graz 1', 'Linz 2', 'Linz 3']);
    expect(await listed({ city: 'Nowhere' })).toEqual([]);
  });

  test('default: lists two plans published at the same moment, also across a page boundary', async () => {
    await sql`update phase_plan set published_at = '2026-01-01T00:00:00.123456Z'`.execute(owner);
    expect(new Set(await listed({}))).toEqual(new Set(['Linz 1', 'Graz 1', 'Linz 2', 'Linz 3', 'Graz 2']));
  });

  test('default: a published plan includes its simulation, and everyone computes the same figures', async () => {
    await addCity('Wels');
    const plan = operatorPublication('Wels');
    expect(await publish(plan)).toMatchObject({ data: { state: 'done' } });
    const log = await api.client().call('GET /api/app/operatorLog', {});
    const figures = { crowdNewcomers: '40', crowdLargest: '100', simulationSeed: '42', simulationRuns: '20' };
    expect(log.ok && log.data.items[0]).toMatchObject({ after: figures, signed: { message: figures } });
    const plans = await one.call('POST /api/ops/plans', { city: 'Wels' });
    const planId = (plans.ok && plans.data.items[0]?.planId) || '';
    const detail = await one.call('POST /api/ops/plans/detail', { planId });
    if (!detail.ok) throw new Error(detail.error);
    const { simulation, terms } = detail.data;
    const { crowdNewcomers, simulationSeed } = plan;
    expect(terms).toEqual({ ...operatorPlan('Wels'), firstOpensAt: plan.firstOpensAt });
    // With the funds at that moment, which no operator signs.
    const funds = { reserve: '500', reserveCap: '100000', emission: '500000' };
    expect(simulation).toMatchObject({ crowdNewcomers, simulationSeed, funds });

    while (await publishNextRound(owner));
    const { rows } = await sql<{ id: string }>`
      select id::text from round where plan_id = ${BigInt(planId)}`.execute(owner);
    const open = await api.client().call('GET /api/app/rounds/:roundId/plan', { roundId: rows[0]?.id ?? '' });
    if (!open.ok) throw new Error(open.error);
    expect(open.data).toMatchObject({ planId, city: 'Wels', phase: 1 });
    const [entry] = log.ok ? log.data.items : [];
    const { logId, at, operator, proposedBy } = entry ?? {};
    expect(entry).toMatchObject({ operator: two.address, proposedBy: one.address });
    expect(open.data.log).toEqual({ logId, at, operator, proposedBy });
    const single = await api.client().call('GET /api/app/operatorLog', { logId });
    expect(single).toMatchObject({ data: { items: [entry], nextCursor: null } });
    const published = parsePlan(open.data.plan);
    const crowd = parseSimulation(open.data.simulation);
    if (!published.ok || !crowd.ok) throw new Error('it cannot be read');
    const outlook = simulatePublished(published.plan, crowd.simulation);
    expect(outlook).toMatchObject({ seed: 42, runs: 20 });
    expect(outlook.ordersPlaced).toBeGreaterThan(100);
    expect(simulatePublished(published.plan, crowd.simulation)).toEqual(outlook);
  });

  test('behavior: shows how a plan differs from the previous one, before and after its publication', async () => {
    const worse = { ...operatorPlan('Wels'), phase: 2, lossBps: 400, mintFeeBps: 50 };
    const differences = [
      { field: 'phase', direction: 'neutral' },
      { field: 'mintFeeBps', direction: 'better' },
      { field: 'lossBps', direction: 'worse' },
    ];
    const checked = await low.call('POST /api/ops/plans/check', worse);
    expect(checked.ok && checked.data.differences).toEqual(expect.arrayContaining(differences));
    await publish({ ...operatorPublication('Wels'), ...worse });
    const plans = await one.call('POST /api/ops/plans', { city: 'Wels', limit: 1 });
    const detail = await one.call('POST /api/ops/plans/detail', {
      planId: (plans.ok && plans.data.items[0]?.planId) || '',
    });
    expect(detail.ok && detail.data.differences).toEqual(expect.arrayContaining(differences));
    expect(detail).toMatchObject({ data: { before: { lossBps: 300 }, terms: { lossBps: 400 }, rounds: [] } });
    expect(await one.call('POST /api/ops/plans/last', { city: 'Wels' })).toMatchObject({
      data: { plan: { phase: 2, lossBps: 400 }, funds: { reserve: '500' } },
    });
    expect(await one.call('POST /api/ops/plans/last', { city: 'Nowhere' })).toMatchObject({ error: 'unknown-city' });
    expect(await one.call('POST /api/ops/plans/detail', { planId: '999' })).toMatchObject({ error: 'not-found' });
    expect(await one.call('POST /api/ops/cities', { limit: 1 })).toMatchObject({
      data: { items: [{ name: 'Wels', lastPlan: { phase: 2, state: 'running' } }] },
    });
  });

  test('default: a draft is visible to all operators, is saved by version, and has no effect', async () => {
    const fields = { city: 'Wels', phase: 'x', firstQuota: '1.', crowdNewcomers: '' };
    const begun = await one.call('POST /api/ops/drafts/begin', { name: 'Spring', fields });
    if (!begun.ok) throw new Error(begun.error);
    const { draftId } = begun.data;
    expect(begun.data).toMatchObject({ name: 'Spring', city: 'Wels', version: 1, savedBy: one.address });
    expect(await low.call('POST /api/ops/drafts/detail', { draftId })).toMatchObject({ data: { fields } });
    // Two operators have read version 1: the second save is refused and overwrites nothing.
    const save = (by: OperatorClient, version: number, name: string) =>
      by.call('POST /api/ops/drafts/save', { draftId, version, name, fields: { ...fields, phase: '2' } });
    const answers = await Promise.all([save(one, 1, 'By one'), save(two, 1, 'By two')]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 409, error: 'draft-changed' });
    expect(await save(two, 2, 'By two')).toMatchObject({ data: { version: 3, savedBy: two.address } });
    expect(await one.call('POST /api/ops/drafts', {})).toMatchObject({ data: { items: [{ draftId, version: 3 }] } });
    const remove = { draftId, version: 3 };
    expect(await one.call('POST /api/ops/drafts/delete', { draftId, version: 2 })).toMatchObject({
      error: 'draft-changed',
    });
    expect(await one.call('POST /api/ops/drafts/delete', remove)).toMatchObject({ ok: true });
    expect(await one.call('POST /api/ops/drafts/delete', remove)).toMatchObject({ error: 'not-found' });
    expect(await save(one, 3, 'Gone')).toMatchObject({ error: 'not-found' });
  });

  test('behavior: stores a save that followed an unanswered one, whichever arrived first', async () => {
    const begun = await one.call('POST /api/ops/drafts/begin', { name: 'Autumn', fields: { city: 'Wels' } });
    const draftId = begun.ok ? begun.data.draftId : '';
    const save = (by: OperatorClient, name: string, unanswered?: { name: string; fields: Record<string, string> }) =>
      by.call('POST /api/ops/drafts/save', {
        ...{ draftId, version: 1, name, fields: { city: name, phase: '2' } },
        ...(unanswered === undefined ? {} : { unanswered }),
      });
    const contentOf = (name: string) => ({ name, fields: { phase: '2', city: name } });
    expect(await save(one, 'First')).toMatchObject({ data: { version: 2 } });
    expect(await save(one, 'Last', contentOf('First'))).toMatchObject({ data: { version: 3 } });
    // The earlier save arrives late: it is refused, and the later one remains.
    expect(await save(one, 'First')).toMatchObject({ error: 'draft-changed' });
    // A save of another operator is not the unanswered one.
    expect(await save(two, 'Other', contentOf('Theirs'))).toMatchObject({ error: 'draft-changed' });
    const sameName = { name: 'Last', fields: { city: 'Last', phase: '3' } };
    expect(await save(two, 'Other', sameName)).toMatchObject({ error: 'draft-changed' });
    expect(await one.call('POST /api/ops/drafts/detail', { draftId })).toMatchObject({ data: contentOf('Last') });
    await one.call('POST /api/ops/drafts/delete', { draftId, version: 3 });
  });

  test('attack: a viewer changes no draft; unknown fields are not stored, and the disk cannot be filled', async () => {
    const fields = { city: 'Wels' };
    const begun = await one.call('POST /api/ops/drafts/begin', { name: 'Mine', fields });
    const draftId = begun.ok ? begun.data.draftId : '';
    const tooLow = { code: 403, error: 'role-too-low' };
    expect(await low.call('POST /api/ops/drafts/begin', { name: 'Theirs', fields })).toMatchObject(tooLow);
    expect(await low.call('POST /api/ops/drafts/save', { draftId, version: 1, name: 'Theirs', fields })).toMatchObject(
      tooLow,
    );
    expect(await low.call('POST /api/ops/drafts/delete', { draftId, version: 1 })).toMatchObject(tooLow);
    expect(await one.call('POST /api/ops/drafts/begin', { name: 'x', fields: { nonsense: '1' } })).toMatchObject({
      code: 400,
      error: 'unknown-draft-field',
      details: { field: 'fields', limit: 'nonsense' },
    });
    expect(await one.call('POST /api/ops/drafts/begin', { name: 'x', fields: { city: 'x'.repeat(81) } })).toMatchObject(
      {
        code: 400,
        error: 'text-too-long',
      },
    );
    await sql`insert into plan_draft (name, fields, saved_by)
      select 'x', '{}', 'x' from generate_series(1, 199)`.execute(owner);
    expect(await one.call('POST /api/ops/drafts/begin', { name: 'x', fields })).toMatchObject({
      error: 'too-many-entries',
      details: { limit: '200' },
    });
  });
});
