import { devAccount } from '@city-mint/devnet/dev-accounts';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { zeroAddress } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { ensureUser } from '#session/commands/users.ts';
import { listAssetEvents } from './asset-events.ts';
import { readEventSums } from './event-sums.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const BOUNDS = [NOON - 2 * DAY_MS, NOON - DAY_MS, NOON, NOON + DAY_MS];
const ME = devAccount(2).address;
const OTHER = devAccount(3).address;

let database: TestDatabase;
let owner: Database;
/** Reads with the API's own role. */
let api: Database;
let me: bigint;
let other: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api') });
  [me, other] = await inTransaction(owner, async (tx) => [
    (await ensureUser(tx, ME)).userId,
    (await ensureUser(tx, OTHER)).userId,
  ]);
});
afterEach(async () => {
  await Promise.all([owner.destroy(), api.destroy()]);
  await database.drop();
});

type Movement = { readonly seq: number; readonly at: number; readonly amount: bigint; readonly currency?: 0 | 1 };

async function credit(userId: bigint, { seq, at, amount, currency = 0 }: Movement): Promise<void> {
  await sql`insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash)
    values (${seq}, ${userId}, ${currency}, ${amount}, 7, ${new Date(at)}, ${`0x${seq}`})`.execute(owner);
}

async function withdraw(userId: bigint, { seq, at, amount, currency = 0 }: Movement, state: string): Promise<void> {
  await sql`insert into withdrawal
      (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount, state, requested_at)
    values (${userId}, gen_random_uuid(), '', ${`0x${String(seq).padStart(64, '0')}`}, ${ME}, ${ME}, ${currency},
      ${amount}, ${state}, ${new Date(at)})`.execute(owner);
}

async function deposit(account: string, { seq, at, amount }: Movement): Promise<void> {
  const payload = { account, currency: 'JU', amount: String(amount) };
  await sql`insert into chain_event_pending (seq, kind, block_number, block_at, tx_hash, payload)
    values (${seq}, 'deposited', 9, ${new Date(at)}, ${`0x${seq}`}, ${JSON.stringify(payload)})`.execute(owner);
}

const setting = { account: ME, vault: zeroAddress, confirmationsNeeded: 8, height: undefined };

/** The sum over the list, by kind, currency and span, without failed events: the expected value. */
async function listed(kind: 'recharge' | 'withdrawal', currency: 'JU' | 'FMC', span: number): Promise<bigint> {
  const [from, to] = [BOUNDS[span], BOUNDS[span + 1]];
  const events = await listAssetEvents(api, { userId: me, kind, currency, from, to, after: null, limit: 100 }, setting);
  return events
    .filter(({ event }) => event.status !== 'failed')
    .reduce((sum, { event }) => sum + BigInt(Math.round(Number(event.quantity) * 1e6)), 0n);
}

test('default: the sums of each span match the list to the unit, separately by kind and currency', async () => {
  const micro = 10n ** 12n;
  await credit(me, { seq: 1, at: NOON - 2 * DAY_MS, amount: 5n * micro });
  await credit(me, { seq: 2, at: NOON - DAY_MS - 1, amount: 7n * micro });
  await credit(me, { seq: 3, at: NOON - DAY_MS, amount: 11n * micro });
  await credit(me, { seq: 4, at: NOON, amount: 13n * micro, currency: 1 });
  await deposit(ME, { seq: 5, at: NOON + 1, amount: 17n * micro });
  await withdraw(me, { seq: 1, at: NOON - DAY_MS, amount: 3n * micro }, 'completed');
  await withdraw(me, { seq: 2, at: NOON, amount: 2n * micro }, 'requested');
  await withdraw(me, { seq: 3, at: NOON + 1, amount: 4n * micro, currency: 1 }, 'signed');
  await withdraw(me, { seq: 4, at: NOON + 2, amount: 100n * micro }, 'returned');
  const { sumOf } = await readEventSums(api, { userId: me, account: ME, bounds: BOUNDS });
  for (const [kind, event] of [
    ['recharged', 'recharge'],
    ['withdrawn', 'withdrawal'],
  ] as const) {
    for (const currency of ['JU', 'FMC'] as const) {
      for (const span of [0, 1, 2]) {
        expect(sumOf({ kind, currency, span }) / micro).toBe(await listed(event, currency, span));
      }
    }
  }
  expect(sumOf({ kind: 'recharged', currency: 'JU' })).toBe(40n * micro);
  expect(sumOf({ kind: 'withdrawn', currency: 'JU' })).toBe(5n * micro);
});

test('behavior: one base unit next to an enormous amount is not lost', async () => {
  const large = 10n ** 30n;
  await credit(me, { seq: 1, at: NOON, amount: large });
  await credit(me, { seq: 2, at: NOON, amount: 1n });
  const { sumOf } = await readEventSums(api, { userId: me, account: ME, bounds: BOUNDS });
  expect(formatAmount(sumOf({ kind: 'recharged', currency: 'JU' }))).toBe('1000000000000.000000000000000001');
});

test('behavior: events outside the bounds do not count; the last bound is exclusive', async () => {
  await credit(me, { seq: 1, at: NOON - 2 * DAY_MS - 1, amount: 1n });
  await credit(me, { seq: 2, at: NOON + DAY_MS, amount: 2n });
  await deposit(ME, { seq: 3, at: NOON + DAY_MS, amount: 4n });
  await deposit(ME, { seq: 4, at: NOON - 3 * DAY_MS, amount: 8n });
  await withdraw(me, { seq: 5, at: NOON + DAY_MS, amount: 16n }, 'completed');
  const { sumOf } = await readEventSums(api, { userId: me, account: ME, bounds: BOUNDS });
  expect(sumOf({ kind: 'recharged', currency: 'JU' })).toBe(0n);
  expect(sumOf({ kind: 'withdrawn', currency: 'JU' })).toBe(0n);
});

test('behavior: a recharge that is both pending and credited counts once', async () => {
  await credit(me, { seq: 1, at: NOON, amount: 5n });
  await deposit(ME, { seq: 1, at: NOON, amount: 5n });
  const { sumOf } = await readEventSums(api, { userId: me, account: ME, bounds: BOUNDS });
  expect(sumOf({ kind: 'recharged', currency: 'JU' })).toBe(5n);
});

test("attack: sums never include other users' events", async () => {
  await credit(other, { seq: 1, at: NOON, amount: 5n });
  await deposit(OTHER, { seq: 2, at: NOON, amount: 7n });
  await withdraw(other, { seq: 3, at: NOON, amount: 9n }, 'completed');
  const { sumOf } = await readEventSums(api, { userId: me, account: ME, bounds: BOUNDS });
  expect(sumOf({ kind: 'recharged', currency: 'JU' })).toBe(0n);
  expect(sumOf({ kind: 'withdrawn', currency: 'JU' })).toBe(0n);
});
