import { HOUR_MS } from '@city-mint/domain/time/durations';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { closeWindow, JU } from '@city-mint/tests/builders/rounds';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { CACHED, expectFound, totalsDatabase } from '@city-mint/tests/setup/totals-database';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databaseTime } from '#platform/clock.ts';
import { readPendingHashPower } from '../hash-power/queries.ts';
import { runRounds } from '../jobs.ts';
import { readOrderTotals } from '../orders/queries/order-totals.ts';
import { cacheTotals } from './commands.ts';
import { readEarnedFinalUntil } from './queries/earned-spans.ts';
import { readEarningTotals } from './queries/earning-totals.ts';
import { findWrongTotals } from './queries/wrong-totals.ts';

describe('cached totals', () => {
  const totals = totalsDatabase();
  const { open, join, read, readAnew, makeOlder, runToTheEnd, expectSame } = totals;

  test('default: caching changes no total, whenever it happens, and cached rows are not read again', async () => {
    const [userId = 0n, other = 0n] = await buildParticipants(totals.owner, { count: 2, available: 10_000n * JU });
    const rounds = [await open(), await open(), await open()] as const;
    for (const units of [10n, 20n, 30n]) for (const round of rounds) await join(round, userId, units);
    await expectSame(userId);
    await join(rounds[1], other, 40n);
    await runRounds(totals.owner);
    await expectSame(userId);
    await closeWindow(totals.owner, rounds[0].roundId);
    await runRounds(totals.owner);
    await makeOlder(rounds[0], '5 hours');
    // The reserve compensated all of its losses.
    await sql`update order_settlement set hash_power = amount where round_id = ${rounds[0].roundId}`.execute(
      totals.owner,
    );
    await expectSame(userId);
    await join(rounds[2], userId, 40n);
    await runToTheEnd();
    await expectSame(userId);
    const { rows } = await sql<{ outcome: string; orders: number }>`
      select outcome, sum(orders)::int as orders from cached_order
      where user_id = ${userId} group by 1 order by 1`.execute(totals.owner);
    expect(rows).toEqual([
      { outcome: 'failed', orders: 3 },
      { outcome: 'minted', orders: 7 },
    ]);
    expect((await readEarningTotals(totals.api, userId)).toCache).toBe(0);
    const { byKind, orders, pending } = await read(userId);
    expect(byKind.settle.total).toBeGreaterThan(0n);
    expect(orders.byOutcome.failed.orders).toBe(3);
    expect(pending).toBe(60n * JU);
    await sql`select claim_hash_power(array[${userId}]::bigint[])`.execute(totals.owner);
    expect(await readPendingHashPower(totals.api, userId)).toBe(0n);
  });

  test('behavior: cached a few orders at a time, and interrupted, the totals are the same', async () => {
    const [userId = 0n] = await buildParticipants(totals.owner, { count: 1, available: 10_000n * JU });
    const round = await open();
    for (const units of [10n, 15n, 20n, 25n, 30n]) await join(round, userId, units);
    await closeWindow(totals.owner, round.roundId);
    await runToTheEnd();
    await makeOlder(round, '5 hours');
    const now = Date.now();
    const anew = await readAnew(userId, now);
    const { rows } = await sql`select cache_totals(${userId}, 2) as is_more`.execute(totals.api);
    expect(rows).toEqual([{ is_more: true }]);
    expect((await readOrderTotals(totals.api, userId)).toCache).toBe(3);
    expect(await read(userId, now)).toEqual(anew);
    await cacheTotals(totals.api, userId, 2);
    expect((await readOrderTotals(totals.api, userId)).toCache).toBe(0);
    expect(await read(userId, now)).toEqual(anew);
  });

  test('behavior: rewards are cached an hour after the settlement of their rounds', async () => {
    const [inviter = 0n, userId = 0n] = await buildParticipants(totals.owner, { count: 2, available: 10_000n * JU });
    await sql`update participant set inviter_id = ${inviter} where user_id = ${userId}`.execute(totals.owner);
    const qualifying = await open();
    await join(qualifying, inviter, 100n);
    await runRounds(totals.owner);
    for (const [minutes, cachedTo] of [
      [90, 100],
      [70, 80],
    ] as const) {
      const rewarded = await open();
      await join(rewarded, userId, 100n);
      await runRounds(totals.owner);
      await expectSame(inviter);
      await makeOlder(rewarded, `${minutes} minutes`);
      await sql`update cached_checkpoint set rewards_to = now() - interval '1 minute' * ${cachedTo}::int
        where user_id = ${inviter}`.execute(totals.owner);
      await expectSame(inviter);
    }
    const { rows } = await sql<{ reward: bigint }>`
      select sum(reward) as reward from cached_earning where user_id = ${inviter} and hours = 24`.execute(totals.owner);
    expect(rows[0]?.reward).toBeGreaterThan(0n);
    expect(rows[0]?.reward).toBe((await read(inviter)).byKind.reward.total);
    expect((await readEarningTotals(totals.api, inviter)).toCache).toBe(0);
  });

  test('behavior: payments of rounds are final after an hour, but not before an unpaid settlement', async () => {
    const [userId = 0n] = await buildParticipants(totals.owner, { count: 1, available: 10_000n * JU });
    const round = await open();
    await join(round, userId, 100n);
    await runToTheEnd();
    await makeOlder(round, '5 hours');
    // Only by the database's clock, truncated to milliseconds.
    const since = (await databaseTime(totals.api)) - HOUR_MS;
    const final = await readEarnedFinalUntil(totals.api);
    const until = (await databaseTime(totals.api)) - HOUR_MS;
    expect(final).toBeGreaterThanOrEqual(since - 1);
    expect(final).toBeLessThanOrEqual(until + 1);
    await sql`update round set state = 'settling' where id = ${round.roundId}`.execute(totals.owner);
    const { settled_at: settledAt } = await totals.owner
      .selectFrom('round_settlement')
      .select('settled_at')
      .where('round_id', '=', round.roundId)
      .executeTakeFirstOrThrow();
    expect(await readEarnedFinalUntil(totals.api)).toBe(settledAt.getTime());
    await sql`update round set state = 'ended' where id = ${round.roundId}`.execute(totals.owner);
  });

  test('counter: detects a cached total that differs from the orders', async () => {
    const [userId = 0n] = await buildParticipants(totals.owner, { count: 1, available: 10_000n * JU });
    await join(await open(), userId, 100n);
    await runToTheEnd();
    await cacheTotals(totals.api, userId);
    await expectFound(totals.owner, userId, [
      ['cached_order', 'net'],
      ['cached_earning', 'stage1'],
    ]);
  });

  /**
   * Caches totals while an order of an open round, older than a settled one, is not committed yet. Returns the amount
   * that the totals then lack.
   */
  async function missingOfLateOrder(): Promise<bigint> {
    const [userId = 0n] = await buildParticipants(totals.owner, { count: 1, available: 10_000n * JU });
    const [slow, quick] = [await open(), await open()];
    const { rows } = await sql<{ id: bigint }>`select nextval('mint_order_id_seq') as id`.execute(totals.owner);
    const late = rows[0]?.id ?? 0n;
    await join(quick, userId, 100n);
    await runToTheEnd();
    await cacheTotals(totals.api, userId);
    // Simulates a transaction that drew the id first and commits only now.
    await sql`select setval('mint_order_id_seq', ${late}, false)`.execute(totals.owner);
    await join(slow, userId, 100n);
    await sql`select setval('mint_order_id_seq', (select max(id) from mint_order))`.execute(totals.owner);
    await runRounds(totals.owner);
    await cacheTotals(totals.api, userId);
    const anew = await readAnew(userId);
    return (anew?.byKind.settle.total ?? 0n) - (await read(userId)).byKind.settle.total;
  }

  test('behavior: an order that commits late is not missed', async () => {
    expect(await missingOfLateOrder()).toBe(0n);
    expect(await findWrongTotals(totals.owner)).toEqual([]);
  });

  test('broken twin: a checkpoint that ignores open rounds misses it, and verify:ledger reports it', async () => {
    const allRounds = ['min(first_order_id) - 1', 'max(9223372036854775807)'] as const;
    const restore = await breakFunction(totals.owner, 'cache_totals', allRounds);
    expect(await missingOfLateOrder()).toBeGreaterThan(0n);
    expect(await findWrongTotals(totals.owner)).toHaveLength(1);
    await restore();
  });

  test('behavior: the api’s role can only cache the sums of the function', async () => {
    for (const table of CACHED) {
      await expect(sql`delete from ${sql.table(table)}`.execute(totals.api)).rejects.toThrow('permission denied');
      await expect(sql`insert into ${sql.table(table)} values (1)`.execute(totals.api)).rejects.toThrow(
        'permission denied',
      );
    }
  });
});
