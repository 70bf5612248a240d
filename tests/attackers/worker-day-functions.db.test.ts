import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildWeights } from '@city-mint/tests/builders/pools';
import { rewriteSettings } from '@city-mint/tests/builders/rewrite-settings';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let database: TestDatabase;
let owner: Database;
let today: number;
let users: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  users = await buildParticipants(owner, { count: 3, available: 0n });
  const { rows } = await sql<{ day: number }>`select utc_day(clock_timestamp()) as day`.execute(owner);
  today = rows[0]?.day ?? 0;
  await buildFunds(owner, { reserve: 0n, emission: 10n ** 24n });
  await sql`update ledger_account set balance = 10000 where id in (account_nodes(), account_levels())`.execute(owner);
  await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
    select u, u, 1, 1, now(), ${today - 2}, ${today} from unnest(${users}::bigint[]) u`.execute(owner);
  await rewriteSettings(owner, sql`update mining_setting set full_hash = 3 where from_day = 0`);
  await rewriteSettings(owner, sql`update pool_setting set first_day = ${today - 2} where from_day = 0`);
  await buildWeights(
    owner,
    today - 2,
    users.map((userId) => ({ userId, weight: 1n })),
  );
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

/**
 * Executes statements with the worker's role, in which D is the day before yesterday, and rolls them back. Returns the
 * result of the last one, or its error; throws when an earlier one fails.
 */
async function afterwards(...statements: readonly string[]): Promise<unknown> {
  const tx = await owner.startTransaction().execute();
  try {
    let result: unknown;
    for (const [index, text] of statements.entries()) {
      await sql`set local role city_mint_worker`.execute(tx);
      const statement = sql.raw<{ value: unknown }>(`select ${text.replaceAll('D', `${today - 2}`)} as value`);
      try {
        result = (await statement.execute(tx)).rows[0]?.value;
      } catch (error) {
        if (index < statements.length - 1) throw error;
        return error instanceof Error ? error.message : error;
      }
    }
    return result;
  } finally {
    await tx.rollback().execute();
  }
}

const OPEN = 'open_mining_day()';
const BEGIN = 'begin_mining_day(D, 2)';
const PAY = 'pay_mining_day(D, 2)';
const CLOSE = 'close_mining_day(D)';
const PAID = [OPEN, BEGIN, PAY, PAY, PAY];
const OPEN_POOL = `open_pool_day('nodes')`;
const GATHER = `gather_pool_day(D, 'nodes', 2)`;
const PAY_POOL = `pay_pool_day(D, 'nodes', 2)`;
const RELEASED = [OPEN_POOL, GATHER, GATHER, GATHER];

/** The last of some statements with the worker's login, and its refusal. */
const REFUSED: readonly (readonly [string, readonly string[], string])[] = [
  ['begin a mining day that is not open', [BEGIN], 'is not over, not open or has begun'],
  ['begin a mining day twice', [OPEN, BEGIN, BEGIN], 'is not over, not open or has begun'],
  ['begin a mining day out of order', [OPEN, 'begin_mining_day(D + 1, 2)'], 'is not over, not open or has begun'],
  ['pay a mining day that has not begun', [OPEN, PAY], 'has not begun'],
  ['pay a mining day in ranges of no machine', [OPEN, BEGIN, 'pay_mining_day(D, 0)'], 'the range is empty'],
  ['pay a mining day in ranges of any size', [OPEN, BEGIN, 'pay_mining_day(D, null)'], 'the range is empty'],
  ['close a mining day that has not begun', [OPEN, CLOSE], 'has not begun, or is not paid, or is closed'],
  ['close a mining day that is not paid', [OPEN, BEGIN, PAY, CLOSE], 'has not begun, or is not paid, or is closed'],
  ['close a mining day twice', [...PAID, CLOSE, CLOSE], 'has not begun, or is not paid, or is closed'],
  ['gather weights of a day that is not open', [GATHER], 'is not open'],
  ['gather weights of a released day', [...RELEASED, GATHER], 'its release is fixed'],
  ['gather weights in ranges of no user', [OPEN_POOL, `gather_pool_day(D, 'nodes', 0)`], 'the range is empty'],
  ['pay a pool’s day with some of the weights', [OPEN_POOL, GATHER, PAY_POOL], 'has no release'],
  ['pay a pool’s day twice', [...RELEASED, PAY_POOL, PAY_POOL, PAY_POOL, PAY_POOL], 'is closed'],
  ['open a pool that does not exist', [`open_pool_day('treasury')`], 'pool_day_pool_check'],
  ['fix a release', [OPEN_POOL, `release_pool_day(D, 'nodes')`], 'permission denied'],
];

describe('functions of days, with the worker’s login', () => {
  test.each(REFUSED)('attack: it may not %s', async (_name, statements, refusal) => {
    expect(await afterwards(...statements)).toMatch(refusal);
  });

  test('default: in order they pay each machine and each user once', async () => {
    expect(await afterwards(...PAID, PAY)).toBe(false);
    expect(await afterwards(...PAID, CLOSE, OPEN)).toBe(today - 1);
    expect(await afterwards(OPEN, OPEN)).toBe(null);
    expect(await afterwards(...RELEASED, PAY_POOL, PAY_POOL, PAY_POOL)).toBe('closed');
    expect(await afterwards(OPEN_POOL, OPEN_POOL)).toBe(null);
  });

  /** The worker's statements up to the payment of a day, and the received amounts by user. */
  const receivedAfter = async (statements: readonly string[]): Promise<unknown> =>
    afterwards(
      ...statements,
      `(select array_agg(case when ${statements[0] === OPEN}
        then ledger_balance(account_available(user_id, currency_fmc()))
        else ledger_balance(account_available(user_id, currency_ju())) end::text order by user_id)
        from participant where user_id = any ('{${users}}'))`,
    );

  test.each([1, 2, 3, 50])('property: ranges of %i change no one’s share', async (size) => {
    const sized = (statements: readonly string[]) => statements.map((text) => text.replace(', 2)', `, ${size})`));
    const third = (10_000n * 10n ** 18n) / 3n;
    expect(await receivedAfter(sized([OPEN, BEGIN, PAY, PAY, PAY, PAY]))).toEqual(users.map(() => `${third}`));
    const steps = [OPEN_POOL, GATHER, GATHER, GATHER, ...(size === 1 ? [GATHER] : [])].slice(0, size > 2 ? 3 : 5);
    const paid = size === 1 ? [PAY_POOL, PAY_POOL, PAY_POOL] : [PAY_POOL, PAY_POOL];
    expect(await receivedAfter(sized([...steps, ...paid]))).toEqual(users.map(() => '333'));
  });

  test('broken twin: a function that releases the gathered weights pays the first user all', async () => {
    const mend = await breakFunction(owner, 'gather_pool_day', ['last is not null', `last is not null and false`]);
    const steps = [OPEN_POOL, `gather_pool_day(D, 'nodes', 1)`, PAY_POOL];
    expect(await receivedAfter(steps)).toEqual(['1000', '0', '0']);
    await mend();
  });

  test('broken twin: a function that does not read the clock begins a day that is not over', async () => {
    const days = [...PAID, CLOSE, OPEN, ...PAID.slice(1).map((text) => text.replace('D', 'D + 1'))];
    const toToday = [...days, 'close_mining_day(D + 1)', OPEN, 'begin_mining_day(D + 2, 2)'];
    expect(await afterwards(...toToday)).toMatch('is not over');
    const mend = await breakFunction(owner, 'begin_mining_day', ['p_day >= utc_day(clock_timestamp())', 'false']);
    expect(await afterwards(...toToday)).toBe(true);
    await mend();
  });
});
