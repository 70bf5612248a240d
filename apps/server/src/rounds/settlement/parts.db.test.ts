import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { tokensSql } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { verifyLedger } from '#ledger/transfers/queries.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { advanceRound } from '../lifecycle/commands.ts';
import { payDuePart } from './commands.ts';

const ORDERS = 20;
const CHUNK_SIZE = 4;

type Opened = {
  readonly owner: Database;
  readonly workers: readonly [Database, Database];
  readonly users: readonly bigint[];
  readonly roundId: bigint;
};

/**
 * A round whose fees are paid and, unless `paysTokens` is false, tokens too, so that only the parts of its coins are
 * unpaid. The inviter of every second participant is one at the other end, and the first user is the inviter of three
 * of them.
 */
async function openCoins({ paysTokens = true } = {}): Promise<Opened> {
  const database = await createTestDatabase();
  const owner = createDatabase({ url: database.url });
  const connect = () => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 });
  const workers = [connect(), connect()] as const;
  onTestFinished(async () => {
    await Promise.all([owner, ...workers].map((db) => db.destroy()));
    await database.drop();
  });
  await buildFunds(owner, { reserve: 20n * JU, emission: 10_000n * JU });
  await sql`update reserve_setting set cap = ${(20n * JU).toString()}::numeric`.execute(owner);
  const users = await buildParticipants(owner, { count: ORDERS, available: 3n * JU });
  await sql`update participant set first_settled_round_id = 0`.execute(owner);
  for (const [index, user] of users.entries()) {
    const inviter = index > 16 ? users[0] : users[ORDERS - 1 - index];
    if (index % 2 === 0 || index > 16)
      await sql`update participant set inviter_id = ${inviter} where user_id = ${user}`.execute(owner);
  }
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(BigInt(ORDERS) * 3n * JU) }));
  await sql`select join_rounds(array[${round.roundId}::bigint], array[${round.termsHash}],
      ${tokensSql(sql`array_agg(user_id order by user_id)`)},
      array_agg(${(3n * JU).toString()}::numeric), array_agg(gen_random_uuid()),
      array_agg(n::int order by user_id), array_agg(1))
    from (select user_id, row_number() over (order by user_id) as n from participant) p`.execute(owner);
  // From full to settling, and computed: tokens are paid before the fees, which open the parts of the coins.
  for (let step = 0; step < 2; step += 1) await advanceRound(owner, { chunkSize: CHUNK_SIZE });
  for (let part = 0; paysTokens && part < ORDERS / CHUNK_SIZE; part += 1) expect(await payDuePart(owner)).toBe(true);
  await advanceRound(owner, { chunkSize: CHUNK_SIZE });
  const { rows } = await sql`select distinct step from round_part order by step`.execute(owner);
  expect(rows).toEqual(paysTokens ? [{ step: 'pay' }] : [{ step: 'mint' }, { step: 'pay' }]);
  return { owner, workers, users, roundId: round.roundId };
}

/**
 * Two workers pay a part each while the reserve is locked, which is the first of the paying accounts; once both wait,
 * the lock is released. Returns the accounts that each waited for.
 */
async function payTwoAtOnce({ owner, workers }: Opened): Promise<string[]> {
  const holding = await owner.startTransaction().execute();
  const { rows: held } = await sql<{ xid: string }>`
    select pg_current_xact_id()::text as xid from ledger_account where id = account_reserve() for update`.execute(
    holding,
  );
  const paying = Promise.all(workers.map((worker) => payDuePart(worker)));
  let waits: string[] = [];
  while (waits.length < workers.length) {
    const { rows } = await sql<{ what: string }>`
      select case when transactionid::text = ${held[0]?.xid} or locktype = 'tuple' then 'reserve' else 'other part' end
        as what
      from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())
      order by what`.execute(owner);
    waits = rows.map(({ what }) => what);
  }
  await holding.commit().execute();
  expect(await paying).toEqual([true, true]);
  return waits;
}

/** Completes the settlement and returns the failing checks of the ledger; the deposits of builders have no source. */
async function faultsAfterwards({ owner }: Opened): Promise<string[]> {
  for (let more = true; more; ) more = await payDuePart(owner);
  const { checks } = await verifyLedger(owner);
  return checks.filter(({ check, violations }) => check !== 'sources-exist' && violations > 0).map((c) => c.check);
}

test('default: two connections pay coins in parallel and wait for each other only at the paying accounts', async () => {
  const opened = await openCoins();
  expect(await payTwoAtOnce(opened)).toEqual(['reserve', 'reserve']);
  expect(await faultsAfterwards(opened)).toEqual([]);
  while ((await advanceRound(opened.owner)) !== undefined);
  const { state } = await opened.owner
    .selectFrom('round')
    .select('state')
    .where('id', '=', opened.roundId)
    .executeTakeFirstOrThrow();
  expect(state).toBe('minted');
});

test('behavior: coins alternate with tokens, so that two parts seldom need the escrow simultaneously', async () => {
  const { owner } = await openCoins({ paysTokens: false });
  while (await payDuePart(owner));
  const { rows } = await sql<{ part: string }>`
    select chunk || ' ' || step as part from round_step where chunk > 0 order by done_at`.execute(owner);
  expect(rows.map(({ part }) => part)).toEqual(
    Array.from({ length: ORDERS / CHUNK_SIZE }, (_, index) => [`${index + 1} pay`, `${index + 1} mint`]).flat(),
  );
});

test('behavior: each reward is in the part of its inviter; no part has more than a chunk has orders', async () => {
  const { owner, roundId } = await openCoins();
  const { rows } = await sql<{ rewards: number; elsewhere: number; most: number }>`
    select count(*)::int as rewards, max(cardinality(p.reward_orders)) as most,
      count(*) filter (where ledger_account_owner(r.credit) not between c.from_user and c.to_user)::int as elsewhere
    from round_part p
    cross join lateral unnest(p.reward_credits, p.reward_amounts, p.reward_orders) r (credit, amount, order_id)
    join order_settlement s on s.order_id = r.order_id and s.reward = r.amount
      and account_available(s.inviter_id, currency_ju()) = r.credit
    left join round_chunk c on c.round_id = p.round_id and c.chunk = p.chunk
    where p.round_id = ${roundId}`.execute(owner);
  const { rows: due } = await sql<{ count: number }>`
    select count(*)::int as count from order_settlement where round_id = ${roundId} and reward > 0`.execute(owner);
  expect(rows).toEqual([{ rewards: due[0]?.count, elsewhere: 0, most: CHUNK_SIZE }]);
});

test('broken twin: with rewards of one inviter in two parts, one waits for the accounts of the other', async () => {
  const opened = await openCoins();
  const { owner, users } = opened;
  const { rows } = await sql<{ order_id: bigint }>`
    select order_id from order_settlement where reward = 0 order by order_id limit 2`.execute(owner);
  for (const [index, { order_id: order }] of rows.entries())
    await sql`update round_part set reward_credits = array[account_available(${users[0]}, currency_ju())],
        reward_amounts = array[1], reward_orders = array[${order}::bigint]
      where step = 'pay' and chunk = ${index + 1}::int`.execute(owner);
  expect(await payTwoAtOnce(opened)).toEqual(['other part', 'reserve']);
});

test('broken twin: with the balance of the escrow read before its lock, balances do not follow', async () => {
  const opened = await openCoins();
  await breakFunction(opened.owner, 'ledger_credit_each', [
    '(select before from debited where id = p_debits[1]) - first_paid',
    '(select balance from ledger_account where id = p_debits[1]) - first_paid',
  ]);
  await payTwoAtOnce(opened);
  expect(await faultsAfterwards(opened)).toEqual(['balances-follow']);
});
