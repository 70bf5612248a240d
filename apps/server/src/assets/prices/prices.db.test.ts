import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds } from '@city-mint/tests/builders/participants';
import { newPerson } from '@city-mint/tests/builders/person';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { createPublicClient, http, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { readAssets } from '../queries/balances.ts';
import { readMeanPrice, readPrice } from './queries.ts';

const UNIT = 10n ** 18n;

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
beforeEach(() => sql`delete from price_sample`.execute(db));

const sample = (minutesAgo: number, ju: bigint, fmc: bigint) =>
  sql`insert into price_sample (at, ju, fmc) values (
    now() - ${minutesAgo}::int * interval '1 minute', ${ju.toString()}::numeric, ${fmc.toString()}::numeric)`.execute(
    db,
  );

test('behavior: a price that rose a million times and more is answered, and home with it', async () => {
  await sample(1, UNIT, UNIT);
  await sample(24 * 60 + 1, 1n, 1_000_000n);
  expect(await readPrice(db)).toMatchObject({ now: '1', dayBps: 9_999_990_000, weekBps: null });
  expect(await api.client().call('GET /api/app/home', {})).toMatchObject({
    ok: true,
    data: { price: { dayBps: 9_999_990_000 } },
  });
  await sample(7 * 24 * 60 + 1, 1n, 10n ** 60n);
  const { weekBps } = await readPrice(db);
  expect(weekBps).toBe(Number.MAX_SAFE_INTEGER);
  expect((await api.client().call('GET /api/app/home', {})).ok).toBe(true);
});

test('behavior: FMC is valued at the hour’s mean, apart what is not due; one trade hardly moves it', async () => {
  const person = await newPerson({ api, db }, 0n);
  await buildFunds(db, { reserve: 0n, emission: 100n * UNIT });
  await sql`select ledger_post_transfer(kind_mint(), account_emission(),
    account_available(${person.userId}, currency_fmc()), ${(10n * UNIT).toString()}::numeric, 1)`.execute(db);
  const read = async () => {
    const answer = await api.client(person.token).call('POST /api/app/user/asset', {});
    return answer.ok ? answer.data.assets.find(({ currency }) => currency === 'FMC') : undefined;
  };
  expect(await read()).toMatchObject({ total: '10', valueInJu: null, vestingValueInJu: null });
  for (let minute = 1; minute < 60; minute += 1) await sample(minute, 2n * UNIT, UNIT);
  expect(await read()).toMatchObject({ total: '10', valueInJu: '20', vestingValueInJu: '0' });
  // A trade of this minute moves the pool a hundredfold: the newest price, and a sixtieth of that the value.
  await sample(0, 200n * UNIT, UNIT);
  expect(await readPrice(db)).toMatchObject({ now: '200' });
  expect(await read()).toMatchObject({ valueInJu: '53' });
  const held = { frozen: tokenAmount(0n), vesting: tokenAmount(3n * UNIT) };
  const user = { userId: person.userId, account: person.account.address, held };
  const node = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) });
  const [vault, fmc, anchors] = [zeroAddress, zeroAddress, zeroAddress];
  const addresses = { vault, fmc, anchors, router: zeroAddress, factory: zeroAddress, wrappedNative: zeroAddress };
  expect((await readAssets(db, { node, addresses }, user))[1]).toMatchObject({
    ...{ total: '13', vesting: '3', valueInJu: '53', vestingValueInJu: '15.9' },
  });
  expect(await readMeanPrice(db)).toEqual({ ju: 53n * 10n ** 35n, fmc: 10n ** 36n });
});
