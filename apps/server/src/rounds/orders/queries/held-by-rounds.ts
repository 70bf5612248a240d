import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import { transferUpTo } from '#ledger/transfers/queries.ts';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { ordersNotCached, stagesPaidSince } from '../../earnings/queries/cached-earnings.ts';
import { ordersUnderWay } from './orders-under-way.ts';

/** A user's money in rounds, in base units: JU of unsettled orders, FMC of unpaid stages. */
export type HeldByRounds = { readonly frozen: TokenAmount; readonly vesting: TokenAmount };

/** With more orders since the first round that has not ended, a user's orders are searched in the rounds under way. */
const FEW_ORDERS = 100;
/** Reading this many uncached orders takes as long as searching a few hundred rounds under way. */
const FEW_NOT_CACHED = 1_000;

/**
 * Returns the amounts that rounds hold for a user. Reads the user's orders since the first round that has not ended, if
 * they are few; else the uncached orders, if there are cached totals and these orders are few; else the orders of the
 * rounds that are unsettled or have stages to pay. So a round that is stuck, in any state, does not cause a reading of
 * all later orders.
 */
export async function readHeldByRounds(db: Database, userId: bigint): Promise<HeldByRounds> {
  for (const heldOfFew of [heldOfFewOrders, heldOfCachedTotals]) {
    const [few] = await executePrepared(db, heldOfFew(userId));
    if (few?.are_few === true) return toHeld(few);
  }
  const [many] = await executePrepared(db, heldOfManyOrders(userId));
  return toHeld(many ?? { frozen: 0n, vesting: 0n });
}

function toHeld({ frozen, vesting }: HeldRow): HeldByRounds {
  return { frozen: tokenAmount(frozen), vesting: tokenAmount(vesting) };
}

type HeldRow = { readonly frozen: bigint; readonly vesting: bigint };
type HeldOfFewRow = HeldRow & { readonly are_few: boolean };

/** The amounts held for the user's orders since the first round that has not ended; nothing if they are not few. */
function heldOfFewOrders(userId: bigint): RawBuilder<HeldOfFewRow> {
  const areFew = sql`(select count(*) from (
    select from mint_order where ${isRecentOf(userId)} limit ${FEW_ORDERS + 1}::int) counted) <= ${FEW_ORDERS}::int`;
  return sql`
    with counted as materialized (select ${areFew} as are_few)
    select (select are_few from counted) as are_few, ${heldSums}
    from (
      select id, round_id, accepted from mint_order
      where ${isRecentOf(userId)} and (select are_few from counted) offset 0
    ) o ${heldOfOrder}`;
}

/**
 * The amounts held for the user's uncached orders, and for the later stages of cached orders: all of these except the
 * stages paid since. Nothing if no total is cached or these orders are not few.
 */
function heldOfCachedTotals(user: bigint): RawBuilder<HeldOfFewRow> {
  // Hidden from the planner, which for a user with very many orders would read the orders of all users.
  const userId = sql<bigint>`(select ${user}::bigint)`;
  return sql`
    with cached as materialized (
      select stage2 + stage3 - coalesce((select sum(amount) from (${stagesPaidSince(userId)}) s), 0) as vesting
      from cached_checkpoint where user_id = ${userId}
    ), own as materialized (
      select array(
        select id from (${ordersNotCached({ userId, isCached: true })}) n limit ${FEW_NOT_CACHED + 1}::int
      ) as ids
    ), held as (
      select ${heldSums}
      from unnest((select ids from own where cardinality(ids) <= ${FEW_NOT_CACHED}::int)) n (id)
      cross join lateral (select id, round_id, accepted from mint_order where id = n.id offset 0) o ${heldOfOrder}
    )
    select cardinality(ids) <= ${FEW_NOT_CACHED}::int as are_few, held.frozen, held.vesting + cached.vesting as vesting
    from cached cross join own cross join held`;
}

const heldSums = sql`coalesce(sum(o.accepted) filter (where r.state <> 'minted'), 0) as frozen,
  coalesce(sum(held.amount), 0) as vesting`;

/** Joins to each order (`o`) the amounts that its round holds; nothing where the round has ended. */
const heldOfOrder = sql`
    cross join lateral (select state from round where id = o.round_id and state <> 'ended' offset 0) r
    left join lateral (
      select sum(case g.stage when 2 then s.stage2 else s.stage3 end) as amount
      from (select stage2, stage3 from order_settlement where order_id = o.id and r.state = 'minted' offset 0) s
      cross join lateral (${laterStages(sql`o.round_id`)}) g
    ) held on true`;

/**
 * The amounts held for orders in unsettled rounds, by their ranges of ids, and in rounds that have stages to pay: by
 * the user's orders since the first round that has not ended where they are fewer.
 */
function heldOfManyOrders(userId: bigint): RawBuilder<HeldRow> {
  return sql`
    with minted as materialized (select count(*) as rounds from round where state = 'minted'),
    own as materialized (
      select count(*) < (select rounds from minted) as are_fewer
      from (select from mint_order where ${isRecentOf(userId)} limit (select rounds from minted)) counted
    )
    select (
      select coalesce(sum(o.accepted), 0)
      from (${ordersUnderWay({ userId, states: ['active', 'failed', 'cancelled'] })}) w
      cross join lateral (select accepted from mint_order where id = w.id offset 0) o
    ) as frozen, (
      select coalesce(sum(case g.stage when 2 then s.stage2 else s.stage3 end), 0)
      from (
        select r.id as round_id, s.stage2, s.stage3
        from (select id from round where state = 'minted' and not (select are_fewer from own) offset 0) r
        cross join lateral (
          select stage2, stage3 from order_settlement where round_id = r.id and user_id = ${userId} offset 0
        ) s
        union all
        select o.round_id, s.stage2, s.stage3
        from (
          select id, round_id from mint_order where ${isRecentOf(userId)} and (select are_fewer from own) offset 0
        ) o
        cross join lateral (select from round where id = o.round_id and state = 'minted' offset 0) r
        cross join lateral (select stage2, stage3 from order_settlement where order_id = o.id offset 0) s
      ) s
      cross join lateral (${laterStages(sql`s.round_id`)}) g
    ) as vesting`;
}

/**
 * The condition that an order belongs to a user and has an id since the first order of any round that has not ended.
 */
function isRecentOf(userId: bigint): RawBuilder<unknown> {
  // Uses both bounds: with a single one the planner expects a third of the user's orders.
  return sql`user_id = ${userId} and id <= 9223372036854775807 and id >= (select first_order_id from round
    where state <> 'ended' and first_order_id > 0 order by first_order_id limit 1)`;
}

/** The unpaid stages of a round. */
function laterStages(roundId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select stage from round_stage where round_id = ${roundId} and stage > 1 and paid_at is null offset 0`;
}

/** The sources of the amounts that rounds hold. */
export type RoundBooks = {
  /** The balances of all accounts after a transfer, as rows (id, balance). */
  readonly balances: RawBuilder<unknown>;
  /** That transfer. */
  readonly lastId: bigint;
  /**
   * A SELECT for a lateral join, of the later stages of a minted round's orders, as rows (user_id, stage2, stage3,
   * total2, total3): of the order, and of all orders. The column with the round's id is given.
   */
  readonly stagesOf: (round: string) => RawBuilder<unknown>;
};

/** The later stages as the settlements store them. */
export const settledStages: RoundBooks['stagesOf'] = (round) => sql`
  select s.user_id, s.stage2, s.stage3, f.stages[2] as total2, f.stages[3] as total3
  from round_settlement f join order_settlement s on s.round_id = f.round_id where f.round_id = ${sql.ref(round)}`;

/**
 * A subquery for the amounts that rounds hold for every user after a transfer, as rows (user_id, ju, fmc) in base
 * units. Transfers decide: JU that joined a round counts while its escrow holds all of it, a later stage of FMC while
 * its vesting account holds all of that stage. Amounts that are currently being paid are in neither. Reads only the
 * orders of rounds whose accounts hold something.
 */
export const heldByRounds = ({ balances, lastId, stagesOf }: RoundBooks) => sql`
  select j.user_id, j.amount as ju, 0::numeric as fmc
  from (
    select id, ledger_account_owner(id) as round_id, balance from (${balances}) a
    where ledger_account_kind(id) = account_kind_escrow() and balance > 0
  ) e cross join lateral (
    select ledger_account_owner(t.debit_account) as user_id, t.amount, sum(t.amount) over () as joined
    from mint_order o cross join lateral (${transferUpTo(lastId, 'join', 'o.id')}) t
    where o.round_id = e.round_id and t.credit_account = e.id offset 0
  ) j
  where j.joined = e.balance
  union all
  select s.user_id, 0::numeric,
    case when v.balance = s.total2 + s.total3 then s.stage2 else 0 end
      + case when v.balance >= s.total3 then s.stage3 else 0 end
  from (
    select ledger_account_owner(id) as round_id, balance from (${balances}) a
    where ledger_account_kind(id) = account_kind_vesting() and balance > 0
  ) v cross join lateral (${stagesOf('v.round_id')}) s`;
