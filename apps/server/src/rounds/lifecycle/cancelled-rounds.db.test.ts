import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import { buildAutoMint } from '@city-mint/tests/builders/auto-mint';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createRoundsDatabase, type RoundsDatabase } from '@city-mint/tests/setup/create-rounds-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createPool, type Database } from '#platform/database/database.ts';
import { setSwitch } from '#switches/commands.ts';
import { runRounds } from '../jobs.ts';
import { readLiveRounds } from '../live/queries.ts';
import { createRoundFeed } from '../live/round-feed.ts';
import { readRound } from '../offers/queries/rounds.ts';
import { readMyOrders } from '../orders/queries/orders.ts';
import { roundSources } from '../orders/queries/round-sources.ts';
import { writeSettlementFile } from '../settlement-file/commands.ts';
import { readSettlementFile } from '../settlement-file/queries.ts';
import { advanceRound, cancelRound, suspendRound } from './commands.ts';

const QUOTA = 100n * JU;

let test: RoundsDatabase;
let owner: Database;
let worker: Database;
let operator: Database;
let users: readonly bigint[];

beforeEach(async () => {
  test = await createRoundsDatabase({ emission: 10_000n * JU, participants: 5 });
  ({ owner, worker, operator, users } = test);
});
afterEach(() => test.drop());

async function join(round: OpenRound, amounts: readonly bigint[]): Promise<void> {
  const pool = createPool({ ...asRole(test.url, 'city_mint_api') });
  const joinRound = createJoins({ pool, db: owner });
  for (const [index, amount] of amounts.entries()) {
    const userId = users[index] ?? 0n;
    const request = { ...round, userId, amount: tokenAmount(amount), requestId: crypto.randomUUID(), consented: true };
    expect(await joinRound(request)).toHaveProperty('order');
  }
  await pool.end();
}

let cities = 0;
const openCity = () => openRound(owner, buildPlan({ city: `City ${++cities}`, firstQuota: tokenAmount(QUOTA) }));
const stateOf = async ({ roundId }: OpenRound) => (await readRound(owner, roundId))?.state;
const pause = (part: 'joins' | 'settlement', paused: boolean) =>
  setSwitch(operator, { part, paused, reason: paused ? 'test' : null, by: `0x${'1'.repeat(40)}` });
const agePause = (hours: number) =>
  sql`update system_switch set paused_since = clock_timestamp() - make_interval(hours => ${hours}::int)
    where name = 'joins'`.execute(owner);
/** Makes open rounds due, because the test moves the beginning of the pause instead of waiting. */
const makeDue = () => sql`update round set due_at = clock_timestamp() where due_at is not null`.execute(owner);

async function balances(): Promise<unknown> {
  const { rows } = await sql`select id, balance from ledger_account where balance <> 0 order by id`.execute(owner);
  return rows;
}

/** The published file says that the round was cancelled, and the domain reaches the same result. */
async function expectPublished({ roundId }: OpenRound, orders: number): Promise<void> {
  while (await writeSettlementFile(owner));
  const file = await readSettlementFile(owner, roundId);
  const parsed = parseSettlementFile(file?.input);
  if (!parsed.ok) throw new Error(parsed.error);
  expect(formatSettlementResult(settleRound(parsed.input))).toEqual(file?.result);
  expect(file?.result).toMatchObject({ outcome: 'cancelled' });
  expect(parsed.input.orders.length).toBe(orders);
}

describe('a pause of joins that lasts too long', () => {
  it('cancels open and full rounds: returns every principal whole, moves no other money, ends the phase', async () => {
    const before = await balances();
    const [user = 0n, other = 0n] = users;
    await buildAutoMint(owner, [{ userId: other, perRoundMaximum: 7n * JU, stopAfterLosses: 1 }]);
    const open = await openCity();
    await sql`update auto_mint set keep = 1000000000000000000000000`.execute(owner);
    const full = await openCity();
    const empty = await openCity();
    await pause('settlement', true);
    await join(open, [10n * JU + 1n, 5n * JU]);
    await join(full, [60n * JU, 40n * JU]);
    await pause('joins', true);
    const feed = createRoundFeed((alsoIds) => readLiveRounds(worker, alsoIds));
    await feed.poll();
    await agePause(23);
    await makeDue();
    await runRounds(worker);
    expect([await stateOf(open), await stateOf(full), await stateOf(empty)]).toEqual(['open', 'full', 'open']);

    await agePause(25);
    await makeDue();
    const parallel = Array.from({ length: 3 }, () =>
      createDatabase({ ...asRole(test.url, 'city_mint_worker'), maxConnections: 2 }),
    );
    await Promise.all(parallel.map((db) => runRounds(db)));
    expect([await stateOf(open), await stateOf(full), await stateOf(empty)]).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    const events = (await feed.poll()).map(({ name, data }) => ({ name, ...JSON.parse(data) }));
    expect(events).toMatchObject(
      Array.from({ length: 3 }, () => ({ name: 'round-changed', state: 'cancelled', outcome: 'cancelled' })),
    );
    await pause('settlement', false);
    await makeDue();
    // A worker that finds the funds locked by another worker's settlement postpones its own.
    const states = async () => [await stateOf(open), await stateOf(full), await stateOf(empty)];
    await waitUntil(async () => {
      await Promise.all(parallel.map((db) => runRounds(db)));
      return (await states()).every((state) => state === 'ended');
    });
    await Promise.all(parallel.map((db) => db.destroy()));
    expect(await states()).toEqual(['ended', 'ended', 'ended']);
    expect(await balances()).toEqual(before);
    await expectPublished(open, 3);
    await expectPublished(full, 2);
    await expectPublished(empty, 0);

    const reason = 'joins were paused for more than 24 hours';
    for (const { roundId, planId } of [open, full, empty]) {
      expect(await readRound(owner, roundId)).toMatchObject({
        outcome: 'cancelled',
        cancellation: { by: 'pause', reason },
        endedAt: expect.any(Date),
        nextPhaseTime: null,
      });
      const plan = await owner.selectFrom('phase_plan').select(['state', 'due_at']).where('id', '=', planId).execute();
      expect(plan).toEqual([{ state: 'cancelled', due_at: null }]);
    }
    // The results for participants, their statements and their auto-mint.
    const orders = await readMyOrders(owner, { userId: user, limit: 9 });
    expect(orders.map(({ net }) => net)).toEqual([0n, 0n]);
    const { rows } = await sql<{ reference: string; failed: boolean }>`
      select distinct reference, failed from (${roundSources({ userId: user, since: new Date(0), isNamed: true })}) s
      order by reference`.execute(owner);
    expect(rows).toMatchObject([
      { reference: expect.stringMatching(/, City \d+ 1-1, cancelled$/), failed: false },
      { reference: expect.stringMatching(/, City \d+ 1-1, cancelled$/), failed: false },
    ]);
    const settings = await owner.selectFrom('auto_mint').selectAll().where('user_id', '=', other).execute();
    expect(settings).toMatchObject([{ enabled: true, failed_rounds: 0 }]);
    const settled = (await feed.poll()).map(({ name, data }) => ({ name, ...JSON.parse(data) }));
    expect(settled).toMatchObject(
      Array.from({ length: 3 }, () => ({ name: 'round-settled', state: 'ended', outcome: 'cancelled' })),
    );
  });

  it('does not cancel rounds that were over before, are being settled, or were resumed in time', async () => {
    const over = await openCity();
    const settling = await openCity();
    const resumed = await openCity();
    await join(settling, [QUOTA]);
    await sql`update round set state = 'settling' where id = ${settling.roundId}`.execute(owner);
    await pause('joins', true);
    await agePause(25);
    await sql`update round set opens_at = clock_timestamp() - interval '40 hours',
      closes_at = clock_timestamp() - interval '30 hours' where id = ${over.roundId}`.execute(owner);
    const { roundId } = resumed;
    await sql`update round set opens_at = opens_at - interval '40 hours' where id = ${roundId}`.execute(owner);
    await pause('joins', false);
    await pause('joins', true);
    await makeDue();
    await runRounds(worker);
    expect([await stateOf(over), await stateOf(resumed)]).toEqual(['ended', 'open']);
    expect(await readRound(owner, over.roundId)).toMatchObject({ outcome: 'failed', cancellation: null });
    expect(await readRound(owner, settling.roundId)).toMatchObject({ cancellation: null });
  });

  it('returns the amounts of auto-mint when the pause began during the opening', async () => {
    const before = await balances();
    await buildAutoMint(
      owner,
      users.map((userId) => ({ userId, perRoundMaximum: 3n * JU })),
    );
    const round = await openCity();
    // As if the worker had been stopped between two parts of the opening.
    await sql`delete from round_transition where round_id = ${round.roundId} and state = 'open'`.execute(owner);
    const scheduled = { state: 'scheduled', due_at: new Date(0) };
    await owner.updateTable('round').set(scheduled).where('id', '=', round.roundId).execute();
    await pause('joins', true);
    await runRounds(worker);
    expect(await stateOf(round)).toBe('scheduled');
    await agePause(25);
    await makeDue();
    await runRounds(worker);
    expect(await readRound(owner, round.roundId)).toMatchObject({ state: 'ended', outcome: 'cancelled' });
    expect(await balances()).toEqual(before);
  });
});

describe('a cancellation by operators', () => {
  const byOperators = { by: 'operators', reason: 'the city was announced with a wrong quota' } as const;

  it('cancels a round once, even a suspended one, and its participants read the reason', async () => {
    const before = await balances();
    const round = await openCity();
    await join(round, [10n * JU, 20n * JU, 3n]);
    await suspendRound(operator, round.roundId);
    const answers = await Promise.all([1, 2].map(() => cancelRound(operator, round.roundId, byOperators.reason)));
    expect(answers.sort()).toEqual([false, true]);
    // A worker that is killed after each step.
    while ((await stateOf(round)) !== 'ended') {
      const killed = createDatabase({ ...asRole(test.url, 'city_mint_worker'), maxConnections: 1 });
      await advanceRound(killed, { chunkSize: 1 });
      await killed.destroy();
    }
    expect(await balances()).toEqual(before);
    await expectPublished(round, 3);
    expect(await readRound(owner, round.roundId)).toMatchObject({ outcome: 'cancelled', cancellation: byOperators });
    const changed = sql`update round_cancellation set reason = 'another'`.execute(owner);
    await expect(changed).rejects.toThrow('round cancellation is final');
  });

  it('is refused once the round is settled or failed, and before it opens', async () => {
    const round = await openCity();
    for (const state of ['scheduled', 'settling', 'minted', 'failed', 'liquidating', 'cancelled', 'ended']) {
      await sql`update round set state = ${state} where id = ${round.roundId}`.execute(owner);
      expect(await cancelRound(operator, round.roundId, byOperators.reason)).toBe(false);
    }
    expect(await cancelRound(operator, 999_999n, byOperators.reason)).toBe(false);
    const directly = sql`update round set state = 'cancelled' where id = ${round.roundId}`.execute(operator);
    await expect(directly).rejects.toThrow('permission denied');
  });
});
