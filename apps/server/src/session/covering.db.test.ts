import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildAutoMint, clearAutoMint } from '@city-mint/tests/builders/auto-mint';
import { newPerson, type Person } from '@city-mint/tests/builders/person';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { createConsentCheck, findCoveringHashes } from './queries/covering.ts';

const OPERATOR = { name: 'City Mint (development)', contact: 'operator@localhost' };

let database: TestDatabase;
let owner: Database;
let api: TestApi;
/** Reads the terms on offer at most twice a second, as in production. */
let slow: TestApi;
/** An api of another operator. */
let renamed: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = await startTestApi({ databaseUrl: database.url });
  slow = await startTestApi({ databaseUrl: database.url, sharedAgeMs: 3_600_000 });
  renamed = await startTestApi({ databaseUrl: database.url, env: { OPERATOR_NAME: 'Another Ltd.' } });
});
beforeEach(async () => {
  await owner.updateTable('phase_plan').set({ state: 'ended', due_at: null }).execute();
  await owner.updateTable('round').set({ due_at: null }).execute();
});
afterAll(async () => {
  await Promise.all([api, slow, renamed].map((each) => each.stop()));
  await owner.destroy();
  await database.drop();
});

let cities = 0;
/** Opens the first round of a plan in a new city. */
function open(terms: NonNullable<Parameters<typeof buildPlan>[0]>['terms'] = {}): Promise<OpenRound> {
  cities += 1;
  return openRound(owner, buildPlan({ city: `City ${cities}`, ...(terms && { terms }) }));
}

const end = (round: OpenRound) =>
  owner.updateTable('phase_plan').set({ state: 'ended' }).where('id', '=', round.planId).execute();

async function accept({ token }: Person, from = api): Promise<string> {
  const disclosure = await from.client().call('GET /api/app/disclosure', {});
  if (!disclosure.ok) throw new Error(disclosure.error);
  const { hash } = disclosure.data;
  const accepted = await from.client(token).call('POST /api/app/user/consent', { hash });
  if (!accepted.ok) throw new Error(accepted.error);
  return hash;
}

const orderOf = ({ roundId, termsHash }: OpenRound) => ({
  ...{ roundId: `${roundId}`, termsHash, amount: '1' },
  requestId: crypto.randomUUID(),
});
const join = ({ token }: Person, order: ReturnType<typeof orderOf>, at = api) =>
  at.client(token).call('POST /api/biz/crowdfund', order);

async function own({ token }: Person, at = api) {
  const answer = await at.client(token).call('POST /api/app/user/disclosure', {});
  if (!answer.ok) throw new Error(answer.error);
  return answer.data;
}

/** Returns the outcome of a new order of this round: the code of its refusal, or `joined`. */
async function outcome(person: Person, round: OpenRound, at = api): Promise<string> {
  const answer = await join(person, orderOf(round), at);
  return answer.ok ? 'joined' : answer.error;
}

const balanceOf = async ({ userId }: Person) =>
  (
    await sql<{ balance: bigint }>`
      select balance from ledger_account where id = account_available(${userId}, currency_ju())`.execute(owner)
  ).rows[0]?.balance;

const newcomer = () => newPerson({ api, db: owner }, 100n * JU);

describe('a consent covers', () => {
  test('default: plans with the same terms, narrower ones and none; so no one is asked again', async () => {
    const [wide, narrow] = [await open({ mintFeeBps: 100 }), await open({ mintFeeBps: 200 })];
    const person = await newcomer();
    const hash = await accept(person);
    expect(await outcome(person, wide)).toBe('joined');
    expect(await outcome(person, await open({ mintFeeBps: 150 }))).toBe('joined');
    expect(await own(person)).toMatchObject({ hash, covered: true, accepted: null });
    await end(wide);
    const now = await own(person);
    expect(now).toMatchObject({ covered: true, accepted: null });
    expect(now.hash).not.toBe(hash);
    expect(await outcome(person, narrow)).toBe('joined');
    await owner.updateTable('phase_plan').set({ state: 'ended' }).execute();
    expect(await own(person)).toMatchObject({ covered: true });
    expect(await outcome(person, await open({ mintFeeBps: 200 }))).toBe('joined');
  });

  test('attack: no wider terms, whether the hash is an old one or was never published', async () => {
    const first = await open({ lossBps: 300 });
    const person = await newcomer();
    const old = await accept(person);
    // The plan is published and not open yet; it counts from now on.
    await open({ lossBps: 301 });
    expect(await outcome(person, first)).toBe('consent-required');
    expect(await balanceOf(person)).toBe(100n * JU);
    const client = api.client(person.token);
    for (const hash of [old, `0x${'0'.repeat(64)}`]) {
      expect(await client.call('POST /api/app/user/consent', { hash })).toMatchObject({ error: 'disclosure-changed' });
    }
    expect(await outcome(person, first)).toBe('consent-required');
    const on = { enabled: true, perRoundMaximum: '1' };
    expect(await client.call('POST /api/biz/set/repeat', on)).toMatchObject({ error: 'consent-required' });
    const confirmed = { action: 'auto-mint', keep: '0', stopAfterLosses: 0, parallelRounds: 1, version: 0 } as const;
    expect(await client.call('POST /api/app/user/confirmMessage', confirmed)).toMatchObject({
      error: 'consent-required',
    });
    await accept(person);
    expect(await outcome(person, first)).toBe('joined');
    expect(await client.call('POST /api/biz/set/repeat', on)).toMatchObject({ ok: true });
  });

  test('behavior: a plan counts from its publication, before any of its rounds is open', async () => {
    const now = await open();
    const person = await newcomer();
    await accept(person);
    const plan = buildPlan({ city: 'Later', firstOpensAt: Date.now() + 3_600_000, terms: { treasuryBps: 2_000 } });
    await openRound(owner, plan);
    expect(await outcome(person, now)).toBe('consent-required');
  });

  test('behavior: nothing after a change of the operator or of any sentence', async () => {
    const round = await open();
    const person = await newcomer();
    await accept(person);
    expect(await outcome(person, round, renamed)).toBe('consent-required');
    const { covered, accepted } = await own(person, renamed);
    expect({ covered, figures: accepted?.figures }).toEqual({ covered: false, figures: [] });
    expect(accepted?.sections).toMatchObject([{ earlier: { title: 'Who operates this service' } }]);
    await accept(person, renamed);
    expect([await outcome(person, round, renamed), await outcome(person, round)]).toEqual([
      'joined',
      'consent-required',
    ]);
  });

  test('default: shows when the user accepted an earlier one, and what changed, in their language', async () => {
    await open({ mintFeeBps: 100 });
    const person = await newcomer();
    const before = Date.now();
    await accept(person);
    expect(await own(await newcomer())).toMatchObject({ covered: false, accepted: null });
    await open({ mintFeeBps: 350, compensationTimesBps: 15_000 });
    const { accepted, covered } = await own(person);
    expect(covered).toBe(false);
    expect(accepted?.acceptedAt).toBeGreaterThanOrEqual(before);
    expect(accepted).toMatchObject({
      figures: [
        { name: 'mintFeeBps', earlier: '1%', now: '1–3.5%' },
        { name: 'compensationTimesBps', earlier: '2', now: '1.5–2' },
      ],
      sections: [],
    });
  });

  test('behavior: a repeated order from before the change returns the first order and moves no money', async () => {
    const round = await open();
    const person = await newcomer();
    await accept(person);
    const order = orderOf(round);
    const first = await join(person, order);
    expect(first).toMatchObject({ ok: true });
    await open({ nodesBps: 1_000 });
    expect(await join(person, order)).toEqual(first);
    expect(await balanceOf(person)).toBe(99n * JU);
  });
});

describe('consents cached by a process', () => {
  test('behavior: an outdated cache accepts the same consents, and refuses no newly covered one', async () => {
    const round = await open();
    const [early, late] = [await newcomer(), await newcomer()];
    await accept(early);
    expect(await outcome(early, round, slow)).toBe('joined');
    // The round's own terms are unchanged: each order names their hash.
    const wider = await open({ levelsBps: 1_000 });
    expect([await outcome(early, round, slow), await outcome(early, round)]).toEqual(['joined', 'consent-required']);
    await accept(late);
    expect(await outcome(late, wider, slow)).toBe('joined');
    // The process has to read again to answer this.
    expect(await outcome(early, round, slow)).toBe('consent-required');
  });

  test('behavior: reading and accepting the disclosure bypass the cache', async () => {
    const round = await open();
    const person = await newcomer();
    await accept(person, slow);
    expect(await outcome(person, round, slow)).toBe('joined');
    expect(await own(person, slow)).toMatchObject({ covered: true });
    await open({ lossBps: 450 });
    expect(await outcome(person, round, slow)).toBe('joined');
    expect(await own(person, slow)).toMatchObject({ covered: false, accepted: { figures: [{ name: 'lossBps' }] } });
    await accept(person, slow);
    expect(await own(person, slow)).toMatchObject({ covered: true, accepted: null });
  });

  test('default: a cached consent takes no query and no wait, and no consent takes none either', async () => {
    let queries = 0;
    let time = 0;
    const counting = owner.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const covers = createConsentCheck({
      ...{ db: counting, operator: OPERATOR, maximumAgeMs: 500 },
      readLiveTerms: async () => null,
      now: () => time,
    });
    const [hash = ''] = await findCoveringHashes(owner, { operator: OPERATOR, terms: null });
    expect(covers(null)).toBe(false);
    expect(queries).toBe(0);
    expect(await Promise.all([covers(hash), covers(hash), covers(hash)])).toEqual([true, true, true]);
    const first = queries;
    for (let call = 0; call < 100; call += 1) expect(covers(hash)).toBe(true);
    expect(queries).toBe(first);
    time = 500;
    expect(await covers(hash)).toBe(true);
    expect(queries).toBe(first + 1);
    // A thousand refused callers share two readings, one after the other.
    const refused = await Promise.all(Array.from({ length: 1_000 }, () => covers(`0x${'1'.repeat(64)}`)));
    expect(new Set(refused)).toEqual(new Set([false]));
    expect(queries - first).toBeLessThanOrEqual(3);
  });
});

describe('automatic orders', () => {
  const ordersOf = ({ roundId }: OpenRound) =>
    owner.selectFrom('mint_order').select(['user_id', 'rank', 'accepted']).where('round_id', '=', roundId).execute();
  const logOf = async ({ userId }: Person) =>
    (
      await sql<{ event: string; reason: string | null }>`
        select event, reason from auto_mint_cycle where user_id = ${userId} order by id`.execute(owner)
    ).rows.map(({ event, reason }) => reason ?? event);

  test('attack: a wallet that has not accepted wider terms is skipped, and continues later', async () => {
    await open({ lossBps: 300 });
    const [person, other] = [await newcomer(), await newcomer()];
    await buildAutoMint(
      owner,
      [person, other].map(({ userId }) => ({ userId, perRoundMaximum: JU, parallelRounds: 0 })),
    );
    await accept(person);
    await open({ lossBps: 300 });
    const wider = await open({ lossBps: 500 });
    expect(await logOf(person)).toEqual(['joined', 'consent-required']);
    // The next wallet in the queue gets the first rank.
    expect(await ordersOf(wider)).toEqual([{ user_id: other.userId, rank: 1, accepted: JU }]);
    expect(await balanceOf(person)).toBe(99n * JU);
    const settings = await owner
      .selectFrom('auto_mint')
      .selectAll()
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(settings).toMatchObject({ enabled: true, per_round_maximum: JU, version: 1, failed_rounds: 0 });
    await accept(person);
    await open({ lossBps: 500 });
    expect(await logOf(person)).toEqual(['joined', 'consent-required', 'joined']);
    const log = await api.client(person.token).call('POST /api/biz/set/repeat', {});
    expect(log.ok && log.data.cycles.items.map(({ reason }) => reason)).toEqual([null, 'consent-required', null]);
    await clearAutoMint(owner);
  });

  test('attack: nor is a wallet without any consent joined where less than the minimum remains', async () => {
    const [person, other] = [await newcomer(), await newcomer()];
    await buildAutoMint(owner, [{ userId: other.userId, perRoundMaximum: 6n * JU }, { userId: person.userId }]);
    await owner.updateTable('app_user').set({ consent_hash: null }).where('id', '=', person.userId).execute();
    cities += 1;
    const firstQuota = tokenAmount(10n * JU);
    const plan = buildPlan({ city: `City ${cities}`, firstQuota, terms: { minimum: tokenAmount(6n * JU) } });
    expect(await ordersOf(await openRound(owner, plan))).toEqual([
      { user_id: other.userId, rank: 1, accepted: 6n * JU },
    ]);
    expect(await logOf(person)).toEqual(['consent-required']);
    expect(await balanceOf(person)).toBe(100n * JU);
    await clearAutoMint(owner);
  });
});
