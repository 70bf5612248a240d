import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { acceptAnyTerms } from '@city-mint/tests/builders/consent';
import { buildFunds } from '@city-mint/tests/builders/participants';
import { newPerson, type Person } from '@city-mint/tests/builders/person';
import { buildPlan, closeWindow, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { refreshResults } from '../earnings/commands.ts';
import { runRounds } from '../jobs.ts';
import { createFillReader } from '../orders/queries/round-fill.ts';

let database: TestDatabase;
let owner: Database;
let api: TestApi;
let people: Person[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = await startTestApi({ databaseUrl: database.url });
  await buildFunds(owner, { reserve: 100n * JU, emission: 30_000n * JU });
  people = await Promise.all([1, 2, 3].map(() => newPerson({ api, db: owner }, 10_000n * JU)));
  await acceptAnyTerms(
    owner,
    people.map(({ userId }) => userId),
  );
});
afterAll(async () => {
  await api.stop();
  await owner.destroy();
  await database.drop();
});

async function join(who: number, { roundId, termsHash }: OpenRound, amount: string): Promise<void> {
  const request = { roundId: `${roundId}`, termsHash, amount, requestId: crypto.randomUUID() };
  const answer = await api.client(people[who]?.token).call('POST /api/biz/crowdfund', request);
  if (!answer.ok) throw new Error(answer.error);
}

async function fillOf(roundId: bigint) {
  const answer = await api.client().call('POST /api/app/round/fill', { roundId: `${roundId}` });
  if (!answer.ok) throw new Error(answer.error);
  return answer.data;
}

const open = (city: string, terms: Parameters<typeof buildPlan>[0] = {}) =>
  openRound(owner, buildPlan({ city, firstQuota: tokenAmount(100n * JU), ...terms }));

describe('the filling of a round', () => {
  it('has a point for each part of the time with orders, with sums that rise to the raised amount', async () => {
    const round = await open('Oslo');
    expect(await fillOf(round.roundId)).toMatchObject({ quota: '100', endedAt: null, points: [] });
    for (const [who, amount] of [
      [0, '10.5'],
      [1, '20'],
      [0, '0.000000000000000001'],
    ] as const) {
      await join(who, round, amount);
    }
    // An order in each of many parts of the hour, and some in the same one.
    await sql`update round set opens_at = now() - interval '30 minutes' where id = ${round.roundId}`.execute(owner);
    await sql`alter table mint_order disable trigger user`.execute(owner);
    await sql`update mint_order set joined_at = now() - interval '20 minutes' * (3 - rank)
      where round_id = ${round.roundId}`.execute(owner);
    await sql`alter table mint_order enable trigger user`.execute(owner);
    await expect.poll(async () => (await fillOf(round.roundId)).points.length).toBe(3);
    const { points } = await fillOf(round.roundId);
    expect(points.map(({ filled, orders }) => [filled, orders])).toEqual([
      ['10.5', 1],
      ['30.5', 2],
      ['30.500000000000000001', 3],
    ]);
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a - b));
  });

  it('has at most 60 points, however many orders', async () => {
    const round = await open('Riga');
    for (let count = 0; count < 3; count += 1) await join(count, round, '1');
    await sql`update round set opens_at = now() - interval '10 minutes' where id = ${round.roundId}`.execute(owner);
    await sql`insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
      select ${round.roundId}, user_id, 3 + n, 1, 1, gen_random_uuid(), now() - interval '10 minutes' * n / 300, false
      from generate_series(1, 300) n, (select min(user_id) as user_id from mint_order) u`.execute(owner);
    const count = async () => (await fillOf(round.roundId)).points.length;
    await expect.poll(count).toBeGreaterThan(40);
    expect(await count()).toBeLessThanOrEqual(60);
    expect((await fillOf(round.roundId)).points.at(-1)?.orders).toBe(303);
  });

  it('an unknown round is not found', async () => {
    const answer = await api.client().call('POST /api/app/round/fill', { roundId: '999999' });
    expect(answer).toMatchObject({ ok: false, error: 'not-found', details: { field: 'roundId' } });
  });

  it('is read once for concurrent callers; a failed reading is repeated', async () => {
    const reads: bigint[] = [];
    let fails = true;
    const readFill = createFillReader(async (roundId) => {
      reads.push(roundId);
      if (fails) throw new Error('no database');
      return [];
    });
    const ask = (isOver: boolean) => readFill({ roundId: 7n, isOver });
    await expect(ask(false)).rejects.toThrow('no database');
    fails = false;
    await Promise.all([ask(false), ask(false), ask(false)]);
    expect(reads).toEqual([7n, 7n]);
    // The final curve is read when the round is over, though the previous one is not two seconds old.
    await ask(true);
    await ask(true);
    expect(reads).toHaveLength(3);
  });
});

describe('the rounds of a city', () => {
  it('are listed in pages, latest first, with their outcomes, without those of other cities', async () => {
    const minted = await open('Bern', { rounds: 2 });
    await join(0, minted, '100');
    await runRounds(owner);
    const { city_id: cityId } = await owner
      .selectFrom('round')
      .select('city_id')
      .where('id', '=', minted.roundId)
      .executeTakeFirstOrThrow();
    const page = async (cursor: string | null, limit: number) => {
      const answer = await api.client().call('POST /api/app/rounds', { cityId: `${cityId}`, cursor, limit });
      if (!answer.ok) throw new Error(answer.error);
      return answer.data;
    };
    const { items } = await page(null, 20);
    expect(items.map(({ number, outcome }) => [number, outcome])).toEqual([
      [2, null],
      [1, 'minted'],
    ]);
    expect(items[1]).toMatchObject({ roundId: `${minted.roundId}`, filled: '100', quota: '100', orders: 1 });
    const first = await page(null, 1);
    expect(first.items.map(({ number }) => number)).toEqual([2]);
    expect((await page(first.nextCursor, 1)).items.map(({ number }) => number)).toEqual([1]);
  });

  it('the sums of my orders of one round only', async () => {
    const [one, other] = [await open('Lodz'), await open('Graz')];
    await join(2, one, '5');
    await join(2, other, '6');
    const own = async (token: string | undefined) => {
      const answer = await api.client(token).call('POST /api/biz/mint/inRound', { roundId: `${other.roundId}` });
      if (!answer.ok) throw new Error(answer.error);
      return answer.data;
    };
    expect(await own(people[2]?.token)).toMatchObject({ orders: 1, joined: '6', outcome: null, netJu: null, fmc: '0' });
    expect(await own(people[1]?.token)).toMatchObject({ orders: 0, joined: '0', first: [] });
  });
});

it('results of 90 days: the median result of a wallet in a round, in JU and in FMC', async () => {
  // One minted round with 100 of one wallet, one failed round with 40 and 10 of two: three results.
  await sql`delete from participant_results`.execute(owner);
  await sql`insert into participant_results default values`.execute(owner);
  const failed = await open('Faro');
  // Rounds of the cities above are due as well.
  await runRounds(owner);
  await join(0, failed, '40');
  await join(1, failed, '10');
  await closeWindow(owner, failed.roundId);
  await runRounds(owner);
  await refreshResults(owner);
  const home = await api.client().call('GET /api/app/home', {});
  if (!home.ok) throw new Error(home.error);
  const { rows } = await sql<{ net: string; fmc: string }>`
    select order_net(s)::text as net, coalesce(s.stage1 + s.stage2 + s.stage3, 0)::text as fmc
    from order_settlement s`.execute(owner);
  const middle = (values: readonly string[]) =>
    values.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1))[Math.ceil(values.length / 2) - 1];
  expect(rows).toHaveLength(3);
  expect(home.data.results90d).toMatchObject({ minted: 1, failed: 1 });
  const units = (text: string | null) => BigInt(Math.round(Number(text) * 1e6)) * 10n ** 12n;
  expect(units(home.data.results90d.medianNet)).toBe(middle(rows.map(({ net }) => net)));
  expect(units(home.data.results90d.medianFmc)).toBe(middle(rows.map(({ fmc }) => fmc)));
});

it('rounds whose settlement is published are listed over all cities, the latest settled first', async () => {
  const [first, second] = [await open('Brno'), await open('Gent')];
  const list = async (cursor: string | null, limit: number) => {
    const answer = await api.client().call('POST /api/app/rounds/settled', { cursor, limit });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  };
  await join(0, second, '100');
  await runRounds(owner);
  await join(0, first, '40');
  await closeWindow(owner, first.roundId);
  await runRounds(owner);
  // Until its files are complete, it is not published.
  await sql`update round_settlement set file_due_at = now() where round_id = ${first.roundId}`.execute(owner);
  expect((await list(null, 100)).items.map(({ city }) => city)).not.toContain('Brno');
  await sql`update round_settlement set file_due_at = null where round_id = ${first.roundId}`.execute(owner);
  const page = await list(null, 2);
  expect(page.items).toMatchObject([
    { roundId: `${first.roundId}`, city: 'Brno', outcome: 'failed', filled: '40', orders: 1 },
    { roundId: `${second.roundId}`, city: 'Gent', outcome: 'minted', filled: '100', orders: 1 },
  ]);
  const [latest, earlier] = page.items;
  expect(latest?.settledAt).toBeGreaterThan(earlier?.settledAt ?? 0);
  // Each page continues after the last round of the one before.
  const one = await list(null, 1);
  expect((await list(one.nextCursor, 1)).items).toEqual([earlier]);
  const { items } = await list(null, 100);
  expect(items.every(({ outcome }) => outcome !== null)).toBe(true);
  expect(await api.client().call('POST /api/app/rounds/settled', { cursor: 'MQ' })).toMatchObject({
    error: 'cursor-format',
  });
});
