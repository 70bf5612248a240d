import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import { createPool, type Database } from '@city-mint/server/platform/database/database';
import { advanceRound } from '@city-mint/server/rounds/lifecycle/commands';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJoins } from '../builders/joins.ts';
import { buildPlan, closeWindow, JU, type OpenRound, openRound } from '../builders/rounds.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createRoundsDatabase, type RoundsDatabase } from '../setup/create-rounds-database.ts';

/** The refusals of rights, and of the ledger. */
const REFUSED = /permission denied|may not make transfers/;

let database: RoundsDatabase;
let owner: Database;
let login: Login;
/** A client with the stolen connection string of a worker. */
let stolen: pg.Client;
let victim: bigint;
let thief: bigint;
let open: OpenRound;
/** A failed round whose refunds are due, a full one whose payments are due, one with two stages to pay. */
let liquidating: OpenRound;
let settling: OpenRound;
let minted: OpenRound;

let cities = 0;
const openCity = (quota: bigint) =>
  openRound(
    owner,
    buildPlan({
      ...{ city: `City ${++cities}`, rounds: 1, firstQuota: tokenAmount(quota * JU) },
      terms: { stageDelaysMs: [0, HOUR_MS, 2 * HOUR_MS], mintAmount: tokenAmount(100n * JU) },
    }),
  );

async function join(round: OpenRound, amounts: readonly bigint[]): Promise<void> {
  const pool = createPool({ url: database.url });
  const joinRound = createJoins({ pool, db: owner });
  for (const [index, amount] of amounts.entries()) {
    const userId = [victim, thief][index] ?? 0n;
    const request = { amount: tokenAmount(amount * JU), requestId: crypto.randomUUID(), consented: true };
    expect(await joinRound({ ...round, userId, ...request })).toHaveProperty('order');
  }
  await pool.end();
}

async function stateOf({ roundId }: OpenRound): Promise<string> {
  return (await owner.selectFrom('round').select('state').where('id', '=', roundId).executeTakeFirstOrThrow()).state;
}

/** Runs the steps of a round until it has reached a state; then no worker is due to advance it. */
async function advanceUntil(round: OpenRound, state: string, steps = 0): Promise<void> {
  while ((await stateOf(round)) !== state) await advanceRound(owner);
  for (let step = 0; step < steps; step += 1) await advanceRound(owner);
  await sql`update round set due_at = clock_timestamp() + interval '1 day' where id = ${round.roundId}`.execute(owner);
}

beforeAll(async () => {
  database = await createRoundsDatabase({ emission: 10_000n * JU, participants: 3 });
  ({ owner } = database);
  [victim = 0n, thief = 0n] = database.users;
  minted = await openCity(10n);
  await join(minted, [9n, 1n]);
  await advanceUntil(minted, 'minted');
  settling = await openCity(20n);
  await join(settling, [19n, 1n]);
  await advanceUntil(settling, 'settling', 1);
  liquidating = await openCity(1_000n);
  await join(liquidating, [50n, 1n]);
  await closeWindow(owner, liquidating.roundId);
  await advanceUntil(liquidating, 'liquidating', 1);
  open = await openCity(1_000n);
  await join(open, [900n]);
  login = await createLogin(database.url, 'city_mint_worker');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
});
afterAll(async () => {
  await stolen.end();
  await login.drop();
  await database.drop();
});

async function fortune(client: pg.Client, user: bigint): Promise<bigint> {
  const { rows } = await client.query(`select sum(balance)::text as units from ledger_account
    where id in (account_available(${user}, currency_ju()), account_available(${user}, currency_fmc()))`);
  return BigInt(rows[0]?.units ?? 0);
}

/** The state of a round as the thief's transaction sees it. */
async function readState({ roundId }: OpenRound): Promise<string> {
  return (await stolen.query('select state from round where id = $1', [roundId])).rows[0]?.state;
}

/**
 * Executes statements with the stolen login, then `look`, and rolls back. Returns the refusal and the thief's gain in
 * base units.
 */
async function attempt(
  statements: string,
  look: () => Promise<void> = async () => undefined,
): Promise<{ refusal: string; gain: bigint }> {
  const before = await fortune(stolen, thief);
  await stolen.query('begin');
  try {
    await stolen.query(statements);
    await look();
    return { refusal: '', gain: (await fortune(stolen, thief)) - before };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error), gain: 0n };
  } finally {
    await stolen.query('rollback');
  }
}

const toThief = (currency: 'ju' | 'fmc') => `account_available(${thief}, currency_${currency}())`;
const escrowOf = ({ roundId }: OpenRound) => `account_escrow(${roundId})`;

/** Payments by the functions that take accounts and amounts. */
const POSTS: readonly (readonly [string, () => string])[] = [
  [
    'a victim’s principal in escrow',
    () => `select ledger_write_transfer(kind_principal_return(), ${escrowOf(open)}, ${toThief('ju')}, 9e20, 77)`,
  ],
  [
    'the same as a credit of many accounts',
    () => `select ledger_credit_many(kind_principal_return(), ${escrowOf(open)}, array[${toThief('ju')}],
      array[9e20], array[77::bigint])`,
  ],
  [
    'the same as a credit of several payments',
    () => `select ledger_credit_each(array_fill(kind_principal_return(), array[3]),
      array_fill(${escrowOf(open)}, array[3]), array[${toThief('ju')}], array[9e20], array[0::numeric],
      array[77::bigint], '{}', '{}', '{}')`,
  ],
  [
    'the same as a batch',
    () => `select ledger_write_batch(array[kind_principal_return()], array[${escrowOf(open)}], array[${toThief('ju')}],
      array[9e20], array[77::bigint])`,
  ],
  [
    'the reserve as compensation',
    () => `select ledger_write_transfer(kind_compensation(), account_reserve(), ${toThief('ju')}, 1e20, 77)`,
  ],
  [
    'the reserve as surplus',
    () => `select ledger_write_transfer(kind_split(), account_reserve(), ${toThief('ju')}, 1e20, 77)`,
  ],
  [
    'the fees of a round as a reward',
    () => `select ledger_write_transfer(kind_mint_fee(), ${escrowOf(open)}, account_fees(${open.roundId}), 5e20, 77);
      select ledger_write_transfer(kind_reward(), account_fees(${open.roundId}), ${toThief('ju')}, 5e20, 77)`,
  ],
  [
    'the emission as a first stage',
    () => `select ledger_write_transfer(kind_mint(), account_emission(), ${toThief('fmc')}, 1e21, 77)`,
  ],
  [
    'the emission by way of a round that vests it',
    () => `select ledger_write_transfer(kind_vest(), account_emission(), account_vesting(${open.roundId}), 1e21, 77);
      select ledger_write_transfer(kind_distribute(), account_vesting(${open.roundId}), ${toThief('fmc')}, 1e21, 77)`,
  ],
];

/** Rows from which payments follow, or that say what was paid. */
const WRITES: readonly (readonly [string, () => string])[] = [
  [
    'a settlement with invented shares',
    () => `insert into order_settlement (order_id, round_id, user_id, rank, amount, late, refund)
      values (99, ${open.roundId}, ${thief}, 1, 9e20, false, 9e20)`,
  ],
  [
    'totals of a settlement that nobody computed',
    () => `insert into round_settlement (round_id, outcome, order_count, amount, reserve_balance, reserve_cap,
      emission_remaining, totals) values (${open.roundId}, 'cancelled', 1, 9e20, 0, 0, 0, '{"refund": "9"}')`,
  ],
  ['a settlement’s totals', () => `update round_settlement set totals = '{}'`],
  [
    'invented rewards of a part',
    () => `update round_part set reward_credits = array[${toThief('ju')}], reward_amounts = array[1e16],
      reward_orders = array[1::bigint]`,
  ],
  [
    'a part once more',
    () => `insert into round_part (round_id, step, chunk) values (${liquidating.roundId}, 'compensate', 1)`,
  ],
  ['no parts', () => 'delete from round_part'],
  ['another range of users', () => `insert into round_chunk values (${minted.roundId}, 7, 1, 9)`],
  ['a step that did not run', () => `insert into round_step (round_id, step, chunk) values (${open.roundId}, 'x', 0)`],
  ['a stage that is due', () => `update round_stage set due_at = now()`],
  ['another stage', () => `insert into round_stage values (${minted.roundId}, 3, 5, now())`],
  ['no reservations', () => 'delete from fund_reservation'],
  ['less reserved', () => 'update fund_reservation set amount = 0'],
  ['reserved for a round', () => `insert into fund_reservation values (${open.roundId}, 'reserve', 5e20)`],
  ['a qualified inviter', () => `update participant set first_settled_round_id = 0 where user_id = ${thief}`],
  ['a newcomer who is qualified', () => 'insert into participant (user_id, first_settled_round_id) values (99, 0)'],
  [
    'a pause that began in the future',
    () => `update system_switch set paused = true where name = 'joins';
      update system_switch set paused_since = now() + interval '9 days' where name = 'joins'`,
  ],
  ['a failed round', () => `select move_round(${open.roundId}, 'open', 'failed', now())`],
  ['an ended round that nobody paid', () => `select move_round(${minted.roundId}, 'minted', 'ended', null)`],
  ['a cancelled round', () => `select cancel_round(${open.roundId}, 'operators', 'x')`],
  ['treasury in the reserve', () => `insert into reserve_funding (amount, reason) values (5, 'x')`],
];

/** Steps out of order, twice, or in a round of another state. */
const STEPS: readonly (readonly [string, () => string, RegExp])[] = [
  ['fail an open round', () => `select fail_round(${open.roundId})`, /has not failed/],
  ['settle an open round', () => `select begin_settlement(${open.roundId})`, /is not full or failed/],
  ['open a round again', () => `select open_round(${open.roundId}, ${24 * HOUR_MS})`, /does not open/],
  ['cancel after a moment', () => `select cancel_paused_round(${open.roundId}, 1)`, /cancels no round/],
  ['compute an open round', () => `select settlement_compute(${open.roundId})`, /is not settling/],
  ['compute a settlement twice', () => `select settlement_compute(${settling.roundId})`, /round_step_pkey/],
  ['take fees from a failed round', () => `select settlement_pay_fees(${liquidating.roundId})`, /is not settling/],
  [
    'take fees twice',
    () => `select settlement_pay_fees(${settling.roundId}); select settlement_pay_fees(${settling.roundId})`,
    /round_step_pkey/,
  ],
  ['take losses before refunds', () => `select settlement_pay_losses(${liquidating.roundId})`, /refunds to pay/],
  [
    'compensate before refunds',
    () => `select settlement_pay_part(${liquidating.roundId}, 'compensate', 1)`,
    /no open part/,
  ],
  [
    'pay a part twice',
    () => `select settlement_pay_part(${settling.roundId}, 'mint', 1);
      select settlement_pay_part(${settling.roundId}, 'mint', 1)`,
    /no open part/,
  ],
  ['pay a stage as a part', () => `select settlement_pay_part(${minted.roundId}, 'stage2', 1)`, /no open part/],
  ['pay a stage of an unpaid round', () => `select settlement_pay_stage(${settling.roundId})`, /is not minted/],
  ['close a settlement that is not paid', () => `select settlement_close(${settling.roundId})`, /steps to run/],
  ['choose what is paid', () => `select settlement_pay_each(${settling.roundId}, 'mint', 1)`, REFUSED],
];

/** A round that is to be computed, while the thief has an order in it that only the owner's rights could write. */
async function settleWithInventedOrder(): Promise<{ refusal: string; gain: bigint }> {
  await sql`insert into mint_order (id, round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
    overriding system value
    values (99, ${open.roundId}, ${thief}, 2, 5, 5, gen_random_uuid(), now(), false)`.execute(owner);
  await sql`update round set state = 'cancelled' where id = ${open.roundId}`.execute(owner);
  try {
    return await attempt(`select settlement_compute(${open.roundId})`);
  } finally {
    await sql`update round set state = 'open' where id = ${open.roundId}`.execute(owner);
    await sql`delete from mint_order where id = 99`.execute(owner);
  }
}

/** The login of a worker pauses no part itself. */
async function whilePaused(part: 'joins' | 'settlement', work: () => Promise<void>): Promise<void> {
  await sql`update system_switch set paused = true where name = ${part}`.execute(owner);
  await work().finally(() => sql`update system_switch set paused = false where name = ${part}`.execute(owner));
}

const payStage = () => `select settlement_pay_stage(${minted.roundId})`;
const cancelPaused = () => `select cancel_paused_round(${open.roundId}, ${HOUR_MS})`;
const paySettling = () => `select settlement_pay_part(${settling.roundId}, 'mint', 1);
  select settlement_pay_fees(${settling.roundId}); select settlement_pay_part(${settling.roundId}, 'pay', 1)`;

describe('attack: with the worker’s login', () => {
  test.each(POSTS)('attack: %s is not paid to the thief', async (_what, statements) => {
    const { refusal, gain } = await attempt(statements());
    expect(gain).toBe(0n);
    expect(refusal).toMatch(REFUSED);
  });

  test.each(WRITES)('attack: the login does not write %s', async (_what, statements) => {
    const { refusal, gain } = await attempt(statements());
    expect(gain).toBe(0n);
    expect(refusal).toMatch(REFUSED);
  });

  test.each(STEPS)('attack: a function does not %s', async (_what, statements, refused) => {
    const { refusal, gain } = await attempt(statements());
    expect(gain).toBe(0n);
    expect(refusal).toMatch(refused);
  });

  test('attack: a stage whose time has not come is not paid, and no pause of less than an hour cancels', async () => {
    expect(await attempt(payStage())).toEqual({ refusal: '', gain: 0n });
    await whilePaused('joins', async () => {
      await attempt(cancelPaused(), async () => expect(await readState(open)).toBe('open'));
    });
  });

  test('attack: nothing is paid while settling is paused', async () => {
    await whilePaused('settlement', async () => {
      expect(await attempt(paySettling())).toMatchObject({ gain: 0n, refusal: 'settling is paused' });
    });
  });

  test('attack: an order that no join paid for stops the settlement', async () => {
    expect(await settleWithInventedOrder()).toMatchObject({ refusal: expect.stringMatching(/its escrow/) });
  });

  test('behavior: the steps that it may run pay each participant the stored settlement and no more', async () => {
    const { rows } = await sql<{ units: string }>`
      select (principal + split + stage1)::text as units from order_settlement
      where round_id = ${settling.roundId} and user_id = ${thief}`.execute(owner);
    expect(await attempt(`${paySettling()}; select settlement_close(${settling.roundId})`)).toEqual({
      refusal: '',
      gain: BigInt(rows[0]?.units ?? 0),
    });
  });

  test('behavior: the rights that remain delay a round at most', async () => {
    const delay = `update round set due_at = 'infinity'; update round_part set due_at = 'infinity'`;
    expect(await attempt(delay)).toEqual({ refusal: '', gain: 0n });
    expect(await attempt(`update round_part set chunk = 2`)).toMatchObject({ refusal: expect.stringMatching(REFUSED) });
  });
});

describe('broken twin: with the worker’s login', () => {
  /** Returns the result of an attempt while a function lacks a safeguard. */
  async function attemptWithout(name: string, from: string, run: () => Promise<{ refusal: string; gain: bigint }>) {
    const restore = await breakFunction(owner, name, [from, 'false']);
    try {
      return await run();
    } finally {
      await restore();
    }
  }

  test('broken twin: without the check of the clock an open round fails', async () => {
    const check = `date_trunc('milliseconds', r.closes_at) > coalesce(joins_paused_since(), clock_timestamp())`;
    await attemptWithout('fail_round', check, () =>
      attempt(`select fail_round(${open.roundId})`, async () => expect(await readState(open)).toBe('failed')),
    );
  });

  test('broken twin: without the check of its time a stage is paid', async () => {
    const { gain } = await attemptWithout('settlement_pay_stage', 's.due_at > clock_timestamp()', () =>
      attempt(payStage()),
    );
    expect(gain).toBe(3n * JU);
  });

  test('broken twin: without the check of the parts losses are taken before refunds', async () => {
    const check = 'exists (select 1 from round_part where round_id = p_round)';
    const taken = await attemptWithout('settlement_pay_losses', check, () =>
      attempt(`select settlement_pay_losses(${liquidating.roundId})`),
    );
    expect(taken.refusal).toBe('');
  });

  test('broken twin: without the comparison with the escrow an invented order is settled', async () => {
    const check = '(s.order_count, s.amount, held) is distinct from (r.order_count, r.filled, r.filled)';
    const settled = await attemptWithout('settlement_assert_sums', check, settleWithInventedOrder);
    expect(settled.refusal).toBe('');
  });

  test('broken twin: with the right to write settlements the thief is paid more', async () => {
    await sql`grant insert on order_settlement to city_mint_worker`.execute(owner);
    const invented = `insert into order_settlement (order_id, round_id, user_id, rank, amount, late, refund)
      values (99, ${liquidating.roundId}, ${thief}, 9, 1, false, 1e18)`;
    const refund = `select settlement_pay_part(${liquidating.roundId}, 'refund', 1)`;
    const own = (await attempt(refund)).gain;
    expect(await attempt(`${invented}; ${refund}`)).toEqual({ refusal: '', gain: own + JU });
    await sql`revoke insert on order_settlement from city_mint_worker`.execute(owner);
  });
});
