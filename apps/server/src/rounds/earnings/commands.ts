import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';

/**
 * Recomputes the participants' results of the last 90 days if a round was settled since the last time or a day has
 * passed. A wallet's net is the sum of the rounds' payments to it in JU (principal or refund, split, compensation,
 * rewards as an inviter) minus the joined amounts. The medians are per wallet and round, without rewards: the cost of a
 * participation in JU, and its yield in FMC.
 */
export async function refreshResults(db: Database): Promise<void> {
  await sql`
    with recent as (
      select round_id, outcome from round_settlement where settled_at > now() - interval '90 days'
    ), nets as (
      select s.user_id as wallet, order_net(s) as net
      from order_settlement s join recent using (round_id)
      union all
      select s.inviter_id, s.reward from order_settlement s join recent using (round_id)
      where s.inviter_id is not null and s.reward > 0
    ), wallets as (
      select wallet, sum(net) as net from nets group by wallet
    ), results as (
      select sum(order_net(s)) as net, coalesce(sum(s.stage1 + s.stage2 + s.stage3), 0) as fmc
      from order_settlement s join recent using (round_id) group by s.round_id, s.user_id
    )
    update participant_results set
      rounds_minted = (select count(*) from recent where outcome = 'minted'),
      rounds_failed = (select count(*) from recent where outcome = 'failed'),
      wallets_up = (select count(*) from wallets where net > 0),
      wallets_down = (select count(*) from wallets where net < 0),
      median_net = (select percentile_disc(0.5) within group (order by net) from results),
      median_fmc = (select percentile_disc(0.5) within group (order by fmc) from results),
      computed_at = now()
    where computed_at is null or computed_at < now() - interval '1 day'
      or exists (select 1 from round_transition t where t.at > computed_at and t.state in ('minted', 'ended'))`.execute(
    db,
  );
}

/** The database that is read, maybe a standby, and the one that totals are cached in. */
export type CachingDeps = { readonly db: Database; readonly primaryDb: Database };

/** A total that reads more orders and rewards of a user than this is cached. */
const MANY_ORDERS = 500;
/** More orders than this since the last time are cached before they are read. */
const MOST_ORDERS_READ = 10_000;

/**
 * Returns the result of `read`, which sums up a user's orders and rewards, including cached totals, and returns how
 * many of the rows read could be cached (`toCache`). If they are many, they are cached afterwards, so that the next
 * call does not read them again. If they are too many to sum up within the time of a call, they are cached before; a
 * call that times out leaves less for the next one. docs/decisions/0023-totals-cached-of-many-orders.md
 */
export async function readCachingTotals<Read extends { readonly toCache: number }>(
  { db, primaryDb }: CachingDeps,
  { userId, read }: { readonly userId: bigint; readonly read: () => Promise<Read> },
): Promise<Read> {
  if (await hasMostOrders(db, userId)) await cacheTotals(primaryDb, userId);
  const found = await read();
  if (found.toCache > MANY_ORDERS) await cacheTotals(primaryDb, userId);
  return found;
}

/** Whether a user has more orders than that since their totals were cached; one index lookup. */
async function hasMostOrders(db: Database, userId: bigint): Promise<boolean> {
  const rows = await executePrepared(
    db,
    sql<{ many: boolean }>`
    select exists (
      select from mint_order
      where user_id = ${userId}
        and id > coalesce((select order_id from cached_checkpoint where user_id = ${userId}), 0)
      order by id offset ${MOST_ORDERS_READ}::int limit 1
    ) as many`,
  );
  return rows[0]?.many === true;
}

/**
 * Caches a user's totals up to now, `ordersAtOnce` orders per transaction; returns once it is done.
 * docs/decisions/0023-totals-cached-of-many-orders.md
 */
export async function cacheTotals(db: Database, userId: bigint, ordersAtOnce = MOST_ORDERS_READ): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<{ is_more: boolean }>`
      select cache_totals(${userId}, ${ordersAtOnce}::int) as is_more`.execute(db);
    isMore = rows[0]?.is_more === true;
  }
}
