import { randomUUID } from 'node:crypto';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { decideWithdrawal } from '@city-mint/domain/assets/decide-withdrawal';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { type Address, getAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { findAddress } from '#session/queries/users.ts';
import { requestWithdrawal } from './commands/request-withdrawal.ts';
import { readWithdrawalLimits } from './queries/withdrawal-limits.ts';
import { freezeOrRefuse, readLimits } from './store/withdrawal-requests.ts';

const UNIT = 10n ** 18n;
const RECIPIENT = devAccount(40).address;

let database: TestDatabase;
let owner: Database;
let api: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  // Sixty wallets ask at the same time: on a busy machine some wait longer for a connection than callers of the api do.
  const waitMs = 60_000;
  owner = createDatabase({ url: database.url, waitMs });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api'), waitMs });
});
afterEach(async () => {
  await Promise.all([owner.destroy(), api.destroy()]);
  await database.drop();
});

const usersWith = (count: number, units: bigint) => buildParticipants(owner, { count, available: units * UNIT });

async function requestOf(userId: bigint, amount: bigint, to?: Address) {
  const account = getAddress((await findAddress(owner, userId)) ?? '');
  const request = { userId, account, currency: 'JU', to: to ?? account, amount, requestId: randomUUID() } as const;
  return { ...request, token: tokenOf(userId), amount: tokenAmount(amount) };
}

async function ask(userId: bigint, amount: bigint, to?: Address) {
  return requestWithdrawal(api, { request: await requestOf(userId, amount, to), forbiddenAddresses: [] });
}

async function setLimits(limits: { per_withdrawal?: bigint; per_user_day?: bigint; per_day?: bigint }) {
  await owner.updateTable('withdrawal_limit').set(limits).where('currency', '=', 0).execute();
}

let sequence = 1_000;
/** Books a deposit as the indexer does. */
async function recharge(userId: bigint, amount: bigint): Promise<void> {
  sequence += 1;
  await sql`insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash)
    values (${sequence}, ${userId}, 0, ${amount.toString()}::numeric, 1, now(), '0x')`.execute(owner);
  await sql`select ledger_write_transfer(kind_deposit(), account_custody(0), account_available(${userId}, 0),
    ${amount.toString()}::numeric, ${sequence})`.execute(owner);
}

/** The vault pays all open withdrawals, so they are no longer returned. */
const payAll = () => sql`update withdrawal set state = 'completed' where state = 'approved'`.execute(owner);
const payAllOf = (userId: bigint) =>
  sql`update withdrawal set state = 'completed' where state = 'approved' and user_id = ${userId}`.execute(owner);

async function expireAll(hoursAgo: number): Promise<void> {
  await sql`
    with returned as (
      update withdrawal set state = 'returned', return_reason = 'expired', due_at = null,
        returned_at = clock_timestamp() - make_interval(mins => ${Math.round(hoursAgo * 60)}::int)
      where state = 'approved' returning id, user_id, amount
    ) select ledger_write_transfer(kind_withdrawal_returned(), account_withdrawing(user_id, 0),
      account_available(user_id, 0), amount, id) from returned`.execute(owner);
}

const outcomeOf = (answer: Awaited<ReturnType<typeof ask>>) =>
  'refusal' in answer ? (answer.details['rule'] ?? answer.refusal) : answer.state;

describe('limits of a day', () => {
  test('behavior: it resets when enough for the amount has dropped out, not at the first drop', async () => {
    const [user = 0n] = await usersWith(1, 10n);
    await setLimits({ per_user_day: 4n * UNIT });
    for (const hours of [20, 10, 1]) {
      await ask(user, UNIT);
      await sql`update withdrawal set requested_at = now() - make_interval(hours => ${hours}::int)
        where id = (select max(id) from withdrawal)`.execute(owner);
    }
    const hoursUntil = async (amount: bigint) => {
      const answer = await ask(user, amount);
      if (!('details' in answer)) throw new Error('it was accepted');
      const { resetsAt } = answer.details;
      return resetsAt === undefined ? null : Math.round((Number(resetsAt) - Date.now()) / 3_600_000);
    };
    expect(await hoursUntil(2n * UNIT)).toBe(4);
    expect(await hoursUntil(3n * UNIT)).toBe(14);
    expect(await hoursUntil(5n * UNIT)).toBe(null);
  });

  test('behavior: a new address is not paid during its waiting time, except the user’s own', async () => {
    const [user = 0n] = await usersWith(1, 10n);
    await sql`update withdrawal_hold set hours = 48`.execute(owner);
    const held = await ask(user, UNIT, RECIPIENT);
    expect(held).toMatchObject({ refusal: 'address-on-hold', details: { field: 'to' } });
    const until = Number('details' in held ? held.details['until'] : 0);
    expect(Math.abs(until - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000);
    expect(await ask(user, UNIT)).toMatchObject({ state: 'approved' });
    await sql`update withdrawal_recipient set first_asked_at = now() - interval '47 hours'`.execute(owner);
    expect(await ask(user, UNIT, RECIPIENT)).toMatchObject({ refusal: 'address-on-hold' });
    await sql`update withdrawal_recipient set first_asked_at = now() - interval '48 hours'`.execute(owner);
    expect(await ask(user, UNIT, RECIPIENT)).toMatchObject({ state: 'approved' });
  });

  test('attack: sixty wallets that withdraw and recharge the same money again use up nothing of the day', async () => {
    await setLimits({ per_day: 60n * UNIT });
    const wallets = await usersWith(60, 2n);
    const [honest = 0n] = await usersWith(1, 6n);
    for (const [round, expected] of [
      [1, 'approved'],
      [2, 'approved'],
      [3, 'approved'],
    ] as const) {
      const outcomes = await Promise.all(wallets.map(async (user) => outcomeOf(await ask(user, UNIT / 2n))));
      expect(new Set(outcomes), `round ${round}`).toEqual(new Set([expected]));
      await payAll();
      for (const user of wallets) await recharge(user, UNIT / 2n);
    }
    expect(outcomeOf(await ask(honest, 6n * UNIT))).toBe('approved');
  });

  test('broken twin: counted gross, the same wallets use up the day for everyone', async () => {
    await setLimits({ per_day: 60n * UNIT });
    const wallets = await usersWith(60, 2n);
    const [honest = 0n] = await usersWith(1, 6n);
    for (const user of wallets) await ask(user, UNIT / 2n);
    await payAll();
    for (const user of wallets) await recharge(user, UNIT / 2n);
    await sql`delete from recharge`.execute(owner);
    expect(outcomeOf(await ask(honest, 6n * UNIT))).toBe('share-of-day');
  });

  test('attack: unsent vouchers count for their user even if returned; each wait is longer', async () => {
    await setLimits({ per_user_day: 25n * UNIT, per_day: 1_000n * UNIT });
    const [user = 0n, other = 0n] = await usersWith(2, 100n);
    expect(outcomeOf(await ask(user, 10n * UNIT))).toBe('approved');
    await expireAll(0.5);
    const refused = await ask(user, UNIT);
    expect(refused).toMatchObject({ refusal: 'withdrawals-cooling' });
    const until = Number('details' in refused ? refused.details['until'] : 0);
    expect(Math.abs(until - Date.now() - 1_800_000)).toBeLessThan(60_000);
    // The limit for all users is unused, and others do not wait.
    expect(outcomeOf(await ask(other, 10n * UNIT))).toBe('approved');
    await payAll();
    await sql`update withdrawal set returned_at = returned_at - interval '1 hour' where state = 'returned'`.execute(
      owner,
    );
    expect(outcomeOf(await ask(user, 10n * UNIT))).toBe('approved');
    await expireAll(1.5);
    expect(outcomeOf(await ask(user, UNIT))).toBe('withdrawals-cooling');
    await sql`update withdrawal set returned_at = returned_at - interval '1 hour' where state = 'returned'`.execute(
      owner,
    );
    expect(outcomeOf(await ask(user, 5n * UNIT + 1n))).toBe('per-user-day');
    expect(outcomeOf(await ask(user, 5n * UNIT))).toBe('approved');
  });

  test('broken twin: if returned vouchers did not count, a user would fill more than their day', async () => {
    await setLimits({ per_user_day: 25n * UNIT, per_day: 1_000n * UNIT });
    const mend = await breakFunction(owner, 'withdrawal_use', [" or w.return_reason = 'expired'", '']);
    const [user = 0n] = await usersWith(1, 100n);
    expect(outcomeOf(await ask(user, 25n * UNIT))).toBe('approved');
    await expireAll(1.5);
    expect(outcomeOf(await ask(user, 25n * UNIT))).toBe('approved');
    await mend();
  });

  /** Each wallet requests as much as it may. */
  async function fillDay(wallets: readonly bigint[]): Promise<void> {
    for (const user of wallets) {
      const answer = await ask(user, 1_000n * UNIT);
      const left = 'details' in answer ? answer.details['left'] : undefined;
      if (left === undefined) continue;
      expect(outcomeOf(await ask(user, BigInt(Math.floor(Number(left) * 1_000)) * (UNIT / 1_000n)))).toBe('approved');
    }
  }
  /** All open vouchers, requested this long ago, have expired now. */
  async function expireUnsent(minutes: number): Promise<void> {
    await sql`update withdrawal set requested_at = clock_timestamp() - make_interval(mins => ${minutes}::int)
      where state = 'approved'`.execute(owner);
    await expireAll(0);
  }
  const setWhaleLimits = () =>
    setLimits({ per_withdrawal: 10_000n * UNIT, per_user_day: 10_000n * UNIT, per_day: 10_000n * UNIT });

  test('attack: sixty wallets fill the day with unsent vouchers; the next user still withdraws', async () => {
    await setWhaleLimits();
    await fillDay(await usersWith(60, 1_000n));
    const [honest = 0n] = await usersWith(1, 1_000n);
    expect(outcomeOf(await ask(honest, UNIT))).toBe('approved');
    // Amounts that were not sent in time are free for others again.
    await payAllOf(honest);
    await expireAll(0);
    expect(outcomeOf(await ask(honest, 998n * UNIT))).toBe('approved');
  });

  test('attack: sixty other wallets fill the day with unsent vouchers after an hour, and block no one', async () => {
    await setWhaleLimits();
    await fillDay(await usersWith(60, 1_000n));
    await expireUnsent(59);
    // Until then they have held the day's limit for less than an hour.
    await fillDay(await usersWith(60, 1_000n));
    const [honest = 0n, second = 0n] = await usersWith(2, 1_000n);
    expect(outcomeOf(await ask(honest, 100n * UNIT))).toBe('per-day');
    await expireUnsent(20);
    await fillDay(await usersWith(60, 1_000n));
    expect(outcomeOf(await ask(honest, 1_000n * UNIT))).toBe('approved');
    // Vouchers that the vault has paid count.
    await sql`update withdrawal set state = 'completed', completed_at = clock_timestamp(),
      booked_at = clock_timestamp() where state = 'approved'`.execute(owner);
    expect(outcomeOf(await ask(second, 100n * UNIT))).toBe('per-day');
  });

  test('broken twin: if unsent vouchers always counted, wallets in turns would block everyone all day', async () => {
    const mend = await breakFunction(owner, 'withdrawal_use', ['case when is_spent then', 'case when false then']);
    await setWhaleLimits();
    const [honest = 0n] = await usersWith(1, 1_000n);
    for (const minutes of [70, 30, 30]) {
      await fillDay(await usersWith(60, 1_000n));
      expect(outcomeOf(await ask(honest, 100n * UNIT))).toBe('per-day');
      await expireUnsent(minutes);
    }
    await mend();
  });
});

describe('the limits of a user', () => {
  test('return what remains of each today, and until when the user or an address waits', async () => {
    const [user = 0n] = await usersWith(1, 100n);
    await setLimits({ per_withdrawal: 30n * UNIT, per_user_day: 40n * UNIT, per_day: 350n * UNIT });
    await sql`update withdrawal_hold set hours = 48`.execute(owner);
    await ask(user, 10n * UNIT);
    await ask(user, UNIT, RECIPIENT);
    const { currencies, recipients, coolsUntil, newAddressHours } = await readWithdrawalLimits(api, user);
    expect(currencies[0]).toEqual({
      currency: 'JU',
      limits: [
        { rule: 'per-withdrawal', limit: '30', left: '30' },
        { rule: 'per-user-day', limit: '40', left: '30' },
        { rule: 'per-day', limit: '350', left: '340' },
        { rule: 'share-of-day', limit: '35', left: '25' },
      ],
      left: '25',
      approvalAbove: null,
    });
    expect(newAddressHours).toBe(48);
    expect(recipients.map(({ address }) => address)).toEqual([RECIPIENT]);
    expect(Math.abs((recipients[0]?.freeAt ?? 0) - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000);
    expect(coolsUntil).toBe(null);
    expect(outcomeOf(await ask(user, 25n * UNIT + 1n))).toBe('share-of-day');
    expect(outcomeOf(await ask(user, 25n * UNIT))).toBe('approved');
    await expireAll(0);
    expect((await readWithdrawalLimits(api, user)).coolsUntil).toBeGreaterThan(Date.now() + 3_600_000);
  });
});

describe('database and domain decide alike', () => {
  test('200 random requests of twelve users: equal decisions, the domain’s facts computed by row', async () => {
    const users = await usersWith(12, 14n);
    await setLimits({ per_withdrawal: 12n * UNIT, per_user_day: 30n * UNIT, per_day: 300n * UNIT });
    await owner
      .updateTable('withdrawal_limit')
      .set({ approval_above: 9n * UNIT })
      .where('currency', '=', 0)
      .execute();
    const limits = await readLimits(owner, 'JU');
    const seen = new Set<string>();
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let step = 0; step < 200; step += 1) {
      const userId = users[random(users.length)] ?? 0n;
      if (random(5) === 0) await recharge(userId, BigInt(random(9) + 1) * UNIT);
      if (random(6) === 0) await payAll();
      if (random(25) === 0) await expireAll(random(8));
      const request = await requestOf(userId, BigInt(random(14)) * UNIT + BigInt(random(3)));
      const facts = await factsByRows(userId);
      const { outcome } = await inTransaction(api, (tx) => freezeOrRefuse(tx, { request, forbiddenAddresses: [] }));
      const decision = decideWithdrawal(request, { ...facts, limits, paused: false, forbiddenAddresses: [] });
      const inDatabase = 'refusal' in outcome ? outcome.refusal : outcome.state;
      const inDomain = decision.ok ? (decision.approvalNeeded ? 'requested' : 'approved') : decision.refusal;
      expect(inDatabase, `step ${step}`).toBe(inDomain);
      seen.add(decision.ok ? inDomain : (decision.details['rule'] ?? inDomain));
    }
    expect([...seen].sort()).toEqual([
      'amount-not-positive',
      'amount-over-available',
      'approved',
      'per-user-day',
      'per-withdrawal',
      'requested',
      'share-of-day',
      'withdrawals-cooling',
    ]);
  });
});

/** The facts of a decision, computed here from the plain rows. */
async function factsByRows(userId: bigint) {
  const [withdrawals, recharges, accounts] = await Promise.all([
    owner.selectFrom('withdrawal').selectAll().execute(),
    owner.selectFrom('recharge').selectAll().execute(),
    owner
      .selectFrom('ledger_account')
      .selectAll()
      .where('id', '=', userId * 256n + 1n)
      .execute(),
  ]);
  const sum = (amounts: readonly { amount: bigint }[]) => amounts.reduce((total, { amount }) => total + amount, 0n);
  const ofUser = (id: bigint) => ({
    withdrawn: sum(withdrawals.filter((row) => row.user_id === id && row.state !== 'returned')),
    recharged: sum(recharges.filter((row) => row.user_id === id)),
  });
  const others = [...new Set(withdrawals.map((row) => row.user_id))].filter((id) => id !== userId).map(ofUser);
  const netOf = (each: { withdrawn: bigint; recharged: bigint }) =>
    each.withdrawn > each.recharged ? each.withdrawn - each.recharged : 0n;
  const expired = withdrawals.filter((row) => row.user_id === userId && row.return_reason === 'expired');
  const lastExpiry = Math.max(...expired.map((row) => row.returned_at?.getTime() ?? 0), 0);
  const coolsUntil = lastExpiry + expired.length * 3_600_000;
  return {
    userRequested: tokenAmount(ofUser(userId).withdrawn + sum(expired)),
    userWithdrawn: tokenAmount(ofUser(userId).withdrawn),
    userRecharged: tokenAmount(ofUser(userId).recharged),
    othersNet: tokenAmount(others.reduce((total, each) => total + netOf(each), 0n)),
    available: tokenAmount(accounts[0]?.balance ?? 0n),
    heldUntil: null,
    coolsUntil: coolsUntil > Date.now() ? coolsUntil : null,
  };
}
