import { signedUnitsOf } from '@city-mint/domain/money/amount-text';
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
import { runRounds } from '../jobs.ts';
import { cancelRound } from '../lifecycle/commands.ts';
import { formatSigned } from '../routes/wire.ts';

let database: TestDatabase;
let owner: Database;
let api: TestApi;
let person: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = await startTestApi({ databaseUrl: database.url });
  await buildFunds(owner, { reserve: 100n * JU, emission: 300n * JU });
  person = await newPerson({ api, db: owner }, 10_000n * JU);
  await acceptAnyTerms(owner, [person.userId]);
});
afterAll(async () => {
  await api.stop();
  await owner.destroy();
  await database.drop();
});

const client = () => api.client(person.token);

const open = (city: string, terms: Parameters<typeof buildPlan>[0] = {}) =>
  openRound(owner, buildPlan({ city, firstQuota: tokenAmount(100n * JU), ...terms }));

async function join({ roundId, termsHash }: OpenRound, amount: string): Promise<string> {
  const requestId = crypto.randomUUID();
  const answer = await client().call('POST /api/biz/crowdfund', {
    roundId: `${roundId}`,
    termsHash,
    amount,
    requestId,
  });
  if (!answer.ok) throw new Error(answer.error);
  return answer.data.orderId;
}

async function mine(status?: 'active' | 'minted' | 'failed' | 'cancelled' | 'claimable' | 'ended') {
  const answer = await client().call('POST /api/biz/mine/mint', status === undefined ? {} : { status });
  if (!answer.ok) throw new Error(answer.error);
  return answer.data.items;
}

async function detail(orderId: string) {
  const answer = await client().call('POST /api/biz/mint/detail', { orderId });
  if (!answer.ok) throw new Error(answer.error);
  return answer.data;
}

/** The outcomes of rounds as the account `of` reads them. */
async function outcomes(roundIds: readonly bigint[], of = person) {
  const answer = await api.client(of.token).call('POST /api/biz/mint/outcomes', { roundIds: roundIds.map(String) });
  if (!answer.ok) throw new Error(answer.error);
  return answer.data;
}

/** An exact sum, in the API's form. */
function sum(...texts: readonly string[]): string {
  return formatSigned(texts.reduce((total, text) => total + signedUnitsOf(text), 0n));
}

const SHARED = ['roundId', 'cityId', 'city', 'settlement'] as const;

/** The list has each order's settlement, and the totals are the sums of the list. */
async function expectTotals(ids: Record<'first' | 'failed' | 'cancelled' | 'running', string>): Promise<void> {
  const orders = await mine();
  for (const order of orders) {
    const { settlement, round } = await detail(order.orderId);
    const { roundId, cityId, city } = round;
    expect(Object.fromEntries(SHARED.map((name) => [name, order[name]]))).toEqual({
      roundId,
      cityId,
      city,
      settlement,
    });
  }
  const failed = orders.find(({ orderId }) => orderId === ids.failed)?.settlement?.failed;
  const { refund = '', loss = '', compensation = '' } = failed ?? {};
  expect(sum(refund, loss)).toBe('40');
  const answer = await client().call('POST /api/biz/mint/totals', {});
  if (!answer.ok) throw new Error(answer.error);
  expect(answer.data).toEqual({
    byOutcome: {
      active: { orders: 1, joined: '5' },
      minted: { orders: 1, joined: '100' },
      failed: { orders: 1, joined: '40' },
      cancelled: { orders: 1, joined: '7' },
    },
    joined: '152',
    inRounds: '5',
    // The principal without the fee of 1, the refund, and the whole cancelled order.
    returned: sum('99', refund, '7'),
    compensation,
    split: '0',
    netJu: sum('-1', `-${loss}`, compensation),
    fmcPaid: '300',
    fmcDue: '0',
    days: [{ at: expect.any(Number), orders: 3, netJu: sum('-1', `-${loss}`, compensation), fmc: '300' }],
  });
  const stranger = await newPerson({ api, db: owner }, JU);
  const none = await api.client(stranger.token).call('POST /api/biz/mint/totals', {});
  expect(none).toMatchObject({ ok: true, data: { joined: '0', days: [], byOutcome: { minted: { orders: 0 } } } });
}

/** The sums of the rounds are those of the list; a stranger learns nothing of them. */
async function expectOutcomes(roundIds: readonly bigint[]): Promise<void> {
  const orders = await mine();
  const { unsettled, settled } = await outcomes(roundIds);
  const open = orders.filter(({ outcome }) => outcome === null).map(({ roundId }) => roundId);
  expect(unsettled).toEqual(open);
  expect(await outcomes([])).toEqual({ unsettled: open, settled: [] });
  const expected = orders.flatMap(({ orderId, roundId, cityId, city, phase, number, ...order }): object[] => {
    const { minted, failed, cancelled } = order.settlement ?? { minted: null, failed: null, cancelled: null };
    const of = { orderId, roundId, cityId, city, phase, number, joined: order.accepted, netJu: order.netJu };
    if (minted !== null) {
      const { fmcPaid } = order;
      return [{ ...of, outcome: 'minted', fmc: sum(fmcPaid, order.fmcDue), fmcPaid, principal: minted.principal }];
    }
    const claim = { isClaimed: order.state === 'ended', isLate: order.late };
    if (failed !== null) return [{ ...of, ...failed, ...claim, outcome: 'failed' }];
    return cancelled === null ? [] : [{ ...of, ...cancelled, outcome: 'cancelled' }];
  });
  expect(expected).toHaveLength(3);
  expect(settled.toSorted((one, other) => Number(other.orderId) - Number(one.orderId))).toEqual(expected);
  const stranger = await newPerson({ api, db: owner }, JU);
  expect(await outcomes(roundIds, stranger)).toEqual({ unsettled: [], settled: [] });
}

/** The sums in each round are those of the list's orders in it; a stranger has none. */
async function expectInRounds(): Promise<void> {
  const stranger = await newPerson({ api, db: owner }, JU);
  const read = async (roundId: string, of: Person) => {
    const answer = await api.client(of.token).call('POST /api/biz/mint/inRound', { roundId });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  };
  for (const { roundId, accepted: joined, outcome, netJu, fmcPaid, fmcDue, rank, joinedAt } of await mine()) {
    const own = { orders: 1, joined, outcome, netJu, fmc: sum(fmcPaid, fmcDue), first: [{ rank, joinedAt }] };
    expect(await read(roundId, person)).toEqual(own);
    expect(await read(roundId, stranger)).toMatchObject({ orders: 0, joined: '0', fmc: '0', first: [] });
  }
}

describe('the outcome of an order', () => {
  it('stays in each list and filter, with its FMC, even after the round has ended', async () => {
    const minted = await open('Oslo');
    const first = await join(minted, '100');
    expect(await detail(first)).toMatchObject({
      order: { outcome: null, estimatedFmc: '300', maximumLoss: '3', fmcPaid: '0', fmcDue: '0' },
    });
    await runRounds(owner);
    // 300 FMC of the emission: 120 are paid now, 180 are due.
    expect(await detail(first)).toMatchObject({
      order: { outcome: 'minted', state: 'minted', fmcPaid: '120', fmcDue: '180', estimatedFmc: null, netJu: '-1' },
      round: { outcome: 'minted', endedAt: expect.any(Number), expectedFmc: null },
    });
    const { round } = await detail(first);
    expect(round.endedAt !== null && round.endedAt < round.closesAt).toBe(true);
    await sql`update round_stage set due_at = now()`.execute(owner);
    await sql`update round set due_at = now() where state = 'minted'`.execute(owner);
    await runRounds(owner);

    const failing = await open('Rome');
    const failed = await join(failing, '40');
    await closeWindow(owner, failing.roundId);
    await runRounds(owner);
    const stopped = await open('Bern');
    const cancelled = await join(stopped, '7');
    await cancelRound(owner, stopped.roundId, 'a wrong quota');
    await runRounds(owner);
    const inLyon = await open('Lyon');
    const running = await join(inLyon, '5');

    expect(await mine()).toMatchObject([
      { orderId: running, outcome: null, estimatedFmc: '0', maximumLoss: '0.15', netJu: null },
      { orderId: cancelled, outcome: 'cancelled', fmcPaid: '0', fmcDue: '0', estimatedFmc: null, netJu: '0' },
      { orderId: failed, outcome: 'failed', fmcPaid: '0', estimatedFmc: null, maximumLoss: null },
      { orderId: first, outcome: 'minted', state: 'ended', fmcPaid: '300', fmcDue: '0', netJu: '-1' },
    ]);
    const ids = async (status: Parameters<typeof mine>[0]) => (await mine(status)).map(({ orderId }) => orderId);
    expect(await ids('active')).toEqual([running]);
    expect(await ids('minted')).toEqual([first]);
    expect(await ids('failed')).toEqual([failed]);
    expect(await ids('cancelled')).toEqual([cancelled]);
    await expectTotals({ first, failed, cancelled, running });
    await expectInRounds();
    await expectOutcomes([minted, failing, stopped, inLyon].map(({ roundId }) => roundId));
    expect(await detail(cancelled)).toMatchObject({
      round: { outcome: 'cancelled', cancellation: { by: 'operators', reason: 'a wrong quota' } },
      settlement: { cancelled: { refund: '7' } },
    });
  });
});

describe('the outcome of several orders', () => {
  it('is one sum a round, whatever their number', async () => {
    const round = await open('Turin');
    await join(round, '10');
    const newest = await join(round, '20.000000000000000001');
    await closeWindow(owner, round.roundId);
    await runRounds(owner);
    const { settled } = await outcomes([round.roundId, round.roundId]);
    const orders = (await mine()).filter(({ roundId }) => roundId === `${round.roundId}`);
    const failed = orders.map(({ settlement }) => settlement?.failed);
    expect(settled).toMatchObject([
      {
        orderId: newest,
        joined: '30.000000000000000001',
        netJu: sum(...orders.map(({ netJu }) => netJu ?? '')),
        refund: sum(...failed.map((one) => one?.refund ?? '')),
        loss: sum(...failed.map((one) => one?.loss ?? '')),
        compensation: sum(...failed.map((one) => one?.compensation ?? '')),
        hashPower: sum(...failed.map((one) => one?.hashPower ?? '')),
      },
    ]);
  });

  it('is one sum also of more orders than a page has; the first by rank are listed', async () => {
    const round = await open('Genoa', { firstQuota: tokenAmount(60n * JU) });
    const many = await newPerson({ api, db: owner }, 1_000n * JU);
    await acceptAnyTerms(owner, [many.userId]);
    const caller = api.client(many.token);
    const roundId = `${round.roundId}`;
    for (let n = 0; n < 60; n += 1) {
      const request = { roundId, termsHash: round.termsHash, amount: '1', requestId: crypto.randomUUID() };
      expect(await caller.call('POST /api/biz/crowdfund', request)).toMatchObject({ ok: true });
    }
    const full = await caller.call('POST /api/biz/mint/inRound', { roundId });
    const sums = { orders: 60, joined: '60' };
    expect(full).toMatchObject({ ok: true, data: { ...sums, outcome: null, netJu: null, fmc: '0' } });
    expect(full.ok && full.data.first.map(({ rank }) => rank)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
    await runRounds(owner);
    const listed = await caller.call('POST /api/biz/mine/mint', { limit: 100 });
    if (!listed.ok) throw new Error(listed.error);
    const { items } = listed.data;
    const netJu = sum(...items.map((order) => order.netJu ?? ''));
    const fmc = sum(...items.flatMap(({ fmcPaid, fmcDue }) => [fmcPaid, fmcDue]));
    expect([items.length, netJu, fmc]).toEqual([60, '-0.6', '0']);
    const settled = await caller.call('POST /api/biz/mint/inRound', { roundId });
    expect(settled).toMatchObject({ ok: true, data: { ...sums, outcome: 'minted', netJu, fmc } });
  });
});

describe('a preview', () => {
  it('counts the wallet’s own amount, and the amounts that other rounds may draw on the reserve first', async () => {
    const terms = { walletMaximum: tokenAmount(30n * JU) };
    const early = await open('Riga', { windowMs: 60_000, firstQuota: tokenAmount(1_000n * JU) });
    const late = await open('Nice', { windowMs: 90_000_000, terms });
    await join(late, '20');
    const asked = { roundId: `${late.roundId}`, amount: '25' };
    const anyone = await api.client().call('POST /api/app/preview', asked);
    const own = await client().call('POST /api/biz/preview', asked);
    expect(anyone).toMatchObject({ ok: true, data: { accepted: '25' } });
    expect(own).toMatchObject({ ok: true, data: { accepted: '10' } });
    const first = await api.client().call('POST /api/app/preview', { roundId: `${early.roundId}`, amount: '25' });
    const drawnFirst = [first, own].map((answer) => (answer.ok ? Number(answer.data.drawnFirst) : Number.NaN));
    // Riga may lose 30, which it draws before Nice ends; Lyon ends between them.
    expect(drawnFirst[0]).toBe(0);
    expect((drawnFirst[1] ?? 0) >= 30).toBe(true);
  });
});
