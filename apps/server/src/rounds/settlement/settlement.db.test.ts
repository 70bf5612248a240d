import { readdirSync, readFileSync } from 'node:fs';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';
import type { SettlementInput } from '@city-mint/domain/rounds/settlement';
import { MAXIMUM_LOSS_BPS, MAXIMUM_MINT_FEE_BPS } from '@city-mint/domain/rounds/term-limits';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, openRound } from '@city-mint/tests/builders/rounds';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { runRounds } from '../jobs.ts';
import { cancelRound } from '../lifecycle/commands.ts';
import { readSettlementFile } from '../settlement-file/queries.ts';
import { listSettledRounds } from './queries.ts';

const VECTORS = new URL('../../../../../vectors/', import.meta.url);

type Vector = { input: unknown; result: unknown };

/**
 * Runs a settlement file through the real system: funds, users, inviters, joins, engine; returns the round's published
 * data.
 */
async function play(
  input: SettlementInput,
): Promise<{ result: unknown; db: Database; roundId: bigint; end(): Promise<void> }> {
  const test = await createTestDatabase();
  const pool = createPool({ url: test.url, statementTimeoutMs: 60_000 });
  const db = databaseOver(pool);
  const end = async () => {
    await db.destroy();
    await test.drop();
  };
  await buildFunds(db, { reserve: input.reserve.balance, emission: input.emission.remaining });
  await sql`update reserve_setting set cap = ${input.reserve.cap.toString()}::numeric`.execute(db);
  const inviters = await inviterUsers(db, input);
  const users = await buildParticipants(db, { count: input.orders.length, available: 0n });
  for (const [index, order] of input.orders.entries()) {
    const user = users[index] ?? 0n;
    const inviter =
      order.inviter === null ? null : (inviters.get(`${order.inviter}/${order.inviterQualified}`) ?? null);
    await sql`update participant set inviter_id = ${inviter} where user_id = ${user}`.execute(db);
    await sql`select ledger_write_transfer(
      1, 0, account_available(${user}, currency_ju()), ${order.amount.toString()}::numeric, ${-1_000_000n - user}
    )`.execute(db);
  }
  const plan = buildPlan({ firstQuota: input.terms.quota, terms: { ...input.terms, minimum: 0n as never } });
  const { quota: _quota, ...terms } = { ...plan.terms, quota: undefined };
  const { roundId, termsHash } = await openRound(db, { ...plan, terms });
  const joinRound = createJoins({ pool, db });
  for (const [index, order] of input.orders.entries()) {
    const answer = await joinRound({
      userId: users[index] ?? 0n,
      roundId,
      amount: order.amount,
      termsHash,
      requestId: crypto.randomUUID(),
      consented: true,
    });
    expect(answer).toMatchObject({ order: { rank: order.rank } });
  }
  const lateRanks = input.orders.filter(({ late }) => late).map(({ rank }) => rank);
  await sql`update mint_order set late = rank = any (${lateRanks}::int[]) where round_id = ${roundId}`.execute(db);
  if (input.cancelled) await cancelRound(db, roundId, 'a test');
  else await closeWindow(db, roundId).catch(() => undefined);
  await runRounds(db);
  const file = await readSettlementFile(db, roundId);
  return { result: file?.result, db, roundId, end };
}

/** Returns a user for each inviter; a qualified one had an order settled in an earlier round. */
async function inviterUsers(db: Database, input: SettlementInput): Promise<Map<string, bigint>> {
  const keys = [
    ...new Set(input.orders.flatMap((o) => (o.inviter === null ? [] : [`${o.inviter}/${o.inviterQualified}`]))),
  ];
  if (keys.length === 0) return new Map();
  const users = await buildParticipants(db, { count: keys.length, available: 0n });
  for (const [index, key] of keys.entries()) {
    if (key.endsWith('/true')) {
      await sql`update participant set first_settled_round_id = 1 where user_id = ${users[index]}`.execute(db);
    }
  }
  return new Map(keys.map((key, index) => [key, users[index] ?? 0n]));
}

describe('a round settled by the engine', () => {
  const files = readdirSync(VECTORS).filter((name) => name.endsWith('.json'));

  it('has vectors to compare with', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(files)('agrees with %s to the unit, and empties its escrow and fees', async (name) => {
    const vector: Vector = JSON.parse(readFileSync(new URL(name, VECTORS), 'utf8'));
    const parsed = parseSettlementFile(vector.input);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed));
    const played = await play(parsed.input);
    try {
      expect(played.result).toEqual(vector.result);
      const { rows } = await sql<{ currency: number; sum: bigint }>`
        select ledger_account_currency(id) as currency, sum(balance) as sum from ledger_account group by 1`.execute(
        played.db,
      );
      for (const row of rows) expect(row.sum).toBe(0n);
      const { rows: open } =
        await sql`select id from ledger_account where ledger_account_kind(id) in (account_kind_escrow(),
          account_kind_fees()) and balance <> 0`.execute(played.db);
      expect(open).toEqual([]);
      const { rows: effects } = await sql<{ most: number }>`
        select coalesce(max(n), 0)::int as most
        from (select count(*) n from ledger_transfer group by kind, source_id, step) k`.execute(played.db);
      expect(effects[0]?.most).toBe(1);
    } finally {
      await played.end();
    }
  });

  it('agrees with the domain for any round', async () => {
    await fc.assert(
      fc.asyncProperty(anyInput, async (input) => {
        const played = await play(input);
        try {
          expect(played.result).toEqual(formatSettlementResult(settleRound(input)));
        } finally {
          await played.end();
        }
      }),
      { numRuns: 15 },
    );
  });
});

const bps = (max: number) => fc.integer({ min: 0, max });
const units = (max: bigint) => fc.bigInt({ min: 0n, max });

/** Settlement inputs of 1 to 6 orders, full and not full, with random shares. */
const anyInput: fc.Arbitrary<SettlementInput> = fc
  .record({
    amounts: fc.array(fc.bigInt({ min: 1n, max: 10n ** 21n }), { minLength: 1, maxLength: 6 }),
    gap: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 21n })),
    inviters: fc.array(fc.option(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.boolean())), {
      minLength: 6,
      maxLength: 6,
    }),
    mintFeeBps: bps(MAXIMUM_MINT_FEE_BPS),
    lossBps: bps(MAXIMUM_LOSS_BPS),
    mintAmount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    stages: fc.tuple(bps(5_000), bps(5_000)),
    pools: fc.tuple(bps(2_500), bps(2_500), bps(2_500), bps(2_500)),
    reserveDrawBps: bps(10_000),
    compensationTimesBps: bps(100_000),
    reserve: units(10n ** 22n),
    cap: units(10n ** 22n),
    emission: units(10n ** 24n),
    late: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    cancelled: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  })
  .map((parts): SettlementInput => {
    const [referralBps, nodesBps, levelsBps, treasuryBps] = parts.pools;
    const quota = parts.amounts.reduce((sum, amount) => sum + amount, parts.gap);
    const input = {
      terms: {
        quota: quota.toString(),
        mintFeeBps: parts.mintFeeBps,
        lossBps: parts.lossBps,
        mintAmount: parts.mintAmount.toString(),
        stageBps: [...parts.stages, 10_000 - parts.stages[0] - parts.stages[1]],
        referralBps,
        nodesBps,
        levelsBps,
        treasuryBps,
        reserveDrawBps: parts.reserveDrawBps,
        compensationTimesBps: parts.compensationTimesBps,
      },
      reserve: { balance: parts.reserve.toString(), cap: parts.cap.toString() },
      emission: { remaining: parts.emission.toString() },
      orders: parts.amounts.map((amount, index) => {
        const inviter = parts.inviters[index] ?? null;
        return {
          rank: index + 1,
          amount: amount.toString(),
          inviter: inviter === null ? null : `0x${inviter[0].toString().padStart(40, '0')}`,
          inviterQualified: inviter?.[1] ?? false,
          late: parts.late[index] ?? false,
        };
      }),
      cancelled: parts.cancelled,
    };
    const parsed = parseSettlementFile(input);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed));
    return parsed.input;
  });

describe('a cancelled round', () => {
  it('returns every principal whole, ends its phase, qualifies no inviter and counts for no performance', async () => {
    const vector: Vector = JSON.parse(readFileSync(new URL('settle-010.json', VECTORS), 'utf8'));
    const parsed = parseSettlementFile(vector.input);
    if (!parsed.ok) throw new Error(parsed.error);
    const { db, roundId, end } = await play(parsed.input);
    try {
      const { rows: orders } = await sql`select state, returned = accepted as whole, net from order_outcome
        where round_id = ${roundId}`.execute(db);
      expect(orders).toEqual(parsed.input.orders.map(() => ({ state: 'ended', whole: true, net: 0n })));
      const { rows: moved } = await sql`select distinct kind from ledger_transfer
        where kind not in (kind_deposit(), kind_funding(), kind_reserve_funding()) order by kind`.execute(db);
      expect(moved).toEqual([{ kind: TRANSFER_KINDS.join.code }, { kind: TRANSFER_KINDS['principal-return'].code }]);
      const { rows: plans } = await sql`select state, due_at, next_phase_time from phase_plan`.execute(db);
      expect(plans).toEqual([{ state: 'cancelled', due_at: null, next_phase_time: null }]);
      const { rows: qualified } = await sql`select user_id from participant join mint_order using (user_id)
          where first_settled_round_id is not null`.execute(db);
      expect(qualified).toEqual([]);
      const { rounds } = await listSettledRounds(db, 0n);
      expect(rounds).toMatchObject([{ roundId, outcome: 'cancelled' }]);
    } finally {
      await end();
    }
  });
});

describe('later stages', () => {
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    db = createDatabase({ url: test.url });
  });
  afterAll(async () => {
    await db.destroy();
    await test.drop();
  });

  it('are paid when due, each once, and end the round', async () => {
    await buildFunds(db, { reserve: 0n, emission: 1_000n });
    const [user = 0n] = await buildParticipants(db, { count: 1, available: 100n });
    const pool = createPool({ url: test.url });
    const plan = buildPlan({
      firstQuota: 100n as never,
      rounds: 1,
      terms: { mintAmount: 1_000n as never, stageDelaysMs: [0, 3_600_000, 7_200_000] },
    });
    const { roundId, termsHash } = await openRound(db, plan);
    const joinRound = createJoins({ pool, db });
    await joinRound({
      userId: user,
      roundId,
      amount: 100n as never,
      termsHash,
      requestId: crypto.randomUUID(),
      consented: true,
    });
    const fmc = async () =>
      (
        await sql<{
          balance: bigint;
        }>`select balance from ledger_account where id = account_available(${user}, currency_fmc())`.execute(db)
      ).rows[0]?.balance;
    await runRounds(db);
    expect(await fmc()).toBe(400n);
    await runRounds(db);
    expect(await fmc()).toBe(400n);
    await makeStageDue(db, roundId, 2);
    await runRounds(db);
    expect(await fmc()).toBe(700n);
    await makeStageDue(db, roundId, 3);
    await Promise.all([runRounds(db), runRounds(db), runRounds(db)]);
    expect(await fmc()).toBe(1_000n);
    const round = await db
      .selectFrom('round')
      .select(['state', 'due_at'])
      .where('id', '=', roundId)
      .executeTakeFirstOrThrow();
    expect(round).toEqual({ state: 'ended', due_at: null });
    await pool.end();
  });
});

/** Makes a stage due now, which only a test can do. */
async function makeStageDue(db: Database, roundId: bigint, stage: number): Promise<void> {
  await sql`update round_stage set due_at = clock_timestamp() where round_id = ${roundId} and stage = ${stage}`.execute(
    db,
  );
  await sql`update round set due_at = clock_timestamp() where id = ${roundId}`.execute(db);
}

describe('a round whose step fails', () => {
  it('is backed off and retried, while the others continue', async () => {
    const test = await createTestDatabase();
    const db = createDatabase({ url: test.url });
    const broken = await openRound(db, buildPlan({ city: 'Broken' }));
    const sound = await openRound(db, buildPlan({ city: 'Sound' }));
    await closeWindow(db, broken.roundId);
    await closeWindow(db, sound.roundId);
    // A transition that is already recorded makes the round's next move collide.
    await sql`insert into round_transition (round_id, state) values (${broken.roundId}, 'failed')`.execute(db);
    await expect(runRounds(db)).rejects.toThrow(`a step of round ${broken.roundId} failed`);
    const failed: bigint[] = [];
    await runRounds(db, { onStepError: (error) => failed.push('roundId' in error ? error.roundId : 0n) });
    expect(failed).toEqual([broken.roundId]);
    const states = await db.selectFrom('round').select(['id', 'state']).where('number', '=', 1).orderBy('id').execute();
    expect(states).toEqual([
      { id: broken.roundId, state: 'open' },
      { id: sound.roundId, state: 'ended' },
    ]);
    await db.destroy();
    await test.drop();
  });
});
