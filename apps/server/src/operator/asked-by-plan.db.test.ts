import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { namesFor } from '@city-mint/tests/builders/city-names';
import { acceptAnyTerms } from '@city-mint/tests/builders/consent';
import { operatorPlan, operatorPublication } from '@city-mint/tests/builders/operator-plan';
import { buildFunds } from '@city-mint/tests/builders/participants';
import { newPerson, type Person } from '@city-mint/tests/builders/person';
import { JU } from '@city-mint/tests/builders/rounds';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';

const reason = 'because it is tested';

describe('consents that a plan asks for again', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let one: OperatorClient;
  let two: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
    await buildFunds(owner, { reserve: 500n * JU, emission: 500_000n * JU });
    await one.act('cities/add', { name: 'Wels', ...namesFor('Wels'), latitude: 48, longitude: 14, reason });
  });
  afterAll(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });

  type Terms = Partial<Pick<ReturnType<typeof operatorPlan>, 'phase' | 'lossBps' | 'mintFeeBps'>>;
  const publish = (terms: Terms) =>
    takeTogether([one, two], 'plans/publish', { ...operatorPublication('Wels'), ...terms, reason });
  const check = async (terms: Terms) => {
    const answer = await one.call('POST /api/ops/plans/check', { ...operatorPlan('Wels'), ...terms });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data.consents;
  };
  const preview = async (terms: Terms) => {
    const fields = { ...operatorPublication('Wels'), ...terms };
    const answer = await two.call('POST /api/ops/preview', { action: 'plans/publish', fields });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data.after;
  };
  const mustAccept = async () => {
    const answer = await one.call('POST /api/ops/disclosure', { lang: 'en' });
    return answer.ok ? answer.data.consents.mustAccept : answer.error;
  };
  const newcomer = () => newPerson({ api, db: owner }, 100n * JU);
  async function accept({ token }: Person): Promise<void> {
    const disclosure = await api.client().call('GET /api/app/disclosure', {});
    const hash = disclosure.ok ? disclosure.data.hash : '';
    const accepted = await api.client(token).call('POST /api/app/user/consent', { hash });
    if (!accepted.ok) throw new Error(accepted.error);
  }
  const endAll = () => owner.updateTable('phase_plan').set({ state: 'ended', due_at: null }).execute();

  test('default: before publication shows how many users it asks, and for which terms; then asks them', async () => {
    // This user has to accept again in any case, so the plan does not count them.
    const early = await newcomer();
    await publish({ phase: 1, mintFeeBps: 50 });
    await accept(early);
    await endAll();
    await publish({ phase: 2, lossBps: 200 });
    await publish({ phase: 3, lossBps: 300 });
    for (const person of [await newcomer(), await newcomer()]) await accept(person);
    // This user's consent covers any plan.
    await acceptAnyTerms(owner, [(await newcomer()).userId]);
    expect(await mustAccept()).toBe(1);

    expect(await check({ phase: 4, lossBps: 250 })).toEqual({ asked: 0, beyond: [] });
    expect(await preview({ phase: 4, lossBps: 250 })).toMatchObject({ consentsAsked: '0', consentsBeyond: null });
    const wider = { phase: 4, lossBps: 401, mintFeeBps: 75 };
    expect(await check(wider)).toEqual({
      asked: 2,
      beyond: [
        { name: 'mintFeeBps', now: '1%', after: '0.75–1%' },
        { name: 'lossBps', now: '2–3%', after: '2–4.01%' },
      ],
    });
    const figures = { consentsAsked: '2', consentsBeyond: 'mintFeeBps 1% → 0.75–1%, lossBps 2–3% → 2–4.01%' };
    expect(await preview(wider)).toMatchObject(figures);
    const proposed = await one.act('plans/publish', { ...operatorPublication('Wels'), ...wider, reason });
    const proposals = await two.call('POST /api/ops/proposals', {});
    expect(proposals.ok && proposals.data.items[0]).toMatchObject({ after: figures });
    await two.confirm((proposed.ok && proposed.data.proposalId) || '', reason);
    expect(await mustAccept()).toBe(1 + 2);
    expect(await check({ ...wider, phase: 5 })).toEqual({ asked: 0, beyond: [] });
  });

  test('behavior: while no plan is live every consent is valid, and its coverage is still known', async () => {
    await endAll();
    expect(await mustAccept()).toBe(0);
    const { asked, beyond } = await check({ phase: 6, mintFeeBps: 50, lossBps: 300 });
    // All three users of the first test except the one who accepted exactly these terms.
    expect([asked, beyond]).toEqual([2, [{ name: 'mintFeeBps', now: null, after: '0.5%' }]]);
    expect(await preview({ phase: 6, mintFeeBps: 50 })).toMatchObject({ consentsBeyond: 'mintFeeBps 0.5%' });
  });
});
