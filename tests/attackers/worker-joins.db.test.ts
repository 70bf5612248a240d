import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { publishNextRound, publishPlan } from '@city-mint/server/rounds/offers/commands';
import { buildAutoMint, clearAutoMint } from '@city-mint/tests/builders/auto-mint';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, type OpenRound, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

/*
 * The worker opens rounds for auto-mint and publishes the rounds of a plan. Its login decides neither who joins, nor
 * with how much, nor under which terms.
 */

let database: TestDatabase;
let owner: Database;
let worker: Database;
let round: OpenRound;
let scheduled: OpenRound;
let victim: bigint;
let other: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url }));
  worker = databaseOver(createPool({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 }));
  round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(100n * JU) }));
  scheduled = await publishRound();
  [victim = 0n, other = 0n] = await buildParticipants(owner, { count: 2, available: 10n * JU });
  await buildAutoMint(owner, [{ userId: other, keep: 8n * JU }]);
});
afterEach(async () => {
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});

/** A published round that is due to open and not opened. */
async function publishRound(): Promise<OpenRound> {
  await owner.insertInto('city').values({ name: 'Rome', latitude: 1, longitude: 1 }).execute();
  const published = await publishPlan(owner, buildPlan({ city: 'Rome', firstQuota: tokenAmount(100n * JU) }));
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

/** What the attacks are after: balances, orders, and what rounds and settings say. */
async function money(): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(a order by id) from ledger_account a where balance <> 0) as accounts,
      (select json_agg(o order by id) from mint_order o) as orders,
      (select json_agg(r order by id) from round r) as rounds,
      (select json_agg(m order by user_id) from auto_mint m) as auto_mint,
      (select json_agg(p order by id) from phase_plan p) as plans,
      (select json_agg(t order by round_id) from round_terms t) as terms`.execute(owner);
  return rows;
}

const joined = (of: bigint) => sql`
  insert into mint_order (id, round_id, user_id, rank, automatic, asked, accepted, request_id, joined_at, late)
  overriding system value
  values (77, ${of}, ${victim}, 1, true, ${`${10n * JU}`}::numeric, ${`${10n * JU}`}::numeric, gen_random_uuid(),
    now(), false)`;

const part = (lists: string) =>
  sql.raw(`
  declare auto_mint_part scroll cursor for select true as is_decided, ${lists},
    null::bigint[] as skipped, null::text[] as reasons,
    jsonb_build_object('slot', 0, 'position', 0, 'last', 9, 'filled', '0', 'orders', 0,
      'opens', r.opens_at, 'closes', r.closes_at) as base,
    jsonb_build_object('slot', 0, 'position', 9, 'last', 9, 'filled', '${10n * JU}', 'orders', 1,
      'at', clock_timestamp(), 'is_done', true) as reached
  from round r where id = ${scheduled.roundId}`);

const decide = (reached: string | null) => sql`
  select auto_mint_decide_part(${scheduled.roundId}, 10, array(select consent_hash from app_user), ${reached}::jsonb)`;
const write = () => sql`select auto_mint_write_part(${scheduled.roundId})`;
/** What a thief tries, each in one transaction. */
const ATTEMPTS: readonly (readonly [string, () => readonly RawBuilder<unknown>[]])[] = [
  ['an order of a user who asked for none', () => [joined(round.roundId)]],
  [
    'the money of an order',
    () => [
      sql`select ledger_write_debits(kind_join(), account_escrow(${round.roundId}),
        array[account_available(${victim}, currency_ju())], array[${`${10n * JU}`}::numeric], array[77::bigint])`,
    ],
  ],
  [
    'auto-mint turned on for a user',
    () => [
      sql`insert into auto_mint (user_id, enabled, keep, per_round_maximum, stop_after_losses, queue_position,
        enabled_at) values (${victim}, true, 0, 0, 0, 999, now())`,
    ],
  ],
  ['a user’s minimum of auto-mint', () => [sql`update auto_mint set keep = 0`]],
  [
    'an invented list of joining users',
    () => [
      part(`array[${victim}::bigint] as payers, array[${10n * JU}] as asked, array[${10n * JU}] as amounts,
        array[77::bigint] as order_ids, array[1] as ranks`),
      write(),
    ],
  ],
  [
    'a plan',
    () => [
      sql`insert into phase_plan (city_id, phase, plan)
        select city_id, 9, plan || '{"phase": 9}' from phase_plan limit 1`,
    ],
  ],
  ['the terms of a plan', () => [sql`update phase_plan set plan = plan || '{"rounds": 99}'`]],
  ['the state of a plan', () => [sql`update phase_plan set state = 'running'`]],
  [
    'a round beside the plan',
    () => [
      sql`insert into round (plan_id, city_id, phase, number, opens_at, closes_at, late_ms, quota, minimum,
          wallet_maximum)
        select plan_id, city_id, phase, 9, now(), now() + interval '1 hour', 0, 1, 0, 0 from round limit 1`,
    ],
  ],
  ['terms of a round', () => [sql`insert into round_terms values (99, '{}', '0x' || repeat('0', 64))`]],
  ['the figures of a round', () => [sql`update round set filled = quota`]],
  ['the orders that a round has', () => [sql`update round set first_order_id = 9999`]],
];

/** Refused by rights, or because this transaction has decided nothing. */
const REFUSED = /permission denied|not the result of a part|was not written/;

/** Executes the statements in one transaction. Returns the error; null when there was none. */
async function attempt(statements: readonly RawBuilder<unknown>[]): Promise<string | null> {
  return worker
    .transaction()
    .execute(async (tx) => {
      for (const statement of statements) {
        const { rows } = await statement.execute(tx);
        const [row] = z.array(z.object({ auto_mint_write_part: z.boolean().optional() })).parse(rows);
        if (row?.auto_mint_write_part === false) throw new Error('the part was not written');
      }
      return null;
    })
    .catch((error: Error) => error.message);
}

describe('a thief with the login of a worker', () => {
  test.each(ATTEMPTS)('does not write %s', async (_name, statements) => {
    const before = await money();
    expect.soft(await attempt(statements())).toMatch(REFUSED);
    expect(await money()).toEqual(before);
  });

  const terms = (changes = '{}') => sql`
    select publish_round(id, (plan->'terms') || jsonb_build_object('city', plan->'city', 'phase', plan->'phase',
      'number', 1, 'quota', plan->'firstQuota', 'opensAt', plan->'firstOpensAt',
      'closesAt', (plan->>'firstOpensAt')::bigint + (plan->>'windowMs')::bigint) || ${changes}::jsonb,
      '0x' || repeat('0', 64)) from phase_plan where phase = 2`;

  test('publishes a round only with the terms of its plan, and once', async () => {
    const plan = buildPlan({ city: 'Rome', phase: 2 });
    await publishPlan(owner, plan);
    const before = await money();
    for (const changes of ['{"lossBps": 1000}', '{"mintAmount": "1"}', '{"number": 2}', '{"closesAt": 1}']) {
      expect(await attempt([terms(changes)])).toMatch(/these are not the terms of round 1/);
    }
    expect(await money()).toEqual(before);
    expect(await attempt([terms()])).toBeNull();
    expect(await attempt([terms()])).toMatch(/publishes no round now/);
  });

  test('opens a round only as its users set it until the orders are written', async () => {
    expect(await openInTwo()).toBe('the part was not written');
    expect(await ordersOf(other)).toEqual([]);
  });

  test('joins a user who turned it off, when decisions outlive their transaction (the broken twin)', async () => {
    await breakFunction(owner, 'auto_mint_write_part', [' and decided_in = pg_current_xact_id()', '']);
    expect(await openInTwo()).toBeNull();
    expect(await ordersOf(other)).toEqual([2n * JU]);
  });

  test('skips no user by a part in the future', async () => {
    expect(await skipEveryone()).toMatch(/not the result of a part/);
    expect(await attempt([decide(null), write()])).toBeNull();
    expect(await ordersOf(other)).toEqual([2n * JU]);
  });

  test('skips everyone, when the time of a part may be any (the broken twin)', async () => {
    await breakFunction(owner, 'auto_mint_decide_part', [
      "(p_reached->>'at')::timestamptz <= clock_timestamp()",
      'true',
    ]);
    expect(await skipEveryone()).toBeNull();
    expect(await attempt([decide(null), write()])).toBeNull();
    expect(await ordersOf(other)).toEqual([]);
  });

  /** Decides a part, then its user turns auto-mint off, then the part is written. */
  async function openInTwo(): Promise<string | null> {
    expect(await attempt([decide(null)])).toBeNull();
    await clearAutoMint(owner);
    return attempt([write()]);
  }

  /** Begins an opening, and continues it as if its first part had been written after the window. */
  async function skipEveryone(): Promise<string | null> {
    expect(await attempt([decide(null)])).toBeNull();
    const { last } = await owner
      .selectFrom('auto_mint_opening')
      .select('last_position as last')
      .where('round_id', '=', scheduled.roundId)
      .executeTakeFirstOrThrow();
    const reached = { slot: 0, position: 0, last: Number(last), filled: '0', orders: 0, at: '2100-01-01T00:00:00Z' };
    return attempt([decide(JSON.stringify(reached)), write()]);
  }

  const ordersOf = async (userId: bigint) => {
    const orders = await owner.selectFrom('mint_order').select('accepted').where('user_id', '=', userId).execute();
    return orders.map(({ accepted }) => accepted);
  };
});
