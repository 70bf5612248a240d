import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { acceptAnyTerms } from '@city-mint/tests/builders/consent';
import { buildFunds } from '@city-mint/tests/builders/participants';
import { newPerson, type Person } from '@city-mint/tests/builders/person';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';

let database: TestDatabase;
let owner: Database;
let api: TestApi;
let person: Person;
let operator: OperatorClient;
let bad: OpenRound;
let good: OpenRound;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = await startTestApi({ databaseUrl: database.url });
  [operator] = await api.operators();
  await buildFunds(owner, { reserve: 100n * JU, emission: 300n * JU });
  person = await newPerson({ api, db: owner }, 10_000n * JU);
  await acceptAnyTerms(owner, [person.userId]);
  good = await openRound(owner, buildPlan({ city: 'Good' }));
  bad = await openRound(owner, buildPlan({ city: 'Bad' }));
  for (const { roundId, termsHash } of [good, bad]) {
    const request = { roundId: `${roundId}`, termsHash, amount: '10', requestId: crypto.randomUUID() };
    const joined = await client().call('POST /api/biz/crowdfund', request);
    if (!joined.ok) throw new Error(joined.error);
  }
  await sql`insert into auto_mint_cycle (user_id, round_id, event, reason)
    values (${person.userId}, ${bad.roundId}, 'skipped', 'round-full')`.execute(owner);
  // As a newer release may store it: an unknown field instead of a required one.
  await sql`update round_terms set terms = jsonb_set(terms, '{later}', '1') - 'quota'
    where round_id = ${bad.roundId}`.execute(owner);
  await sql`update phase_plan set plan = plan - 'windowMs'
    where id = (select plan_id from round where id = ${bad.roundId})`.execute(owner);
});
afterAll(async () => {
  await api.stop();
  await owner.destroy();
  await database.drop();
});

const client = () => api.client(person.token);
const cityIdOf = async (roundId: bigint) =>
  `${(await owner.selectFrom('round').select('city_id').where('id', '=', roundId).executeTakeFirstOrThrow()).city_id}`;

describe('data that this release cannot read', () => {
  test('default: operators see the plan and the round as unreadable among the others', async () => {
    expect(await operator.call('POST /api/ops/plans', {})).toMatchObject({
      data: {
        items: [
          { city: 'Bad', state: 'running', unreadable: true, rounds: null, firstOpensAt: null, firstQuota: null },
          { city: 'Good', state: 'running', unreadable: false, rounds: expect.any(Number) },
        ],
      },
    });
    expect(await operator.call('POST /api/ops/rounds', {})).toMatchObject({
      data: {
        items: [
          { roundId: `${bad.roundId}`, city: 'Bad', state: 'open', filled: '10', orders: 1, unreadable: true },
          { roundId: `${good.roundId}`, city: 'Good', state: 'open', filled: '10', orders: 1, unreadable: false },
        ],
      },
    });
    // Operators can suspend or cancel it by its id.
    expect(await operator.call('POST /api/ops/rounds/detail', { roundId: `${bad.roundId}` })).toMatchObject({
      data: { round: { city: 'Bad', unreadable: true }, steps: [{ state: 'scheduled' }, { state: 'open' }] },
    });
  });

  test('behavior: a participant sees the order in it, without estimates, and the others as usual', async () => {
    const orders = await client().call('POST /api/biz/mine/mint', {});
    expect(orders).toMatchObject({
      data: {
        items: [
          { city: 'Bad', accepted: '10', state: 'active', unreadable: true, estimatedFmc: null, maximumLoss: null },
          { city: 'Good', accepted: '10', state: 'active', unreadable: false, maximumLoss: expect.any(String) },
        ],
      },
    });
    if (!orders.ok) throw new Error(orders.error);
    const [unreadable, readable] = orders.data.items.map(({ orderId }) => orderId);
    const detail = (orderId = '') => client().call('POST /api/biz/mint/detail', { orderId });
    expect(await detail(unreadable)).toMatchObject({ error: 'terms-unreadable', details: { field: 'orderId' } });
    expect(await detail(readable)).toMatchObject({ ok: true });
    expect(await client().call('POST /api/biz/set/repeat', {})).toMatchObject({
      data: { cycles: { items: [{ roundId: `${bad.roundId}`, city: 'Bad', reason: 'round-full' }] } },
    });
  });

  test('behavior: its city lists it, and calls that need its terms answer that they cannot be read', async () => {
    expect(await api.client().call('POST /api/app/rounds', { cityId: await cityIdOf(bad.roundId) })).toMatchObject({
      data: { items: [{ roundId: `${bad.roundId}`, filled: '10', unreadable: true }] },
    });
    const roundId = `${bad.roundId}`;
    expect(await api.client().call('POST /api/app/round/fill', { roundId })).toMatchObject({
      data: { points: [{ filled: '10' }] },
    });
    const refused = { error: 'terms-unreadable', details: { field: 'roundId' } };
    expect(await api.client().call('POST /api/app/last/crowdfund', { roundId })).toMatchObject(refused);
    expect(await api.client().call('POST /api/app/preview', { roundId, amount: '1' })).toMatchObject(refused);
    expect(await client().call('POST /api/biz/preview', { roundId, amount: '1' })).toMatchObject(refused);
  });
});
