import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { readLedgerTotals } from '@city-mint/server/ledger/accounts/queries';
import { MOST_DRAFTS } from '@city-mint/server/operator/commands/drafts';
import { createPool, type Database } from '@city-mint/server/platform/database/database';
import { makeLiabilitiesTrees } from '@city-mint/server/proof/commands/make-liabilities-trees';
import { makeSettlementTree } from '@city-mint/server/proof/commands/make-settlement-tree';
import { writeSettlementFile } from '@city-mint/server/rounds/settlement-file/commands';
import { refreshLeaderboards } from '@city-mint/server/team/commands/leaderboards';
import { MOST_UNLISTED_DIRECTS } from '@city-mint/server/team/store/members';
import { createJoins } from '@city-mint/tests/builders/joins';
import { operatorPlan } from '@city-mint/tests/builders/operator-plan';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { openSessions } from '@city-mint/tests/builders/sessions';
import { sql } from 'kysely';
import { OPERATOR, WALLETS, type WorldSize } from './world-size.ts';

/** Rounds that are open, and joined by the whale and others. */
const OPEN_ROUNDS = 50;
/** Published rounds that are yet to open. */
const SCHEDULED_ROUNDS = 50;

/** Adds open rounds by the server's own commands, with orders, and rounds that are yet to open. */
export async function makeOpenRounds(db: Database, url: string): Promise<void> {
  const pool = createPool({ url });
  const joinRound = createJoins({ pool, db });
  for (let n = 1; n <= OPEN_ROUNDS + SCHEDULED_ROUNDS; n += 1) {
    const opensIn = n <= OPEN_ROUNDS ? -1_000 : 30 * DAY_MS;
    const round = await openRound(
      db,
      buildPlan({
        city: `Open ${n}`,
        firstOpensAt: Date.now() + opensIn,
        windowMs: 60 * DAY_MS,
        firstQuota: tokenAmount(100_000n * JU),
      }),
    );
    if (n > OPEN_ROUNDS) continue;
    const users = Array.from({ length: 30 }, (_unused, caller) =>
      BigInt(caller === 0 ? WALLETS.whale : 2_000 + n * 30 + caller),
    );
    await openSessions(db, users);
    const answers = await Promise.all(
      users.map((userId) => {
        const request = { ...round, userId, amount: tokenAmount(10n * JU), requestId: crypto.randomUUID() };
        return joinRound({ ...request, consented: true });
      }),
    );
    const refused = answers.find((answer) => !('order' in answer));
    if (refused !== undefined) throw new Error(JSON.stringify(refused));
  }
  await pool.end();
}

/** Adds figures of teams from the orders: exact personal ones, and team figures that include only direct referrals. */
export async function makeTeam(db: Database, { days }: WorldSize): Promise<void> {
  await sql`create unlogged table made_own as
    select user_id, sum(amount) filter (where not failed) as own, coalesce(sum(amount) filter (where failed), 0)
      as liquidated,
      coalesce(sum(amount / 100 * 3 / 10) filter (where not failed and inviter_id is not null), 0) as earned
    from made_order group by user_id`.execute(db);
  await sql`insert into team_member (user_id, inviter_id, has_joined, direct_count, joined_direct_count, team_count,
      own_performance, team_performance, largest_leg, liquidated, recommended, earned_for_inviter, rewards,
      node_type, performance_level, team_level)
    select p.user_id, p.inviter_id, o.own is not null, coalesce(d.directs, 0), coalesce(d.joined, 0),
      coalesce(d.directs, 0), coalesce(o.own, 0)::numeric * 1000000000000, coalesce(d.own, 0)::numeric * 1000000000000,
      coalesce(d.largest, 0)::numeric * 1000000000000, coalesce(o.liquidated, 0)::numeric * 1000000000000,
      coalesce(d.own, 0)::numeric * 1000000000000, coalesce(o.earned, 0)::numeric * 1000000000000,
      coalesce(d.earned, 0)::numeric * 1000000000000, case when p.user_id <= 1000 then 1 else 0 end, 0,
      case when p.user_id <= 1000 then 1 else 0 end
    from participant p left join made_own o using (user_id) left join (
      select p.inviter_id, count(*)::int as directs, count(o.own)::int as joined, sum(o.own) as own, max(o.own)
        as largest,
        sum(o.earned) as earned
      from participant p left join made_own o using (user_id) where p.inviter_id is not null group by p.inviter_id
    ) d on d.inviter_id = p.user_id order by p.user_id`.execute(db);
  await markListedLegs(db);
  await sql`insert into team_round (round_id, last_user, done) select round_id, 0, true from made_round`.execute(db);
  await sql`update team_progress set rounds_below = (select max(round_id) from made_round), batches = 1`.execute(db);
  await sql`insert into team_day (day, user_id, minted, liquidated, recommended, rewards, bound)
    select (now() at time zone 'UTC')::date - n, u, u * 10::numeric ^ 18, 10::numeric ^ 18, u * 10::numeric ^ 17,
      10::numeric ^ 16, 1
    from generate_series(0, ${days - 1}::int) n, generate_series(1, 500) u`.execute(db);
  await sql`vacuum analyze`.execute(db);
  await refreshLeaderboards(db, { everyMs: 0 });
}

/** Marks the direct referrals of inviters with very many, which an index lists by performance. */
export async function markListedLegs(db: Database): Promise<void> {
  await sql`update team_member m set listed_leg = m.own_performance + m.team_performance from team_member i
    where i.user_id = m.inviter_id and i.direct_count > ${MOST_UNLISTED_DIRECTS}::int`.execute(db);
}

/** Adds logs of the whale's cycles and swaps, prices of a year, chain cursors, and what operators did. */
export async function makeLogs(db: Database, { days }: WorldSize): Promise<void> {
  await sql`insert into auto_mint (user_id, enabled, keep, per_round_maximum, stop_after_losses, off_reason)
    select ${WALLETS.whale}::int, false, 0, 0, 0, 'user'`.execute(db);
  await sql`insert into auto_mint_cycle (user_id, round_id, at, event, order_id, rank, amount)
    select user_id, o.round_id, r.settled_at, 'joined', id, rank, o.amount::numeric * 1000000000000
    from made_order o join made_round r using (round_id) where rank = 1 order by id`.execute(db);
  await sql`insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at, head_number,
      head_at, finalized_number, finalized_at, confirmations_needed)
    select source, 202599, '0x0', 100000000, '0x1', now(), 100000008, now(), 100000000, now(), 8
    from unnest(array['vault', 'swap']) source on conflict do nothing`.execute(db);
  await sql`insert into pool_price (block_number, block_hash, at, ju, fmc, price, weighted, priced_ms, changes)
    select n, '0x' || n, now() - interval '1 day' * ${days}::int + interval '5 minutes' * n, 1000, 1000,
      10::numeric ^ 36, 10::numeric ^ 36 * 300000 * (n - 1), 300000::bigint * (n - 1), n
    from generate_series(1, ${days * 288}::int) n`.execute(db);
  await sql`insert into swap (tx_hash, position, block_number, block_hash, block_at, is_final, outcome, account, pool,
      sold_currency, sold, received)
    select '0x' || lpad(to_hex(n), 64, '0'), 0, n, '0x' || n, now() - interval '5 minutes' * n, true, 'swapped',
      u.address,
      u.address, 0, 10 ^ 18, 10 ^ 18
    from generate_series(1, 100000) n join app_user u on u.id = case when n % 5 = 0 then ${WALLETS.whale}::int
      else n end`.execute(db);
  await makeOperatorLog(db);
}

async function makeOperatorLog(db: Database): Promise<void> {
  const signed = {
    domain: { name: 'City Mint', version: '1', chainId: 202599, verifyingContract: `0x${'0'.repeat(40)}` },
    types: { Action: [{ name: 'reason', type: 'string' }] },
    primaryType: 'Action',
    message: { reason: 'made' },
  };
  await sql`insert into operator_log
      (at, operator, action, subject, before, after, reason, request_id, version, signed, signed_id, signature)
    select now() - interval '1 year' - interval '10 minutes' * (50000 - n), ${OPERATOR}, 'limits/set',
      'limits ' || n % 7, null, null, 'made', 'made-' || n, '0x' || repeat('a', 64), ${JSON.stringify(signed)}::jsonb,
      gen_random_uuid(), '0x' || repeat('1', 130)
    from generate_series(1, 50000) n`.execute(db);
  await sql`insert into operator_proposal
      (action, subject, params, version, reason, proposed_by, proposed_at, expires_at, state, decided_by, decided_at)
    select 'limits/set', 'limits ' || n % 7, '{}', '0x' || repeat('a', 64), 'made', ${OPERATOR},
      now() - interval '1 minute' * n, now() + interval '1 day' - interval '1 minute' * n,
      case when n > 300 then 'rejected' else 'open' end, null, case when n > 300 then now() end
    from generate_series(1, 50000) n`.execute(db);
  const typed = Object.entries(operatorPlan('City 1')).map(([name, value]) => [name, String(value)]);
  await sql`insert into plan_draft (name, fields, saved_by)
    select 'City ' || n, ${JSON.stringify(Object.fromEntries(typed))}::jsonb, ${OPERATOR}
    from generate_series(1, ${MOST_DRAFTS}::int) n`.execute(db);
}

/** Writes files and trees of the newest settled rounds, and the trees of liabilities, by the server's own commands. */
export async function makeProofs(db: Database, { rounds }: WorldSize): Promise<void> {
  while (await writeSettlementFile(db));
  for (let roundId = rounds - 19; roundId <= rounds; roundId += 1) await makeSettlementTree(db, BigInt(roundId));
  await makeLiabilitiesTrees(db, {
    readBlock: async () => 1n,
    readBalance: async (currency) => (await readLedgerTotals(db))[currency].inCustody,
  });
}
