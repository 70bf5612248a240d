import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildPlan, closeWindow, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createRoundsDatabase, type RoundsDatabase } from '@city-mint/tests/setup/create-rounds-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPool, type Database } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { readRound } from '../offers/queries/rounds.ts';
import { lapseSuspensions, suspendRound } from './commands.ts';

const HOUR = 3_600_000;

let test: RoundsDatabase;
let owner: Database;
let worker: Database;
let operator: Database;
let users: readonly bigint[];

beforeEach(async () => {
  test = await createRoundsDatabase({ emission: 10_000n * JU, participants: 2 });
  ({ owner, worker, operator, users } = test);
});
afterEach(() => test.drop());

/** Opens a round with an order of 40 JU by each of two participants, and suspends it as if so many hours ago. */
async function openSuspended({ city, hours }: { readonly city: string; readonly hours: number }): Promise<OpenRound> {
  const round = await openRound(owner, buildPlan({ city }));
  const pool = createPool({ url: test.url });
  const joinRound = createJoins({ pool, db: owner });
  for (const userId of users) {
    const request = {
      ...round,
      userId,
      amount: tokenAmount(40n * JU),
      requestId: crypto.randomUUID(),
      consented: true,
    };
    expect(await joinRound(request)).toHaveProperty('order');
  }
  await pool.end();
  await suspendRound(operator, round.roundId);
  await sql`update round_suspension set since = clock_timestamp() - make_interval(hours => ${hours}::int)
    where round_id = ${round.roundId}`.execute(owner);
  return round;
}

const available = async () => {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_account where id = any (array(
      select account_available(u, currency_ju()) from unnest(${users}::bigint[]) u)) order by id`.execute(owner);
  return rows.map(({ balance }) => balance);
};

describe('a suspension', () => {
  it('of an open round lapses after a day into its cancellation, and every principal is returned', async () => {
    const round = await openSuspended({ city: 'Rome', hours: 25 });
    const lapsed: unknown[] = [];
    await runRounds(worker, { onLapsed: (one) => lapsed.push(one) });
    expect(lapsed).toEqual([{ roundId: round.roundId, isCancelled: true }]);
    expect(await readRound(owner, round.roundId)).toMatchObject({
      state: 'ended',
      outcome: 'cancelled',
      cancellation: { by: 'suspension', reason: 'it was suspended for more than 24 hours' },
    });
    expect(await available()).toEqual([1_000n * JU, 1_000n * JU]);
  });

  it('of a round that has failed ends after a day, and its refunds are paid', async () => {
    const round = await openSuspended({ city: 'Rome', hours: 25 });
    await sql`delete from round_suspension`.execute(owner);
    await closeWindow(owner, round.roundId);
    await sql`select fail_round(${round.roundId})`.execute(owner);
    await suspendRound(operator, round.roundId);
    await runRounds(worker);
    expect(await readRound(owner, round.roundId)).toMatchObject({ state: 'failed' });
    await sql`update round_suspension set since = clock_timestamp() - interval '25 hours'`.execute(owner);
    await runRounds(worker);
    expect(await readRound(owner, round.roundId)).toMatchObject({ state: 'ended', outcome: 'failed' });
  });

  it('lasts for a day', async () => {
    const round = await openSuspended({ city: 'Rome', hours: 23 });
    await runRounds(worker);
    expect(await readRound(owner, round.roundId)).toMatchObject({ state: 'open' });
  });

  it('attack: is not ended by the login of a worker before an hour is over', async () => {
    const round = await openSuspended({ city: 'Rome', hours: 0 });
    for (const limit of [0, -1, HOUR - 1]) {
      await expect(lapseSuspensions(worker, limit)).rejects.toThrow('does not lapse');
    }
    expect(await lapseSuspensions(worker, HOUR)).toEqual([]);
    expect(await readRound(owner, round.roundId)).toMatchObject({ state: 'open' });
    await breakFunction(owner, 'lapse_suspension', ['p_limit_ms < 3600000', 'false']);
    expect(await lapseSuspensions(worker, 0)).toEqual([{ roundId: round.roundId, isCancelled: true }]);
  });
});
