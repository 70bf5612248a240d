import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildAutoMint } from '@city-mint/tests/builders/auto-mint';
import { namesFor } from '@city-mint/tests/builders/city-names';
import { operatorPublication } from '@city-mint/tests/builders/operator-plan';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { untilBlocked, whileHeld } from '@city-mint/tests/setup/hold-locks';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { runRounds } from '#rounds/jobs.ts';
import { advanceRound } from '#rounds/lifecycle/commands.ts';
import { publishNextRound } from '#rounds/offers/commands.ts';

const reason = 'because it is tested';

describe('revoked and ended plans', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let worker: Database;
  let one: OperatorClient;
  let two: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 4 });
    worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
    await buildFunds(owner, { reserve: 0n, emission: 500_000n * JU });
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([owner.destroy(), worker.destroy()]);
    await database.drop();
  });

  type Plan = ReturnType<typeof operatorPublication>;
  const publish = (plan: Plan) => takeTogether([one, two], 'plans/publish', { ...plan, reason });
  const addCity = (name: string) =>
    one.act('cities/add', { name, ...namesFor('Linz'), latitude: 48, longitude: 14, reason });
  const newestPlan = async () => {
    const plans = await one.call('POST /api/ops/plans', { limit: 1 });
    const [newest] = plans.ok ? plans.data.items : [];
    if (newest === undefined) throw new Error('no plan is published');
    return newest;
  };
  const newestLog = async () => {
    const log = await api.client().call('GET /api/app/operatorLog', {});
    return log.ok ? log.data.items.find(({ action }) => !action.startsWith('refuse ')) : undefined;
  };
  const previewed = async (plan: Plan) => {
    const preview = await two.call('POST /api/ops/preview', { action: 'plans/publish', fields: { ...plan } });
    if (!preview.ok) throw new Error(preview.error);
    return preview.data.after;
  };

  test('default: a revoked plan disappears from home and its city; list, round and log say so', async () => {
    const plan = operatorPublication('Linz');
    await addCity(plan.city);
    await publish(plan);
    await runRounds(worker);
    const [home, coming] = [api.client(), { city: 'Linz', phase: 1, number: 1 }];
    expect(await home.call('GET /api/app/home', {})).toMatchObject({ data: { firstRound: coming } });
    const shown = await home.call('POST /api/app/last/crowdfund', {});
    expect(shown).toMatchObject({ data: { round: { ...coming, state: 'scheduled' } } });
    const round = shown.ok ? shown.data.round : null;
    const { planId } = await newestPlan();
    expect(await one.act('plans/revoke', { planId, reason })).toMatchObject({ data: { state: 'done' } });
    expect(await newestLog()).toMatchObject({
      ...{ action: 'plans/revoke', subject: 'plans Linz', reason, proposedBy: null },
      before: { plan: planId, phase: '1', state: 'running' },
      after: { plan: planId, phase: '1', state: 'revoked' },
    });
    await runRounds(worker);
    expect(await home.call('GET /api/app/home', {})).toMatchObject({ data: { firstRound: null, openRounds: [] } });
    const { cityId } = round ?? { cityId: '' };
    for (const asked of [{}, { cityId }]) {
      expect(await home.call('POST /api/app/last/crowdfund', asked)).toMatchObject({ ok: true, data: { round: null } });
    }
    expect(await home.call('GET /api/app/warehouses', {})).toMatchObject({
      data: { cities: [{ phase: null, openRound: null, nextRound: null, roundsMinted: 0, roundsFailed: 0 }] },
    });
    // A participant with an open page or a link reads the reason.
    expect(await home.call('POST /api/app/last/crowdfund', { roundId: round?.roundId ?? '' })).toMatchObject({
      data: { round: { state: 'ended', outcome: 'cancelled', cancellation: { by: 'revocation', reason } } },
    });
    expect(await newestPlan()).toMatchObject({ planId, state: 'revoked', nextPhaseTime: null });
    expect(await one.call('POST /api/ops/rounds', { limit: 1 })).toMatchObject({
      data: { items: [{ roundId: round?.roundId, state: 'ended', outcome: 'cancelled', orders: 0 }] },
    });
  });

  test('attack: a plan cannot be worsened by way of a revoked one; it is compared with the last one held', async () => {
    const plan = operatorPublication('Graz');
    await addCity(plan.city);
    await publish(plan);
    const worse = { ...plan, phase: 2, lossBps: 900 };
    await publish(worse);
    const { planId } = await newestPlan();
    const asBad = { ...worse, phase: 3 };
    // While the worse plan is the last one, a third plan that is as bad has no relevant difference.
    expect(await previewed(asBad)).toMatchObject({ comparedWith: '2', worse: null });
    const proposed = await one.act('plans/publish', { ...asBad, reason });
    if (!proposed.ok || proposed.data.proposalId === null) throw new Error('no proposal');
    const signed = await two.signConfirmation(proposed.data.proposalId, reason);
    expect(await one.act('plans/revoke', { planId, reason })).toMatchObject({ ok: true });
    expect(await previewed(asBad)).toMatchObject({ comparedWith: '1', worse: 'lossBps' });
    // A proposal that was compared with the worse plan has to be proposed again.
    expect(await two.call('POST /api/ops/proposals/confirm', signed)).toMatchObject({ error: 'proposal-outdated' });
  });

  test('behavior: concurrent revocations take effect once; an outdated version is refused', async () => {
    const plan = operatorPublication('Wels');
    await addCity(plan.city);
    await publish(plan);
    const { planId } = await newestPlan();
    const outdated = await two.sign('plans/revoke', { planId, reason });
    await publish({ ...plan, phase: 2 });
    const revoking = 'POST /api/ops/plans/revoke';
    expect(await two.call(revoking, outdated)).toMatchObject({ error: 'version-changed' });
    const signed = await Promise.all([one, two].map((by) => by.sign('plans/revoke', { planId, reason })));
    const answers = await Promise.all([
      ...signed.map((body, index) => (index === 0 ? one : two).call(revoking, body)),
      ...signed.map((body, index) => (index === 0 ? one : two).call(revoking, body)),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const errors = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
    expect(errors.every((error) => ['plan-over', 'signature-used'].includes(error))).toBe(true);
    expect(errors).toContain('plan-over');
  });

  test('default: an ended plan holds its current round, and list and log say so', async () => {
    await runRounds(worker);
    const { planId, roundId } = await openRound(owner, buildPlan({ city: 'Lienz' }));
    const ending = { planId: `${planId}`, reason };
    expect(await one.act('plans/revoke', ending)).toMatchObject({ error: 'plan-begun' });
    expect(await one.act('plans/end', ending)).toMatchObject({ data: { state: 'done' } });
    expect(await two.act('plans/end', ending)).toMatchObject({ error: 'nothing-changes' });
    expect(await newestLog()).toMatchObject({
      ...{ action: 'plans/end', subject: 'plans Lienz' },
      before: { plan: `${planId}`, state: 'running', lastRound: '1' },
      after: { plan: `${planId}`, state: 'ending', lastRound: '1' },
    });
    expect(await newestPlan()).toMatchObject({ planId: `${planId}`, state: 'ending', nextPhaseTime: null });
    expect(await api.client().call('POST /api/app/last/crowdfund', { roundId: `${roundId}` })).toMatchObject({
      data: { round: { state: 'open', nextPhaseTime: null } },
    });
  });

  test('behavior: participants read the proposer’s reason for a cancelled round, the log the confirmer’s', async () => {
    const { roundId } = await openRound(owner, buildPlan({ city: 'Hall' }));
    const why = { roundId: `${roundId}`, reason: 'the city is not ready' };
    const proposed = await one.act('rounds/cancel', why);
    const proposalId = proposed.ok ? proposed.data.proposalId : null;
    expect(await two.confirm(proposalId ?? '', 'as agreed')).toMatchObject({ data: { state: 'done' } });
    expect(await newestLog()).toMatchObject({ action: 'rounds/cancel', reason: 'as agreed' });
    expect(await api.client().call('POST /api/app/last/crowdfund', { roundId: why.roundId })).toMatchObject({
      data: { round: { cancellation: { by: 'operators', reason: why.reason } } },
    });
  });

  test('behavior: a signature for one round does not end the plan after the next', async () => {
    const [userId = 0n] = await buildParticipants(owner, { count: 1, available: 100n * JU });
    await buildAutoMint(owner, [{ userId }]);
    await buildFunds(owner, { reserve: 0n, emission: 100_000n * JU });
    const firstQuota = tokenAmount(10n * JU);
    await runRounds(worker);
    const { planId } = await openRound(owner, buildPlan({ city: 'Imst', firstQuota, gapMs: 3_600_000 }));
    const ending = { planId: `${planId}`, reason };
    const [inTime, outdated] = [await one.sign('plans/end', ending), await one.sign('plans/end', ending)];
    while (await advanceRound(worker));

    // The next round is being published, and the operator's transaction waits for it.
    const holdPublishing = (tx: Database) => sql`lock table round_terms in exclusive mode`.execute(tx);
    const meanwhile = await whileHeld(owner, holdPublishing, async (release) => {
      const published = publishNextRound(worker);
      await untilBlocked(owner, 'publish_round');
      const answer = one.call('POST /api/ops/plans/end', inTime);
      await untilBlocked(owner, 'end_plan');
      release();
      expect(await published).toBe(true);
      return answer;
    });
    expect(meanwhile).toMatchObject({ error: 'round-published' });

    expect(await one.call('POST /api/ops/plans/end', outdated)).toMatchObject({ error: 'version-changed' });
    expect(await newestPlan()).toMatchObject({ state: 'running' });
    expect(await two.act('plans/end', ending)).toMatchObject({ data: { state: 'done' } });
    expect(await newestLog()).toMatchObject({ after: { lastRound: '2' } });
  });
});
