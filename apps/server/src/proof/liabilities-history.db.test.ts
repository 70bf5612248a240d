import { DAY_MS } from '@city-mint/domain/time/durations';
import { asRole } from '@city-mint/tests/setup/as-role';
import { countRowsRead } from '@city-mint/tests/setup/count-rows-read';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { readLiabilitiesByDay } from './queries/read-liabilities-by-day.ts';

const UNIT = 10n ** 18n;
/** Midnight of the newest day that has trees. */
const LAST = Date.UTC(2026, 10, 20);
const KEY = 'GET /api/app/proof/history';

describe('liabilities and holdings by day', () => {
  let database: TestDatabase;
  let owner: Database;
  let reader: Database;
  let api: TestApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    reader = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 1 });
    api = await startTestApi({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([owner.destroy(), reader.destroy()]);
    await database.drop();
  });

  /** Makes trees of both currencies: `total` in whole units, of FMC ten times as much. */
  async function makeTrees(at: number, total: number) {
    for (const currency of [0, 1]) {
      const amount = BigInt(total * (currency === 0 ? 1 : 10)) * UNIT;
      await sql`insert into liabilities_tree
        (currency, root, total, deposited, withdrawn, leaves, entry, block_number, vault_balance, secret, made_at)
        values (${currency}, sha256(${`${at} ${currency}`}::text::bytea), ${amount}, 0, 0, 4, 1, ${total},
          ${amount + UNIT}, sha256('secret'), ${new Date(at)})`.execute(owner);
    }
  }
  const read = async (cursor?: string | null) => {
    const answer = await api.client().call(KEY, { cursor });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  };
  const daysOf = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ day }) => (LAST - day) / DAY_MS);

  test('behavior: is empty before the first tree', async () => {
    expect(await readLiabilitiesByDay(reader, { before: null, limit: 5 })).toEqual([]);
  });

  test('default: the last trees of each UTC day, newest first, with the balance of the same block', async () => {
    await makeTrees(LAST - 2 * DAY_MS, 1);
    await makeTrees(LAST - 1, 2);
    await makeTrees(LAST, 3);
    await makeTrees(LAST + DAY_MS - 1, 4);
    const page = await read();
    expect(page.nextCursor).toBeNull();
    expect(page.items.map(({ day, roots }) => ({ day, totals: roots.map(({ total }) => total) }))).toEqual([
      { day: LAST, totals: ['4', '40'] },
      { day: LAST - DAY_MS, totals: ['2', '20'] },
      { day: LAST - 2 * DAY_MS, totals: ['1', '10'] },
    ]);
    expect(page.items[0]?.roots[1]).toEqual({
      ...{ currency: 'FMC', total: '40', vaultBalance: '41', blockNumber: '4', madeAt: LAST + DAY_MS - 1 },
    });
  });

  test('behavior: pages contain each day once, days without a tree are left out', async () => {
    for (let day = 4; day <= 80; day += 2) await makeTrees(LAST - day * DAY_MS + 5, day);
    const first = await read();
    const second = await read(first.nextCursor);
    expect([...daysOf(first), ...daysOf(second)]).toEqual([
      ...[0, 1, 2],
      ...Array.from({ length: 39 }, (_day, index) => 4 + 2 * index),
    ]);
    expect(first.items).toHaveLength(30);
    expect(second.nextCursor).toBeNull();
  });

  test('behavior: reads a few rows of a day with very many trees; broken twin: without its index', async () => {
    await sql`insert into liabilities_tree
      (currency, root, total, deposited, withdrawn, leaves, entry, block_number, vault_balance, secret, made_at)
      select n % 2, sha256(n::text::bytea), 0, 0, 0, 4, 1, 1, 0, sha256('secret'),
        ${new Date(LAST + DAY_MS)}::timestamptz + n * interval '1 second' from generate_series(1, 20000) n`.execute(
      owner,
    );
    await sql`analyze liabilities_tree`.execute(owner);
    const read = { url: database.url, tables: ['liabilities_tree'] };
    const counted = await countRowsRead(read, (db) => readLiabilitiesByDay(db, { before: null, limit: 31 }));
    expect(counted).toBeGreaterThan(0);
    expect(counted).toBeLessThan(200);
    await sql`drop index liabilities_tree_by_time`.execute(owner);
    const many = await countRowsRead(read, (db) => readLiabilitiesByDay(db, { before: null, limit: 31 }));
    expect(many).toBeGreaterThan(10_000);
  });

  test('error: a cursor that is none', async () => {
    expect(await api.client().call(KEY, { cursor: 'x' })).toMatchObject({ ok: false, error: 'cursor-format' });
  });
});
