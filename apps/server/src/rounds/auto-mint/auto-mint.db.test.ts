import { requestId } from '@city-mint/api-contract/wire';
import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { decideAutoMint } from '@city-mint/domain/rounds/decide-auto-mint';
import type { JoinRound } from '@city-mint/domain/rounds/decide-join';
import {
  type AutoMintParts,
  admitPart,
  buildAutoMint,
  changeAutoMintOf,
  clearAutoMint,
} from '@city-mint/tests/builders/auto-mint';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU, type OpenRound } from '@city-mint/tests/builders/rounds';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import fc from 'fast-check';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { advanceRound } from '../lifecycle/commands.ts';
import { publishNextRound, publishPlan } from '../offers/commands.ts';
import { setAutoMint } from './commands.ts';
import { readAutoMintCycles } from './queries.ts';

let test: TestDatabase;
let owner: Database;
let api: Database;
let worker: Database;
let apiPool: pg.Pool;
let cities = 0;
/** Three rounds that are open as long as the tests run. */
let unsettled: bigint[];

beforeAll(async () => {
  test = await createTestDatabase();
  owner = databaseOver(createPool({ url: test.url, statementTimeoutMs: 60_000 }));
  apiPool = createPool({ ...asRole(test.url, 'city_mint_api'), statementTimeoutMs: 60_000 });
  api = databaseOver(apiPool);
  worker = databaseOver(createPool({ ...asRole(test.url, 'city_mint_worker'), statementTimeoutMs: 60_000 }));
  unsettled = [];
  for (let count = 0; count < 3; count += 1) unsettled.push((await publishRound()).roundId);
  await sql`update round set state = 'open', first_order_id = 1 where id = any (${unsettled}::bigint[])`.execute(owner);
});
afterEach(clear);
afterAll(async () => {
  await Promise.all([owner.destroy(), api.destroy(), worker.destroy()]);
  await test.drop();
});

/** Finishes the work that a test left, so that it does not affect the next one. */
async function clear(): Promise<void> {
  await clearAutoMint(owner);
  await owner.updateTable('round').set({ due_at: null }).execute();
  await owner.updateTable('phase_plan').set({ due_at: null }).execute();
  await owner.deleteFrom('fund_reservation').execute();
  await owner.updateTable('system_switch').set({ paused: false }).execute();
}

/** Returns a published round in a new city that is due to open and not opened yet. */
async function publishRound(parts: Parameters<typeof buildPlan>[0] = {}): Promise<OpenRound> {
  cities += 1;
  const plan = buildPlan({ city: `City ${cities}`, ...parts });
  await owner.insertInto('city').values({ name: plan.city, latitude: 1, longitude: 1 }).execute();
  const published = await publishPlan(owner, plan);
  if (!('planId' in published)) throw new Error(JSON.stringify(published));
  while (await publishNextRound(owner));
  const row = await owner
    .selectFrom('round')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .select(['round.id', 'terms_hash'])
    .where('plan_id', '=', published.planId)
    .executeTakeFirstOrThrow();
  return { roundId: row.id, termsHash: row.terms_hash, planId: published.planId };
}

/** Returns users, each with a balance and settings, in the order in which they turned it on. */
async function buildUsers(
  parts: readonly (Omit<AutoMintParts, 'userId'> & {
    available: bigint;
    consented?: boolean;
    unsettledOrders?: number;
  })[],
) {
  const ids = await buildParticipants(owner, { count: parts.length, available: 0n });
  const users = parts.map((part, index) => ({ ...part, userId: ids[index] ?? 0n }));
  for (const { userId, available } of users) {
    if (available === 0n) continue;
    await sql`select ledger_write_transfer(
      1, 0, account_available(${userId}, currency_ju()), ${available.toString()}::numeric, ${-userId}
    )`.execute(owner);
  }
  await buildAutoMint(owner, users);
  await withdrawConsents(users);
  return users;
}

/** Withdraws the consents of users who are to have none. */
async function withdrawConsents(users: readonly { userId: bigint; consented?: boolean }[]): Promise<void> {
  const without = users.filter(({ consented }) => consented === false).map(({ userId }) => userId);
  await sql`update app_user set consent_hash = null where id = any (${without}::bigint[])`.execute(owner);
}

async function openFully(round: OpenRound, chunkSize: number, opensOnTwo = false): Promise<void> {
  const isOpening = async () =>
    (await owner.selectFrom('round').select('state').where('id', '=', round.roundId).executeTakeFirstOrThrow())
      .state === 'scheduled';
  while (await isOpening()) await advanceRound(worker, { chunkSize, opensOnTwo });
}

const readOrders = (round: OpenRound) =>
  owner.selectFrom('mint_order').selectAll().where('round_id', '=', round.roundId).orderBy('rank').execute();

async function availableOf(userId: bigint): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_account where id = account_available(${userId}, currency_ju())`.execute(owner);
  return rows[0]?.balance ?? 0n;
}

const settingsOf = (userId: bigint) =>
  owner.selectFrom('auto_mint').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

/** Invariants of orders, however they were made: ranks 1…n, sums equal to the unit, one transfer per order. */
async function expectExact(round: OpenRound) {
  const orders = await readOrders(round);
  const row = await owner.selectFrom('round').selectAll().where('id', '=', round.roundId).executeTakeFirstOrThrow();
  const sources = orders.map((order) => order.id);
  const moves = await owner
    .selectFrom('ledger_transfer')
    .select(['source_id', 'amount'])
    .where('kind', '=', 5)
    .where('source_id', 'in', sources.length === 0 ? [0n] : sources)
    .execute();
  expect(orders.map(({ rank }) => rank)).toEqual(orders.map((_order, index) => index + 1));
  expect(row.order_count).toBe(orders.length);
  expect(row.filled).toBe(orders.reduce((sum, { accepted }) => sum + accepted, 0n));
  expect(new Map(moves.map(({ source_id, amount }) => [source_id, amount]))).toEqual(
    new Map(orders.map(({ id, accepted }) => [id, accepted])),
  );
  return { orders, row };
}

const units = (max: bigint, min = 0n) =>
  fc.oneof(fc.bigInt({ min, max }), fc.bigInt({ min, max: min + 12n }), fc.constant(max));

const anyOpening = fc.record({
  quota: units(300n, 1n),
  minimumBps: fc.oneof(fc.constant(0), fc.nat(10_000)),
  walletMaximum: fc.oneof(fc.constant(0n), units(90n, 1n)),
  chunkSize: fc.integer({ min: 1, max: 9 }),
  opensOnTwo: fc.boolean(),
  users: fc.array(
    fc.record({
      available: units(90n),
      keep: fc.oneof(fc.constant(0n), units(60n)),
      perRoundMaximum: fc.oneof(fc.constant(0n), units(60n)),
      stopAfterLosses: fc.nat(2),
      failedRounds: fc.nat(2),
      parallelRounds: fc.nat(2),
      unsettledOrders: fc.nat(2),
      consented: fc.oneof(fc.constant(true), fc.constant(true), fc.boolean()),
    }),
    { maxLength: 14 },
  ),
});

describe('an opening', () => {
  it('decides each user like the domain, in the order of turning it on, in parts of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOpening,
        async ({ quota, minimumBps, walletMaximum, chunkSize, opensOnTwo, users: parts }) => {
          await clear();
          const minimum = (quota * BigInt(minimumBps)) / 10_000n;
          const terms = { minimum: tokenAmount(minimum), walletMaximum: tokenAmount(walletMaximum) };
          const round = await publishRound({ firstQuota: tokenAmount(quota), terms });
          // Ids ascend in the order in which users were made, so half of the time the order is reversed.
          const users = await buildUsers(parts);
          if (quota % 2n === 0n) {
            await clearAutoMint(owner);
            await buildAutoMint(owner, users.reverse());
            await withdrawConsents(users);
          }
          await buildUnsettledOrders(users);
          await openFully(round, chunkSize, opensOnTwo);

          const decided = decideAll({ quota, ...terms, paused: false }, users);
          const { orders, row } = await expectExact(round);
          expect(orders.map(({ user_id, accepted, automatic }) => [user_id, accepted, automatic])).toEqual(
            decided.flatMap(({ userId, decision }) =>
              decision.kind === 'joined' ? [[userId, decision.accepted, true]] : [],
            ),
          );
          expect(row.state).toBe(row.filled === quota ? 'full' : 'open');
          for (const { userId, available, decision } of decided) {
            const [cycle, ...more] = await readAutoMintCycles(api, { userId, limit: 5 });
            expect(more).toEqual([]);
            const joined = decision.kind === 'joined' ? decision : { accepted: null, rank: null };
            const reason = decision.kind === 'skipped' ? decision.reason : null;
            expect(cycle).toMatchObject({ event: decision.kind, reason, amount: joined.accepted, rank: joined.rank });
            expect(await availableOf(userId)).toBe(available - (joined.accepted ?? 0n));
            expect((await settingsOf(userId)).enabled).toBe(decision.kind !== 'turned-off');
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('continues where a worker was stopped, and is closed to other orders until it is done', async () => {
    const round = await publishRound({ firstQuota: tokenAmount(1_000n * JU) });
    const users = await buildUsers(
      Array.from({ length: 9 }, () => ({ available: 10n * JU, perRoundMaximum: 4n * JU })),
    );
    const [stranger = 0n] = await buildParticipants(owner, { count: 1, available: 10n * JU });
    const joinRound = createJoins({ pool: apiPool, db: api });
    const amount = tokenAmount(JU);
    const ask = () =>
      joinRound({ ...round, userId: stranger, amount, requestId: crypto.randomUUID(), consented: true });

    await advanceRound(worker, { chunkSize: 4 });
    expect(await ask()).toMatchObject({ refusal: 'round-not-open' });
    // Killed during the next part: it is rolled back, and the next worker repeats it.
    const killed = worker.transaction().execute(async (tx) => {
      await admitPart(tx, { roundId: round.roundId, limit: 4, covering: [] });
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect((await readOrders(round)).length).toBe(4);
    await Promise.all([1, 2, 3].map(() => advanceRound(worker, { chunkSize: 4 })));
    await openFully(round, 4);
    expect(await ask()).toMatchObject({ order: { rank: 10 } });

    const { orders } = await expectExact(round);
    expect(orders.map(({ user_id }) => user_id)).toEqual([...users.map(({ userId }) => userId), stranger]);
    const opening = await owner
      .selectFrom('auto_mint_opening')
      .selectAll()
      .where('round_id', '=', round.roundId)
      .executeTakeFirstOrThrow();
    expect(opening).toMatchObject({ considered: 9, joined: 9 });
    expect(opening.finished_at).not.toBeNull();
  });

  it('joins no user after its window, and logs why', async () => {
    const round = await publishRound({ firstOpensAt: Date.now() - 3_600_000, windowMs: 1_000 });
    const [user] = await buildUsers([{ available: 10n }]);
    await openFully(round, 100);
    expect(await readOrders(round)).toEqual([]);
    expect(await readAutoMintCycles(api, { userId: user?.userId ?? 0n, limit: 2 })).toMatchObject([
      { event: 'skipped', reason: 'round-not-open' },
    ]);
  });

  it('skips a user who turns it on during the opening', async () => {
    const round = await publishRound();
    const [, , third] = await buildUsers([{ available: 10n }, { available: 10n }, { available: 10n }]);
    await advanceRound(worker, { chunkSize: 2 });
    const [late = 0n] = await buildParticipants(owner, { count: 1, available: 10n });
    await changeAutoMintOf({ api, owner }, { userId: late, consented: true, change: { enabled: true } });
    await openFully(round, 2);
    const orders = await readOrders(round);
    expect(orders.map(({ user_id }) => user_id).slice(2)).toEqual([third?.userId]);
  });

  it('uses request ids that no caller can send', async () => {
    const { rows } = await sql<{ id: string }>`
      select auto_mint_request(r, u)::text as id
      from unnest(array[1, 4096, 73728, 9223372036854775807]) r, unnest(array[1, 255, 36028797018963967]) u`.execute(
      owner,
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(12);
    for (const { id } of rows) expect(requestId.safeParse(id).success).toBe(false);
  });

  it('repeats a part only without its record, and then the key of orders stops it (the broken twin)', async () => {
    const round = await publishRound();
    await buildUsers([
      { available: 10n, perRoundMaximum: 2n },
      { available: 10n, perRoundMaximum: 2n },
      { available: 10n },
    ]);
    await advanceRound(worker, { chunkSize: 2 });
    await owner
      .updateTable('auto_mint_opening')
      .set({ done_position: 0n })
      .where('round_id', '=', round.roundId)
      .execute();
    await expect(advanceRound(worker, { chunkSize: 2 })).rejects.toThrow();
    await sql`alter table mint_order drop constraint mint_order_request_once`.execute(owner);
    await advanceRound(worker, { chunkSize: 2 });
    expect((await readOrders(round)).length).toBe(4);
    await sql`delete from mint_order where round_id = ${round.roundId}`.execute(owner);
    await sql`alter table mint_order add constraint mint_order_request_once unique (user_id, request_id)`.execute(
      owner,
    );
  });
});

describe('turning it off', () => {
  it('waits for an opening that is admitting, so that no user is joined after the reply that it is off', async () => {
    expect(await turnOffDuringOpening()).toEqual({ waited: true, joined: true, enabled: false });
  });

  it('does not wait without the lock, and joins a user after the reply that it is off (the broken twin)', async () => {
    await sql`
      create or replace function auto_mint_lock(p_exclusive boolean) returns void language sql as $$ select $$`.execute(
      owner,
    );
    try {
      expect(await turnOffDuringOpening()).toEqual({ waited: false, joined: true, enabled: false });
    } finally {
      await sql`create or replace function auto_mint_lock(p_exclusive boolean) returns void language sql as $$
        select case when p_exclusive then pg_advisory_xact_lock(4207300012)
          else pg_advisory_xact_lock_shared(4207300012) end
      $$`.execute(owner);
    }
  });

  async function turnOffDuringOpening() {
    const round = await publishRound();
    const [user] = await buildUsers([{ available: 10n }]);
    const userId = user?.userId ?? 0n;
    let answered = false;
    let waited = false;
    let off: Promise<unknown> = Promise.resolve();
    await worker.transaction().execute(async (tx) => {
      await sql`select id from round where id = ${round.roundId} for update`.execute(tx);
      const disclosures = await tx.selectFrom('disclosure').select('hash').execute();
      await admitPart(tx, { roundId: round.roundId, limit: 10, covering: disclosures.map(({ hash }) => hash) });
      off = setAutoMint(api, { userId, token: tokenOf(userId), consented: true, change: { enabled: false } }).then(
        () => {
          answered = true;
        },
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      waited = !answered;
    });
    await off;
    const joined = (await readOrders(round)).length === 1;
    return { waited, joined, enabled: (await settingsOf(userId)).enabled };
  }
});

describe('failed rounds', () => {
  it('turn it off after as many as the user set, and the log records it', async () => {
    const [twice, once, never, by] = await buildUsers([
      { available: 100n * JU, perRoundMaximum: JU, stopAfterLosses: 2 },
      { available: 100n * JU, perRoundMaximum: JU, stopAfterLosses: 1 },
      { available: 100n * JU, perRoundMaximum: JU },
      { available: 0n, stopAfterLosses: 1 },
    ]);
    if (!(twice && once && never && by)) throw new Error('no users');
    const fail = async () => {
      const round = await publishRound();
      await openFully(round, 2);
      await closeWindow(owner, round.roundId);
      while (await advanceRound(worker, { chunkSize: 2 }));
      return round;
    };
    const first = await fail();
    expect(await settingsOf(once.userId)).toMatchObject({
      enabled: false,
      off_reason: 'losses',
      queue_position: null,
      version: 2,
    });
    expect(await settingsOf(twice.userId)).toMatchObject({ enabled: true, failed_rounds: 1, version: 1 });
    // A skipped user lost nothing.
    expect(await settingsOf(by.userId)).toMatchObject({ enabled: true, failed_rounds: 0 });
    const second = await fail();
    expect(await settingsOf(twice.userId)).toMatchObject({ enabled: false, off_reason: 'losses', failed_rounds: 2 });
    expect(await settingsOf(never.userId)).toMatchObject({ enabled: true, failed_rounds: 2 });

    const log = await readAutoMintCycles(api, { userId: twice.userId, limit: 10 });
    const returned = (JU * 97n) / 100n;
    expect(log).toMatchObject([
      { event: 'turned-off', roundId: second.roundId, returned: null },
      { event: 'joined', roundId: second.roundId, amount: JU, rank: 1, returned },
      { event: 'joined', roundId: first.roundId, amount: JU, rank: 1, returned },
    ]);
    // Turned on again, it is at the end of the queue without failed rounds, and an older round no longer counts.
    await changeAutoMintOf({ api, owner }, { userId: once.userId, consented: true, change: { enabled: true } });
    expect(await settingsOf(once.userId)).toMatchObject({ enabled: true, failed_rounds: 0, off_reason: null });
  });

  it('count only those that it joined since it was turned on', async () => {
    const [user] = await buildUsers([{ available: 10n * JU, stopAfterLosses: 1 }]);
    const userId = user?.userId ?? 0n;
    const round = await publishRound();
    await openFully(round, 5);
    for (const enabled of [false, true])
      await changeAutoMintOf({ api, owner }, { userId, consented: true, change: { enabled } });
    await closeWindow(owner, round.roundId);
    await runRounds(worker);
    expect(await settingsOf(userId)).toMatchObject({ enabled: true, failed_rounds: 0 });
  });
});

type Round = { quota: bigint; minimum: TokenAmount; walletMaximum: TokenAmount; paused: boolean };
type User = Required<AutoMintParts> & { available: bigint; consented: boolean; unsettledOrders: number };

/** Inserts so many automatic orders of each user, one in each unsettled round, and an order by hand in the last one. */
async function buildUnsettledOrders(users: readonly { userId: bigint; unsettledOrders?: number }[]): Promise<void> {
  await sql`
    insert into mint_order (round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at, late)
    select r.id, u.id, 1 + (select coalesce(max(rank), 0) from mint_order o where o.round_id = r.id)
        + row_number() over (partition by r.id), r.n <= u.unsettled, 1, 1, gen_random_uuid(), now(), false
    from unnest(${unsettled}::bigint[]) with ordinality r (id, n)
      join unnest(${users.map(({ userId }) => userId)}::bigint[],
        ${users.map((user) => user.unsettledOrders ?? 0)}::int[])
        u (id, unsettled) on r.n <= u.unsettled or r.n = 3`.execute(owner);
}

/** Returns the domain's decisions, in order. */
function decideAll(terms: Round, users: readonly (Partial<User> & { userId: bigint; available: bigint })[]) {
  let round: JoinRound = {
    ...terms,
    quota: tokenAmount(terms.quota),
    state: 'open',
    now: 1,
    opensAt: 0,
    closesAt: 2,
    termsHash: '',
    filled: ZERO,
    orders: 0,
  };
  return users.map(({ userId, available, keep, perRoundMaximum, consented = true, ...user }) => {
    const { stopAfterLosses, failedRounds = 0, parallelRounds = 1, unsettledOrders = 0 } = user;
    const decision = decideAutoMint(
      round,
      { consented, alreadyJoined: ZERO, available: tokenAmount(available), failedRounds, unsettledOrders },
      {
        enabled: true,
        keep: tokenAmount(keep ?? 0n),
        perRoundMaximum: tokenAmount(perRoundMaximum ?? 0n),
        stopAfterLosses: stopAfterLosses ?? 0,
        parallelRounds,
      },
    );
    if (decision.kind === 'joined') {
      round = { ...round, filled: tokenAmount(round.filled + decision.accepted), orders: decision.rank };
    }
    return { userId, available, decision };
  });
}
