import { buildParticipants } from '@city-mint/tests/builders/participants';
import { bind, buildSettledRound } from '@city-mint/tests/builders/teams';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { refreshLeaderboards } from './commands/leaderboards.ts';
import { runTeam } from './jobs.ts';

const UNIT = 10n ** 18n;

describe('leaderboards', () => {
  let database: TestDatabase;
  let db: Database;
  let worker: Database;
  let api: TestApi;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = databaseOver(createPool({ url: database.url }));
    worker = databaseOver(createPool({ ...asRole(database.url, 'city_mint_worker') }));
    api = await startTestApi({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([db.destroy(), worker.destroy()]);
    await database.drop();
  });

  type Board = 'recommendation' | 'mint' | 'liquidation';
  type Period = 'today' | 'week' | 'month' | 'all';

  async function readBoard(board: Board, period: Period, token?: string) {
    const answer = await api.client(token).call('GET /api/app/leaderboard', { board, period });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  }
  const ranks = async (board: Board, period: Period) =>
    (await readBoard(board, period)).items.map(({ rank, amount }) => [rank, amount]);

  async function refresh(): Promise<void> {
    await runTeam(worker);
    await refreshLeaderboards(worker, { everyMs: 0 });
  }

  /** Returns the start of the current UTC day, week or month. */
  async function startOf(period: 'day' | 'week' | 'month'): Promise<Date> {
    const { rows } = await sql<{ at: Date }>`select date_trunc(${period}, now(), 'UTC') as at`.execute(db);
    return rows[0]?.at ?? new Date(0);
  }

  test('default: three boards over four periods, equal amounts share a rank', async () => {
    const [inviter = 0n, one = 0n, two = 0n, three = 0n] = await buildParticipants(db, { count: 4, available: 0n });
    for (const direct of [one, two, three]) await bind(db, direct, inviter);
    const settle = (outcome: 'minted' | 'failed', settledAt: Date, amounts: [bigint, bigint][]) =>
      buildSettledRound(db, { outcome, settledAt, orders: amounts.map(([userId, amount]) => ({ userId, amount })) });
    const [day, week, month] = [await startOf('day'), await startOf('week'), await startOf('month')];
    await settle('minted', new Date(), [
      [one, 3n * UNIT],
      [two, 3n * UNIT],
      [three, UNIT],
    ]);
    await settle('failed', new Date(), [[two, 2n * UNIT]]);
    await settle('minted', new Date(day.getTime() - 1), [[three, 10n * UNIT]]);
    await settle('minted', new Date(week.getTime() - 1), [[three, 100n * UNIT]]);
    await settle('minted', new Date(month.getTime() - 1), [[three, 1_000n * UNIT]]);
    await refresh();

    expect(await ranks('mint', 'today')).toEqual([
      [1, '3'],
      [1, '3'],
      [3, '1'],
    ]);
    expect(await ranks('liquidation', 'today')).toEqual([[1, '2']]);
    expect(await ranks('recommendation', 'today')).toEqual([[1, '7']]);
    expect(await ranks('recommendation', 'all')).toEqual([[1, '1117']]);
    expect((await ranks('mint', 'all'))[0]).toEqual([1, '1111']);
    // What lies in the current week and month depends on today's date; the sums say how much of it must be there.
    const within = (start: Date) =>
      [day, week, month].reduce(
        (sum, end, index) => (end.getTime() - 1 >= start.getTime() ? sum + 10n ** BigInt(index + 1) : sum),
        1n,
      );
    const most = (sum: bigint) => (sum > 3n ? `${sum}` : '3');
    expect((await ranks('mint', 'week'))[0]).toEqual([1, most(within(week))]);
    expect((await ranks('mint', 'month'))[0]).toEqual([1, most(within(month))]);
    const { items, computedAt } = await readBoard('mint', 'all');
    expect(computedAt).toBeGreaterThan(Date.now() - 60_000);
    for (const { address } of items) expect(address).toMatch(/^0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}$/);
  });

  test('behavior: a user who opts out is removed at once, and can come back', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const token = await api.signIn(account);
    const { rows } = await sql<{ id: bigint }>`select id from app_user where address = ${account.address}`.execute(db);
    const userId = rows[0]?.id ?? 0n;
    await buildSettledRound(db, { outcome: 'minted', orders: [{ userId, amount: 50_000n * UNIT }] });
    await refresh();
    const short = `${account.address.slice(0, 6)}…${account.address.slice(-4)}`;
    expect(await readBoard('mint', 'today', token)).toMatchObject({
      optedOut: false,
      items: [{ rank: 1, address: short, isMe: true }, { rank: 2 }, { rank: 2 }, { rank: 4 }],
    });
    const setOptOut = (optedOut: boolean) =>
      api.client(token).call('POST /api/app/user/leaderboardOptOut', { optedOut });
    expect(await setOptOut(true)).toMatchObject({ data: { optedOut: true } });
    expect(await setOptOut(true)).toMatchObject({ ok: true });
    const gone = await readBoard('mint', 'today', token);
    expect(gone.optedOut).toBe(true);
    expect(gone.items.map(({ address }) => address)).not.toContain(short);
    await refresh();
    expect((await ranks('mint', 'today'))[0]).toEqual([1, '3']);
    await setOptOut(false);
    await refresh();
    expect((await readBoard('mint', 'today')).items[0]).toMatchObject({ address: short, isMe: false });
  });

  test('behavior: computed again only when something happened, or the day changed', async () => {
    await refresh();
    expect(await refreshLeaderboards(worker, { everyMs: 0 })).toBe(false);
    const [userId = 0n] = await buildParticipants(db, { count: 1, available: 0n });
    await buildSettledRound(db, { outcome: 'minted', orders: [{ userId, amount: UNIT }] });
    await runTeam(worker);
    expect(await refreshLeaderboards(worker, { everyMs: 3_600_000 })).toBe(false);
    expect(await refreshLeaderboards(worker, { everyMs: 0 })).toBe(true);
    await sql`update leaderboard_state set day = day - 1`.execute(db);
    expect(await refreshLeaderboards(worker, { everyMs: 3_600_000 })).toBe(true);
  });
});
