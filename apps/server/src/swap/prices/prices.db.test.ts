import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds } from '@city-mint/tests/builders/participants';
import { newPerson } from '@city-mint/tests/builders/person';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { createPublicClient, http, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAssets } from '#assets/queries/balances.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { SWAP_SOURCE } from '../pool-event.ts';
import { recordPoolChanges } from './commands.ts';
import { readHourPrice, readPrice, readPriceSeries } from './queries.ts';

const UNIT = 10n ** 18n;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The time of the last block that was read, on the edge of every step of the series except a year's. */
const UNTIL = Date.UTC(2026, 5, 1);

let database: TestDatabase;
let api: TestApi;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startTestApi({ databaseUrl: database.url });
  db = createDatabase({ url: database.url });
});
afterAll(async () => {
  await api.stop();
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  await sql`delete from pool_price`.execute(db);
  await sql`insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at)
    values (${SWAP_SOURCE}, 1, '0x00', 1000000, '0x01', ${new Date(UNTIL)})
    on conflict (source) do update set block_at = excluded.block_at`.execute(db);
});

/** A change of the pool this many milliseconds before the last block; one block per millisecond. */
const change = (msAgo: number, [ju, fmc]: readonly [bigint, bigint], changes = 1) => ({
  ...{ ju, fmc, changes, blockNumber: BigInt(UNTIL - msAgo), blockHash: '0x01' as const },
  blockAt: new Date(UNTIL - msAgo),
});
const record = (...changes: ReturnType<typeof change>[]) => recordPoolChanges(db, changes);

describe('cumulative prices', () => {
  test('default: sums continue within a batch and across batches, each block once', async () => {
    await record(change(3 * HOUR, [UNIT, UNIT]), change(2 * HOUR, [3n * UNIT, UNIT], 2));
    await record(change(HOUR, [2n * UNIT, UNIT]));
    await record(change(2 * HOUR, [9n * UNIT, UNIT]), change(HOUR, [9n * UNIT, UNIT]));
    const { rows } =
      await sql<object>`select trim_scale(price / 1e36) as price, trim_scale(weighted / 1e36) as weighted,
      priced_ms, changes from pool_price order by block_number`.execute(db);
    expect(rows).toEqual([
      { price: 1n, weighted: 0n, priced_ms: 0n, changes: 1n },
      { price: 3n, weighted: BigInt(HOUR), priced_ms: BigInt(HOUR), changes: 3n },
      { price: 2n, weighted: 4n * BigInt(HOUR), priced_ms: 2n * BigInt(HOUR), changes: 4n },
    ]);
  });

  test('behavior: an emptied pool has no price, and no window that includes this time is complete', async () => {
    await record(change(3 * HOUR, [UNIT, UNIT]), change(90 * MINUTE, [0n, 0n]), change(80 * MINUTE, [UNIT, UNIT]));
    expect(await readPrice(db)).toMatchObject({ now: '1', spot: '1' });
    const { windows, points } = await readPriceSeries(db, 'day');
    expect(windows.hour).toEqual({ price: '1', changeBps: null, changes: 0 });
    expect(points.slice(-7).map(({ price }) => price)).toEqual([null, '1', '1', '1', null, '1', '1']);
  });
});

describe('mean prices', () => {
  test('default: a price that rose a million times and more is answered, also on the home screen', async () => {
    await record(change(8 * DAY, [1n, 10n ** 30n]), change(2 * DAY, [1n, 1_000_000n]), change(HOUR, [UNIT, UNIT]));
    expect(await readPrice(db)).toEqual({
      ...{ now: '1', spot: '1', dayBps: 9_999_990_000, weekBps: Number.MAX_SAFE_INTEGER, monthBps: null },
      sampledAt: UNTIL,
    });
    expect(await api.client().call('GET /api/app/home', {})).toMatchObject({
      ok: true,
      data: { price: { now: '1', dayBps: 9_999_990_000 } },
    });
  });

  test('boundary: an hour, and not a millisecond less', async () => {
    await record(change(HOUR - 1, [UNIT, UNIT]));
    expect(await readPrice(db)).toMatchObject({ now: null, spot: '1' });
    await sql`update chain_cursor set block_at = ${new Date(UNTIL + 1)} where source = ${SWAP_SOURCE}`.execute(db);
    expect(await readPrice(db)).toMatchObject({ now: '1', dayBps: null });
  });

  test('attack: a hundredfold trade, undone after the next block, moves the spot and hardly the mean', async () => {
    await record(change(2 * HOUR, [2n * UNIT, UNIT]), change(1_000, [200n * UNIT, UNIT]));
    expect(await readPrice(db)).toMatchObject({ now: '2.055', spot: '200' });
    // Within one block the pool is back at its price, so no price moves.
    await sql`delete from pool_price`.execute(db);
    await record(change(2 * HOUR, [2n * UNIT, UNIT]), change(1_000, [2n * UNIT, UNIT], 2));
    expect(await readPrice(db)).toMatchObject({ now: '2', spot: '2' });
  });

  test('default: returns equal steps with the number of pool changes, and the windows with their changes', async () => {
    await record(
      change(40 * DAY, [UNIT, UNIT]),
      change(90 * MINUTE, [3n * UNIT, UNIT], 5),
      change(30 * MINUTE, [UNIT, UNIT]),
    );
    const day = await readPriceSeries(db, 'day');
    expect(day).toMatchObject({ readUntil: UNTIL, spot: '1' });
    expect(day.points).toHaveLength(48);
    expect(day.points.slice(-4)).toEqual([
      { from: UNTIL - 120 * MINUTE, to: UNTIL - 90 * MINUTE, price: '1', changes: 5 },
      { from: UNTIL - 90 * MINUTE, to: UNTIL - 60 * MINUTE, price: '3', changes: 0 },
      { from: UNTIL - 60 * MINUTE, to: UNTIL - 30 * MINUTE, price: '3', changes: 1 },
      { from: UNTIL - 30 * MINUTE, to: UNTIL, price: '1', changes: 0 },
    ]);
    expect(day.windows).toEqual({
      hour: { price: '2', changeBps: 0, changes: 1 },
      day: { price: '1.083333333333333333', changeBps: 833, changes: 6 },
      week: { price: '1.011904761904761904', changeBps: 119, changes: 6 },
      month: { price: '1.002777777777777777', changeBps: null, changes: 6 },
    });
    const year = await readPriceSeries(db, 'year');
    expect(year.points).toHaveLength(52);
    expect(year.points.at(-1)?.to).toBe(UNTIL);
    expect(year.points.filter(({ price }) => price !== null).length).toBe(6);
  });

  test('default: before the first reading there are no points and no prices', async () => {
    await sql`delete from chain_cursor where source = ${SWAP_SOURCE}`.execute(db);
    const none = { price: null, changeBps: null, changes: 0 };
    expect(await api.client().call('POST /api/app/price', { range: 'week' })).toEqual({
      ok: true,
      data: {
        ...{ readUntil: null, spot: null, points: [] },
        windows: { hour: none, day: none, week: none, month: none },
      },
    });
    expect(await readPrice(db)).toMatchObject({ now: null, sampledAt: null });
  });
});

test('behavior: FMC is valued at the mean of the hour, separately from FMC that is not due', async () => {
  const person = await newPerson({ api, db }, 0n);
  await buildFunds(db, { reserve: 0n, emission: 100n * UNIT });
  await sql`select ledger_write_transfer(kind_mint(), account_emission(),
    account_available(${person.userId}, currency_fmc()), ${(10n * UNIT).toString()}::numeric, 1)`.execute(db);
  const read = async () => {
    const answer = await api.client(person.token).call('POST /api/app/user/asset', {});
    if (!answer.ok) throw new Error(answer.error);
    const { assets, price } = answer.data;
    return { ...assets.find(({ currency }) => currency === 'FMC'), price };
  };
  const price = { source: 'pool-hour-mean', priceAt: UNTIL };
  await record(change(HOUR - 1, [2n * UNIT, UNIT]));
  expect(await read()).toMatchObject({
    total: '10',
    valueInJu: null,
    vestingValueInJu: null,
    price: { ...price, juPerFmc: null },
  });
  await sql`delete from pool_price`.execute(db);
  await record(change(2 * HOUR, [2n * UNIT, UNIT]), change(MINUTE, [200n * UNIT, UNIT]));
  // A hundredfold price for a minute has a weight of a sixtieth in the hour.
  expect(await read()).toMatchObject({
    total: '10',
    valueInJu: '53',
    vestingValueInJu: '0',
    price: { ...price, juPerFmc: '5.3' },
  });
  const held = { frozen: tokenAmount(0n), vesting: tokenAmount(3n * UNIT) };
  const user = { userId: person.userId, account: person.account.address, held };
  const node = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) });
  const [vault, fmc, anchors] = [zeroAddress, zeroAddress, zeroAddress];
  const addresses = { vault, fmc, anchors, router: zeroAddress, factory: zeroAddress, wrappedNative: zeroAddress };
  expect((await readAssets({ db, node, addresses, share: (_key, read) => read(db) }, user)).assets[1]).toMatchObject({
    ...{ total: '13', vesting: '3', valueInJu: '53', vestingValueInJu: '15.9' },
  });
  expect((await readHourPrice(db)).juPerFmc).toEqual({ ju: 53n * 10n ** 35n, fmc: 10n ** 36n });
});
