import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createOperatorEarningsReader, type OperatorEarnings } from './queries.ts';

const OLD = 5_000;

const many = databaseOfMany(['round_settlement'], async (db) => {
  await sql`insert into round_settlement (round_id, outcome, settled_at, order_count, amount, reserve_balance,
      reserve_cap, emission_remaining, totals)
    select n, case when n % 2 = 0 then 'minted' else 'failed' end,
      now() - interval '3 hours' - interval '1 minute' * n, 1, 1, 1, 1, 1,
      jsonb_build_object(case when n % 2 = 0 then 'treasury' else 'launchCosts' end, n::text)
    from generate_series(1, ${OLD}::int) n`.execute(db);
});

type Settled = { readonly outcome: 'minted' | 'failed' | 'cancelled'; readonly ago: string };

/** Settles a round in the past. */
async function settle(roundId: number, { outcome, ago }: Settled): Promise<void> {
  const totals = '{"treasury": "7", "loss": "13", "launchCosts": "11"}';
  await sql`insert into round_settlement (round_id, outcome, settled_at, order_count, amount, reserve_balance,
      reserve_cap, emission_remaining, totals)
    values (${roundId}, ${outcome}, now() - ${ago}::interval, 1, 1, 1, 1, 1, ${totals}::jsonb)`.execute(many.db);
}

async function expected(): Promise<OperatorEarnings> {
  const { rows } = await sql<OperatorEarnings>`
    select coalesce(sum((totals ->> 'treasury')::numeric) filter (where outcome = 'minted'), 0) as "fromSuccesses",
      coalesce(sum((totals ->> 'launchCosts')::numeric) filter (where outcome = 'failed'), 0) as "fromFailures"
    from round_settlement`.execute(many.db);
  if (rows[0] === undefined) throw new Error('an aggregate query returned no row');
  return rows[0];
}

test('default: all settlements count, earlier ones once, and later ones as they are written', async () => {
  const read = createOperatorEarningsReader();
  expect(await Promise.all([read(many.db), read(many.db)])).toEqual([await expected(), await expected()]);
  await settle(OLD + 1, { outcome: 'minted', ago: '0' });
  await settle(OLD + 2, { outcome: 'failed', ago: '1 hour' });
  await settle(OLD + 3, { outcome: 'cancelled', ago: '0' });
  expect(await read(many.db)).toEqual(await expected());
  expect(await read(many.db)).toEqual(await expected());
  expect((await expected()).fromFailures - BigInt((OLD / 2) ** 2)).toBe(11n);
});

test('behavior: a second reading only reads settlements of the last hours', async () => {
  const rowsOf = (times: number) =>
    many.rowsOf(async (reader) => {
      const read = createOperatorEarningsReader();
      for (let n = 0; n < times; n += 1) await read(reader);
    });
  const once = await rowsOf(1);
  expect(once).toBeGreaterThanOrEqual(OLD);
  expect((await rowsOf(4)) - once).toBeLessThan(OLD / 10);
});
