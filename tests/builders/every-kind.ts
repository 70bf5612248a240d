import { paymentLine } from '@city-mint/api-contract/operator/booked-payments';
import { utcDay } from '@city-mint/domain/miner/mining-day';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { readBalance } from '@city-mint/server/ledger/accounts/queries';
import { runMining } from '@city-mint/server/miner/jobs';
import type { Database } from '@city-mint/server/platform/database/database';
import { runPools } from '@city-mint/server/rewards/jobs';
import { paySettlementParts, runRounds } from '@city-mint/server/rounds/jobs';
import { sql } from 'kysely';
import type pg from 'pg';
import { getAddress } from 'viem';
import { acceptAnyTerms } from './consent.ts';
import { createJoins } from './joins.ts';
import { buildWeights } from './pools.ts';
import { rewriteSettings } from './rewrite-settings.ts';
import { buildPlan, closeWindow, type OpenRound, openRound } from './rounds.ts';
import { openSessions } from './sessions.ts';
import { decide } from './signed-decisions.ts';
import { paySigned } from './signed-payouts.ts';
import { setSignedCap, signPlans } from './signed-settings.ts';
import { bind } from './teams.ts';
import { buildVaultEvent } from './vault-events.ts';
import { buildWithdrawal } from './withdrawals.ts';

type World = {
  readonly db: Database;
  readonly pool: pg.Pool;
  /** Called before the mining and pool days, with which settings may be changed. */
  readonly beforeDays?: () => Promise<void>;
};

const USERS = 8;
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

/**
 * Adds transfers of every kind, each by the function that posts it in the product, from rows as the product writes
 * them: deposits, minted, failed and cancelled rounds with inviters, stages, mining and pool days, withdrawals that are
 * paid, returned for each reason and open, unknown payments and payouts. Small amounts in base units, so that every
 * rounding matters. Needs the owner's connection. Returns the users.
 */
export async function buildEveryKind({ db, pool, beforeDays }: World): Promise<readonly bigint[]> {
  await fund(db);
  const users = await deposit(db);
  await acceptAnyTerms(db, users);
  await openSessions(db, users);
  for (const [index, user] of users.entries()) if (index > 1) await bind(db, user, users[index >> 1] ?? 0n);
  const joinRound = createJoins({ pool, db });
  const join = async (round: OpenRound, userId: bigint, amount: bigint) => {
    const requestId = crypto.randomUUID();
    const answer = await joinRound({ ...round, userId, amount: tokenAmount(amount), requestId, consented: true });
    if (!('order' in answer)) throw new Error(JSON.stringify(answer));
  };
  const play = async (city: string, amounts: readonly bigint[]) => {
    const stageDelaysMs: [number, number, number] = [0, 1, 2];
    const terms = { stageDelaysMs, mintAmount: tokenAmount(5_003n), reserveDrawBps: 1_000 };
    const round = await openRound(db, buildPlan({ city, rounds: 1, firstQuota: tokenAmount(10_007n), terms }));
    for (const [index, amount] of amounts.entries()) await join(round, users[index % users.length] ?? 0n, amount);
    return round;
  };
  const first = [1_001n, 2_003n, 1_507n, 799n, 2_400n, 1_300n, 997n];
  await play('Basel', first);
  await settle(db);
  await setSignedCap(db, 1_000n);
  await play('Genoa', [...first].reverse());
  await settle(db);
  // A reserve that covers a part of the losses, and has room for another part.
  await setSignedCap(db, (await readBalance(db, { kind: 'reserve', currency: 'JU', owner: 0n })) - 5n);
  const failed = await play('Turin', [3_333n, 2_222n, 1_111n, 777n, 555n]);
  await sql`update mint_order set late = true where round_id = ${failed.roundId} and rank in (2, 5)`.execute(db);
  await closeWindow(db, failed.roundId);
  await settle(db);
  const cancelled = await play('Porto', [333n, 222n]);
  await sql`select cancel_round(${cancelled.roundId}, 'operators', 'for the test')`.execute(db);
  await settle(db);
  await join(await openRound(db, buildPlan({ city: 'Vienna', rounds: 1 })), users[0] ?? 0n, 17n);
  await signPlans(db);
  await mine(db, users, beforeDays);
  await payPools(db, users);
  await withdraw(db, users);
  await bookUnknownPayments(db);
  await payOperator(db);
  return users;
}

async function fund(db: Database): Promise<void> {
  const fund = (currency: string, amount: string) =>
    buildVaultEvent(db, { kind: 'funded', payload: { from: addressOf(99), purpose: '0x', currency, amount } });
  const events = [await fund('JU', '100000'), await fund('FMC', '5000000')];
  await sql`select book_fundings(${events}::bigint[])`.execute(db);
  const funding = { key: 'POST /api/ops/reserve/fund', fields: { amount: '0.000000000000001' } } as const;
  const signedId = await decide(db, { ...funding, subject: 'reserve-funding' });
  await sql`select fund_reserve(1000, 'for the test', ${signedId}::uuid)`.execute(db);
}

async function deposit(db: Database): Promise<readonly bigint[]> {
  const events: bigint[] = [];
  for (let n = 1; n <= USERS; n += 1) {
    const payload = { account: addressOf(n), currency: 'JU', amount: '20000' };
    events.push(await buildVaultEvent(db, { kind: 'deposited', payload }));
  }
  await sql`select credit_deposits(${events}::bigint[])`.execute(db);
  const users = await db.selectFrom('app_user').select('id').orderBy('id').execute();
  return users.map(({ id }) => id);
}

/** Settles all due rounds and pays all stages. */
async function settle(db: Database): Promise<void> {
  for (;;) {
    await runRounds(db);
    await paySettlementParts(db);
    const { rows } =
      await sql`select from round where state in ('settling', 'liquidating', 'cancelled', 'minted', 'full')
      and due_at is not null`.execute(db);
    if (rows.length === 0) return;
  }
}

async function mine(db: Database, users: readonly bigint[], beforeDays: World['beforeDays']): Promise<void> {
  await sql`insert into exchange_account (user_id, uid) select u, 100000 + u from unnest(${users}::bigint[]) u`.execute(
    db,
  );
  await sql`select claim_machines(${users}::bigint[], null)`.execute(db);
  await sql`update machine set first_day = first_day - 3`.execute(db);
  await rewriteSettings(db, sql`update mining_setting set daily_emission = 9973, full_hash = 777`);
  const fields = { dailyEmission: '0.000000000000009973', fullHash: '0.000000000000000777', machineLifetimeDays: 365 };
  const setting = { key: 'POST /api/ops/mining/set', fields, subject: 'mining' } as const;
  await decide(db, setting, { issuedAt: Date.now() - 9 * DAY_MS });
  await beforeDays?.();
  await runMining(db);
}

async function payPools(db: Database, users: readonly bigint[]): Promise<void> {
  const today = utcDay(Date.now());
  await rewriteSettings(db, sql`update pool_setting set first_day = ${today - 2}`);
  // Ranks that everyone reaches.
  const free = '{"joinedDirects": 0, "teamPerformance": "0"}';
  await rewriteSettings(
    db,
    sql`update team_setting set node_thresholds = node_thresholds || jsonb_build_object('personal', ${free}::jsonb),
      level_thresholds = level_thresholds || '{"1": "0"}'`,
  );
  const weights = users.slice(0, 3).map((userId, index) => ({ userId, weight: BigInt(7 * index + 5) }));
  await buildWeights(db, today - 2, weights);
  await sql`update team_round set done = true`.execute(db);
  await sql`insert into team_round (round_id, done) select round_id, true from round_settlement
    on conflict (round_id) do update set done = true`.execute(db);
  await runPools({ db });
}

async function withdraw(db: Database, users: readonly bigint[]): Promise<void> {
  const build = async (n: number, state: 'requested' | 'approved' | 'signed') => {
    const parts = { userId: users[n] ?? 0n, account: addressOf(n + 1), amount: 100n + BigInt(n), state };
    return BigInt(await buildWithdrawal(db, parts));
  };
  const voucherOf = async (id: bigint) =>
    (await db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).voucher_id;
  const [paid, cancelled] = [await build(0, 'signed'), await build(1, 'signed')];
  const payment = { account: addressOf(1), to: addressOf(1), currency: 'JU', amount: '100' };
  const paidEvent = { voucherId: await voucherOf(paid), ...payment };
  const withdrawn = await buildVaultEvent(db, { kind: 'withdrawn', payload: paidEvent });
  await sql`select complete_withdrawals(array[${withdrawn}]::bigint[])`.execute(db);
  const cancelledVoucher = { voucherId: await voucherOf(cancelled) };
  const ended = await buildVaultEvent(db, { kind: 'voucher-cancelled', payload: cancelledVoucher });
  await sql`select return_cancelled_withdrawal(${ended})`.execute(db);
  const expired = await build(2, 'signed');
  await sql`update withdrawal_voucher set deadline = now() - interval '1 minute'
    where withdrawal_id = ${expired}`.execute(db);
  await sql`insert into vault_comparison (block_number, block_at, agrees, last_withdrawal_id, compared_at)
    values (1, now(), true, 0, now())`.execute(db);
  await sql`select return_expired_withdrawal(${expired})`.execute(db);
  await sql`select reject_withdrawal(${await build(3, 'requested')})`.execute(db);
  await build(0, 'signed');
  await build(4, 'approved');
}

/** One against the account that was paid, one against the treasury. */
async function bookUnknownPayments(db: Database): Promise<void> {
  for (const [n, against] of [
    [6, 'account'],
    [7, 'treasury'],
  ] as const) {
    const payment = { account: addressOf(n), to: addressOf(n), currency: 'JU', amount: '31' };
    const voucherId = `0x${n.toString(16).padStart(64, 'f')}`;
    const seq = await buildVaultEvent(db, { kind: 'withdrawn', payload: { voucherId, ...payment } });
    await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
        block_at, booked_against)
      values (${seq}, ${voucherId}, ${payment.account}, ${payment.to}, 0, 31, '0x', 1, now(), ${against})`.execute(db);
    const line = paymentLine({ ...payment, sequence: String(seq), amount: formatAmount(tokenAmount(31n)) });
    const fields = { payments: [line], against };
    await decide(db, { key: 'POST /api/ops/chain/book', fields, subject: 'payments' });
    await sql`select book_unknown_payment(${seq})`.execute(db);
  }
}

async function payOperator(db: Database): Promise<void> {
  const recipient = getAddress(addressOf(77));
  await sql`insert into payout_recipient (address, registered_at)
    values (${recipient}, now() - interval '9 days')`.execute(db);
  for (const [source, amount] of [
    ['treasury', 25n],
    ['launch-costs', 3n],
  ] as const)
    await paySigned(db, { source, amount, recipient });
}
