import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { databaseOfMany } from '@city-mint/tests/setup/database-of-many';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SourcesWanted } from '#ledger/statements/queries/period.ts';
import type { Database } from '#platform/database/database.ts';
import { readRoundEarnings } from '../../earnings/queries/round-earnings.ts';
import { readOrderTotals } from './order-totals.ts';
import { readMyOrders } from './orders.ts';
import { areSourcesOfRounds, roundSources } from './round-sources.ts';

/** Ended rounds, one per hour; every fourth failed. */
const ENDED = 4_000;
/** Rounds that have not ended, each in one of these states. */
const UNDER_WAY = ['scheduled', 'open', 'full', 'settling', 'failed', 'liquidating', 'cancelled', 'minted'] as const;
const TABLES = [
  ...['mint_order', 'order_settlement', 'round', 'round_settlement', 'round_stage', 'round_transition'],
  ...['hash_power_claim', 'city'],
];

let whale: bigint;
let loser: bigint;

/**
 * A wallet with an order in every round, which is its own inviter and gets the rewards, and one with an order in each
 * failed round. The last two minted rounds pay a later stage an hour after the settlement and in an hour.
 */
const many = databaseOfMany(TABLES, async (db) => {
  [whale = 0n, loser = 0n] = await buildParticipants(db, { count: 2, available: 1n });
  const { roundId: modelId } = await openRound(db, buildPlan({ city: 'Model', rounds: 1 }));
  const states = ['ended', ...UNDER_WAY];
  await sql`insert into round (plan_id, city_id, phase, number, state, opens_at, closes_at, late_ms, quota, minimum,
      wallet_maximum, first_order_id, order_count)
    select plan_id, city_id, phase, number + n, (${states}::text[])[1 + greatest(n - ${ENDED}::int, 0)],
      now() - interval '1 year', now() - interval '364 days', 0, quota, 1, 0, n * 2, 2
    from round, generate_series(1, ${ENDED + UNDER_WAY.length}::int) n where id = ${modelId}`.execute(db);
  await sql`insert into round_terms (round_id, terms, terms_hash)
    select r.id, t.terms, t.terms_hash from round r, round_terms t
    where t.round_id = ${modelId} and r.id <> ${modelId}`.execute(db);
  await sql`delete from round where id = ${modelId}`.execute(db);
  await sql`insert into mint_order (id, round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    overriding system value
    select first_order_id, id, ${whale}::bigint, 1, 10, 10, gen_random_uuid(), now(), false from round
    union all
    select first_order_id + 1, id, ${loser}::bigint, 2, 10, 10, gen_random_uuid(), now(), false from round
    where state = 'ended' and number % 4 = 0`.execute(db);
  await sql`insert into round_settlement
      (round_id, outcome, settled_at, order_count, amount, reserve_balance, reserve_cap, emission_remaining, totals)
    select id, case when state = 'cancelled' then state
        when state = 'liquidating' or state = 'ended' and number % 4 = 0 then 'failed' else 'minted' end,
      least(now() - interval '1 hour' * (${ENDED}::int - number), now()), 1, 1, 1, 1, 1, '{}'
    from round where state not in ('scheduled', 'open', 'full', 'failed')`.execute(db);
  await sql`insert into order_settlement (order_id, round_id, user_id, rank, amount, late, principal, inviter_id,
      reward, split, stage1, stage2, stage3, refund, loss, compensation, hash_power)
    select o.id, o.round_id, o.user_id, o.rank, 10, false, case when is_minted then 9 end,
      case when is_minted then ${whale}::bigint end, case when is_minted then 1 end, case when is_minted then 0 end,
      case when is_minted then 4 end, case when is_minted then 3 end, case when is_minted then 3 end,
      case when not is_minted then 9 end, case when g.outcome = 'failed' then 1 end,
      case when g.outcome = 'failed' then 0 end, case when g.outcome = 'failed' then 1 end
    from mint_order o join round_settlement g using (round_id),
      lateral (select g.outcome = 'minted') m (is_minted)`.execute(db);
  await sql`insert into round_stage (round_id, stage, amount, due_at, paid_at)
    select g.round_id, stage, 1, at, case when at < now() then at end
    from round_settlement g join round r on r.id = g.round_id, generate_series(1, 3) stage,
      lateral (select g.settled_at + interval '40 minutes' * (stage - 1)) d (at)
    where g.outcome = 'minted' and r.state in ('minted', 'ended')`.execute(db);
  await sql`insert into round_transition (round_id, state, at)
    select r.id, t.state, g.settled_at + t.after from round_settlement g join round r on r.id = g.round_id, (values
      ('minted', interval '1 minute'), ('ended', interval '2 hours')) t (state, after)
    where (t.state = 'minted' and g.outcome = 'minted' and r.state in ('minted', 'ended'))
      or (t.state = 'ended' and r.state = 'ended')`.execute(db);
});

/** The whale's order in the round that was settled this many hours ago: the first round has the number 2. */
const orderOf = (hoursAgo: number) => (ENDED - hoursAgo - 1) * 2;

type Source = { readonly kind: number; readonly source_id: bigint; readonly reference: string };

/** The sources of a user's transfers in rounds since this many hours ago, by order and kind. */
async function sourcesOf(
  reader: Database,
  hours: number,
  { byRounds = true, isNamed = true }: Partial<Pick<SourcesWanted, 'byRounds' | 'isNamed'>> = {},
): Promise<Source[]> {
  const wanted = { userId: whale, since: new Date(Date.now() - hours * HOUR_MS), byRounds, isNamed };
  const { rows } = await sql<Source>`select * from (${roundSources(wanted)}) s order by source_id, kind`.execute(
    reader,
  );
  return rows;
}

/**
 * Turns rounds of long ago into minted ones whose last stage is due tomorrow, until the test is over. Exceptions: the
 * first is due now, and the previous stage of the second was paid an hour ago.
 */
async function leaveUnpaid(): Promise<void> {
  const ids = sql`(select r.id from round r join round_settlement g on g.round_id = r.id
    where r.number between 1002 and 1668 and g.outcome = 'minted' and r.state in ('minted', 'ended'))`;
  onTestFinished(async () => {
    await sql`update round_stage set due_at = g.settled_at + interval '40 minutes' * (stage - 1),
        paid_at = g.settled_at + interval '40 minutes' * (stage - 1)
      from round_settlement g where g.round_id = round_stage.round_id and g.round_id in ${ids}`.execute(many.db);
    await sql`insert into round_transition (round_id, state, at)
      select round_id, 'ended', settled_at + interval '2 hours' from round_settlement
      where round_id in ${ids}`.execute(many.db);
    await sql`update round set state = 'ended' where id in ${ids}`.execute(many.db);
  });
  await sql`update round set state = 'minted' where id in ${ids}`.execute(many.db);
  await sql`delete from round_transition where state = 'ended' and round_id in ${ids}`.execute(many.db);
  await sql`update round_stage g set due_at = now() + interval '1 day' * case r.number when 1002 then -1 else 1 end,
      paid_at = null
    from round r where r.id = g.round_id and g.stage = 3 and r.id in ${ids}`.execute(many.db);
  await sql`update round_stage g set paid_at = now() - interval '1 hour'
    from round r where r.id = g.round_id and g.stage = 2 and r.number = 1003`.execute(many.db);
}

describe('sources of a wallet with very many orders', () => {
  test('default: those of a day are found by round, with few rows read', async () => {
    let found: Source[] = [];
    const rows = await many.rowsOf(async (reader) => {
      found = await sourcesOf(reader, 24.5);
    });
    expect(found.length).toBeGreaterThan(24 * 3);
    expect(rows).toBeLessThan(1_500);
  });

  test('counter: by its own orders all of them are read', async () => {
    expect(await many.rowsOf((reader) => sourcesOf(reader, 24.5, { byRounds: false }))).toBeGreaterThan(2 * ENDED);
  });

  test.each([0.5, 24.5, 720.5, 5_000])('behavior: both ways find the same, since %s hours', async (hours) => {
    const own = await sourcesOf(many.db, hours, { byRounds: false });
    expect(await sourcesOf(many.db, hours)).toEqual(own);
    // Includes every order under way, in any state of the round.
    expect(new Set(own.map(({ source_id }) => source_id)).size).toBeGreaterThanOrEqual(UNDER_WAY.length);
  });

  test('behavior: searches earlier minted rounds if a later stage was paid since or is due', async () => {
    const rows = () => many.rowsOf((reader) => sourcesOf(reader, 24.5));
    const before = await rows();
    await leaveUnpaid();
    const own = await sourcesOf(many.db, 24.5, { byRounds: false });
    expect(await sourcesOf(many.db, 24.5)).toEqual(own);
    // The orders of the round with a due stage, and of the one with a paid stage.
    expect(own.slice(0, 2).map(({ source_id }) => Number(source_id))).toEqual([2002, 2004]);
    // For each round its row and a stage, by their indexes; its orders would be 16.
    expect((await rows()) - before).toBeLessThan(500 * 8);
  });

  test('behavior: reads no round and no city if references are not needed', async () => {
    // The first reading also reads rows that other tests left.
    const named = await sourcesOf(many.db, 24.5);
    const namedRows = await many.rowsOf((reader) => sourcesOf(reader, 24.5));
    let found: Source[] = [];
    const rows = await many.rowsOf(async (reader) => {
      found = await sourcesOf(reader, 24.5, { isNamed: false });
    });
    const unnamed = ({ kind, source_id }: Source) => ({ kind, source_id });
    expect(found.map(unnamed)).toEqual(named.map(unnamed));
    expect(named.some(({ reference }) => reference.includes('Model 1-'))).toBe(true);
    // Each order's round with its index entry, and the city.
    expect(namedRows - rows).toBeGreaterThanOrEqual(2 * new Set(named.map(({ source_id }) => source_id)).size);
  });

  test('behavior: searches by round for a user with many orders if few rounds ended since', async () => {
    const since = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
    expect(await areSourcesOfRounds(many.db, { userId: whale, since: since(24) })).toBe(true);
    expect(await areSourcesOfRounds(many.db, { userId: loser, since: since(24) })).toBe(false);
    const fewer = { orders: 500, rounds: 100 };
    expect(await areSourcesOfRounds(many.db, { userId: loser, since: since(24), many: fewer })).toBe(true);
    expect(await areSourcesOfRounds(many.db, { userId: whale, since: since(720), many: fewer })).toBe(false);
    // For a user with fewer orders than rounds ended since, there are fewer orders to look up.
    const since5000 = { since: since(5_000), many: { orders: 500, rounds: 10_000 } };
    expect(await areSourcesOfRounds(many.db, { userId: whale, ...since5000 })).toBe(true);
    expect(await areSourcesOfRounds(many.db, { userId: loser, ...since5000 })).toBe(false);
  });
});

describe('kinds of transfers that an order can have had since a time', () => {
  /** The kinds of the whale's order in the round that was settled this many hours ago. */
  const kindsOf = async (hoursAgo: number, hours: number): Promise<string[]> => {
    const orderId = BigInt(orderOf(hoursAgo));
    const codes = (await sourcesOf(many.db, hours, { byRounds: false })).filter(
      ({ source_id }) => source_id === orderId,
    );
    return codes.map(({ kind }) => Object.entries(TRANSFER_KINDS).find(([, { code }]) => code === kind)?.[0] ?? '');
  };

  test('default: for a failed round, and for one that was minted since then', async () => {
    expect(await kindsOf(4, 10)).toEqual(['join', 'principal-return', 'compensation']);
    expect(await kindsOf(5, 10)).toEqual(['join', 'principal-return', 'reward', 'mint', 'distribute', 'split']);
  });

  test('behavior: for an earlier minted round, later stages that were paid since then or are due', async () => {
    // Settled five hours ago, minted a minute later; its last stage was paid 80 minutes after that.
    expect(await kindsOf(5, 4.5)).toEqual(['distribute']);
    expect(await kindsOf(5, 3.5)).toEqual([]);
    await sql`update round_stage set paid_at = null where stage = 3
      and round_id = (select round_id from mint_order where id = ${orderOf(5)})`.execute(many.db);
    expect(await kindsOf(5, 3.5)).toEqual(['distribute']);
    await sql`update round_stage set due_at = now() + interval '1 hour' where stage = 3
      and round_id = (select round_id from mint_order where id = ${orderOf(5)})`.execute(many.db);
    expect(await kindsOf(5, 3.5)).toEqual([]);
  });
});

describe('pages that contain few of a wallet’s orders', () => {
  /** Each order with its index entry, and the single row or entry that excludes it. */
  const MOST_ROWS = (ENDED / 4) * 4.5;

  test.each(['minted', 'ended'] as const)('default: one row excludes an order: %s', async (state) => {
    const rows = await many.rowsOf(async (reader) => {
      expect(await readMyOrders(reader, { userId: loser, state, limit: 20 })).toEqual([]);
    });
    expect(rows).toBeLessThan(MOST_ROWS);
  });

  test.each(['minted', 'ended', undefined] as const)(
    'behavior: reads of very many orders only until the page is full: %s',
    async (state) => {
      const rows = await many.rowsOf(async (reader) => {
        expect(await readMyOrders(reader, { userId: whale, state, limit: 20 })).toHaveLength(20);
      });
      expect(rows).toBeLessThan(1_000);
    },
  );

  const kinds = ['settle', 'distribute-2', 'distribute-3', 'split'] as const;

  test('default: for a page of earnings an entry of the index of failed orders excludes an order', async () => {
    const rows = await many.rowsOf(async (reader) => {
      expect(await readRoundEarnings(reader, { userId: loser, kinds, limit: 20 })).toEqual([]);
    });
    // An index lookup first checks whether there are very many.
    expect(rows).toBeLessThan(MOST_ROWS);
  });

  test('behavior: for very many orders two searches of the rounds find the page', async () => {
    const page = { userId: whale, kinds, limit: 20 };
    const own = await readRoundEarnings(many.db, { ...page, manyOrders: 10 * ENDED });
    let found: unknown;
    const rows = await many.rowsOf(async (reader) => {
      found = await readRoundEarnings(reader, page);
    });
    expect(found).toEqual(own);
    expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['settle', 'distribute-2', 'distribute-3']));
    expect(rows).toBeLessThan(2_500);
  });
});

test('default: totals of uncached orders read each row of an order once', async () => {
  const rows = await many.rowsOf(async (reader) => {
    expect((await readOrderTotals(reader, whale)).byOutcome.minted.orders).toBe((ENDED * 3) / 4 + 1);
  });
  expect(rows).toBeLessThan(ENDED * 15);
});
