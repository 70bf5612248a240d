import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { runRounds } from '../../jobs.ts';
import { readCities } from './cities.ts';

/** Counted from the settlements, as the expected values. */
async function countSettlements(db: Database) {
  const { rows } = await sql<{ name: string; minted: number; failed: number }>`
    select c.name, count(*) filter (where s.outcome = 'minted')::int as minted,
      count(*) filter (where s.outcome = 'failed')::int as failed
    from city c left join round r on r.city_id = c.id left join round_settlement s on s.round_id = r.id
    group by c.id order by c.id`.execute(db);
  return rows;
}

test('default: a city’s counts match its settlements, also when one is rolled back and repeated', async () => {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  const db = databaseOver(pool);
  const worker = databaseOver(createPool({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 4 }));
  onTestFinished(async () => {
    await Promise.all([db.destroy(), worker.destroy()]);
    await database.drop();
  });
  const joinRound = createJoins({ pool, db });
  await buildFunds(db, { reserve: 1_000n * JU, emission: 1_000_000n * JU });
  const [userId = 0n] = await buildParticipants(db, { count: 1, available: 10_000n * JU });
  const check = async (expected: readonly [string, number, number][]) => {
    expect(await countSettlements(db)).toEqual(expected.map(([name, minted, failed]) => ({ name, minted, failed })));
    const counted = (await readCities(db)).map(({ name, minted, failed }) => [name, minted, failed]);
    expect(counted).toEqual(expected);
  };
  const open = async (city: string, units: bigint) => {
    const round = await openRound(db, buildPlan({ city, firstQuota: tokenAmount(100n * JU), rounds: 1 }));
    const request = { ...round, userId, amount: tokenAmount(units * JU), requestId: crypto.randomUUID() };
    expect(await joinRound({ ...request, consented: true })).toHaveProperty('order');
    return round;
  };
  await open('Full', 100n);
  const failing = await open('Failing', 10n);
  await check([
    ['Full', 0, 0],
    ['Failing', 0, 0],
  ]);
  // As if the process had been killed before its step was committed.
  const undone = inTransaction(db, async (tx) => {
    await sql`insert into round_settlement
      (round_id, outcome, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
      values (${failing.roundId}, 'failed', 0, 0, 0, 0, 0, '{}')`.execute(tx);
    throw new Error('killed');
  });
  await expect(undone).rejects.toThrow('killed');
  await closeWindow(db, failing.roundId);
  const outcomes = async () => (await countSettlements(db)).map(({ minted, failed }) => minted + failed);
  const isSettled = async () => {
    await Promise.all([runRounds(worker), runRounds(worker)]);
    return (await outcomes()).join() === '1,1';
  };
  expect(await waitUntil(isSettled)).toBe(true);
  await check([
    ['Full', 1, 0],
    ['Failing', 0, 1],
  ]);
  await expect(sql`update city set minted = 9`.execute(worker)).rejects.toThrow('permission denied');
});
