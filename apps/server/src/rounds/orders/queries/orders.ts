import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { ORDER_STATES, type OrderState } from '@city-mint/domain/rounds/order-state';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { outcomeColumn, type RoundOutcome } from '../../offers/queries/rounds.ts';
import { roundStateColumn } from '../../round/store/rounds.ts';
import { type KnownTerms, readKnownTerms } from '../../terms/queries/known-terms.ts';
import { type OrderSettlement, type SettlementColumns, toSettlement } from './order-settlement.ts';
import { ordersUnderWay, type UnsettledState } from './orders-under-way.ts';

/** One of a user's orders; amounts in base units, `net` null until the round is settled. */
export type MyOrder = {
  readonly orderId: bigint;
  readonly roundId: bigint;
  readonly cityId: bigint;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  /** The terms for estimating the result; null where this release cannot read the round's terms. */
  readonly terms: KnownTerms;
  readonly roundState: RoundState;
  readonly state: OrderState;
  readonly asked: bigint;
  readonly accepted: bigint;
  readonly rank: number;
  readonly reverseRank: number;
  readonly joinedAt: Date;
  readonly late: boolean;
  readonly automatic: boolean;
  /** Its outcome; null until it is known. */
  readonly outcome: RoundOutcome | null;
  readonly net: bigint | null;
  /** FMC of paid stages, and of unpaid ones. */
  readonly fmcPaid: bigint;
  readonly fmcDue: bigint;
  /** Null until the settlement of its round is paid and closed. */
  readonly settlement: OrderSettlement | null;
};

type OrderRow = SettlementColumns & {
  order_id: bigint;
  round_id: bigint;
  city_id: bigint;
  city: string;
  phase: number;
  number: number;
  terms_hash: string;
  round_state: string;
  state: string;
  asked: bigint;
  accepted: bigint;
  rank: number;
  reverse_rank: number;
  joined_at: Date;
  late: boolean;
  automatic: boolean;
  net: bigint | null;
  fmc_paid: bigint;
  fmc_due: bigint;
};

const orderState = z.enum(ORDER_STATES);

export type MyOrdersFilter = {
  readonly userId: bigint;
  readonly orderId?: bigint;
  /** Filters by the final outcome (`active`: none yet); `claimable` and `ended` filter by the current state. */
  readonly state?: OrderState | undefined;
  readonly cityId?: bigint | undefined;
  /** Time of joining: `from` inclusive, `to` exclusive, UTC milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only orders with a smaller id. */
  readonly before?: bigint | null;
  readonly limit: number;
};

/**
 * Returns orders of one user, newest first. An order's state follows from the state of its round and from its
 * settlement (docs/money-rules.md#3-states).
 */
export async function readMyOrders(db: Database, filter: MyOrdersFilter): Promise<MyOrder[]> {
  const candidates = candidatesOf(filter);
  // Two separate plans: planning one join of ten tables takes longer than reading its rows.
  const rows = await executePrepared(
    db,
    sql<OrderRow>`
    select o.order_id, o.round_id, r.city_id, c.name as city, r.phase, r.number, t.terms_hash, o.round_state,
      o.state, o.asked, o.accepted, o.rank, o.reverse_rank,
      o.joined_at, o.late, o.automatic, o.outcome, o.net, f.paid as fmc_paid, f.due as fmc_due,
      o.settled_at, o.principal, o.fee, o.split, o.refund, o.loss, o.compensation, o.hash_power,
      f.stages, f.stage_amounts, f.due_at, f.paid_at
    from (
      select * from order_outcome o where o.order_id = any (array(${candidates}))
        and (${filter.state ?? null}::text is null or ${filter.state ?? null}::text = case
          when ${filter.state ?? null}::text in ('claimable', 'ended') then o.state
          else coalesce(o.outcome, 'active') end)
      order by o.order_id desc limit ${filter.limit}::int
    ) o
    join round r on r.id = o.round_id join city c on c.id = r.city_id
    join round_terms t on t.round_id = o.round_id
    cross join lateral (
      select coalesce(sum(o.stages[g.stage]) filter (where g.paid_at is not null), 0) as paid,
        coalesce(sum(o.stages[g.stage]) filter (where g.paid_at is null), 0) as due,
        array_agg(g.stage order by g.stage) as stages,
        array_agg(coalesce(o.stages[g.stage], 0) order by g.stage) as stage_amounts,
        array_agg(g.due_at order by g.stage) as due_at, array_agg(g.paid_at order by g.stage) as paid_at
      from round_stage g where g.round_id = o.round_id and o.outcome = 'minted'
    ) f
    order by o.order_id desc`,
  );
  const termsOf = await readKnownTerms(db, rows);
  return rows.map((row) => toMyOrder(row, termsOf(row.terms_hash)));
}

/** Ids that contain all orders of the page, by an index: the time of a page does not depend on the number of orders. */
function candidatesOf(filter: MyOrdersFilter): RawBuilder<unknown> {
  const { userId, state, orderId, before, limit } = filter;
  if (orderId !== undefined)
    return sql`select o.id from mint_order o where o.id = ${orderId} and o.user_id = ${userId}`;
  const isEarlier = (id: RawBuilder<unknown>) => (before == null ? sql`true` : sql`${id} < ${before}::bigint`);
  const isBefore = (id: RawBuilder<unknown>) => sql`${isEarlier(id)} and ${isOrderOfCityAndTime(filter, id)}`;
  const underWay = (...states: readonly UnsettledState[]) => sql`select w.id
    from (${ordersUnderWay({ userId, states })}) w where ${isBefore(sql`w.id`)}
    order by w.id desc limit ${limit}::int`;
  const settled = (condition: RawBuilder<unknown>) => sql`select s.order_id from order_settlement s
    where s.user_id = ${userId} and ${isBefore(sql`s.order_id`)} and ${condition}
    order by s.order_id desc limit ${limit}::int`;
  // Order by order, newest first and by key, because most orders are on the page and one row is enough to exclude an
  // order. The outcome is only looked up for orders of the city and time. Without these filters the planner must see
  // the limit, otherwise it would sort all orders of a wallet with very many.
  const isAny = isOfAnyCityAndTime(filter);
  const oneByOne = (joined: RawBuilder<unknown>, condition: RawBuilder<unknown>, isWithin = sql`true`) => {
    const isOfUser = sql`o.user_id = ${userId} and ${isEarlier(sql`o.id`)} and ${isWithin}`;
    const ofUser = sql`(select o.id, o.round_id from mint_order o
      where ${isOfUser} and ${isOfCityAndTime(filter, sql`o`)} order by o.id desc offset 0) o`;
    return sql`
    select o.id from ${isAny ? sql`mint_order o` : ofUser} ${joined}
    where ${isAny ? isOfUser : sql`true`} and ${condition}
    order by o.id desc limit ${limit}::int`;
  };
  switch (state) {
    case 'active':
      return underWay('active');
    case 'failed':
      return sql`(${settled(sql`s.loss is not null`)}) union all (${underWay('failed')})`;
    case 'cancelled':
      return sql`(${settled(sql`s.refund is not null and s.loss is null`)}) union all (${underWay('cancelled')})`;
    case 'claimable':
      return settled(sql`s.loss is not null and s.hash_power > 0
        and exists (select from round r where r.id = s.round_id and r.state = 'ended')
        and not exists (select from hash_power_claim k where k.order_id = s.order_id)`);
    case 'minted':
      return oneByOne(
        sql`cross join lateral (select outcome from round_settlement where round_id = o.round_id offset 0) g
        cross join lateral (select state from round where id = o.round_id and g.outcome = 'minted' offset 0) r`,
        sql`r.state in ('minted', 'ended')`,
      );
    case 'ended': {
      const ended = sql`
        cross join lateral (select from round where id = o.round_id and state = 'ended' offset 0) r`;
      const claimable = sql`
        left join lateral (
          select s.order_id from order_settlement s
          where s.user_id = ${userId} and s.order_id = o.id and s.loss is not null and s.hash_power > 0
            and not exists (select from hash_power_claim k where k.order_id = s.order_id) offset 0
        ) c on true`;
      const isNotClaimable = sql`c.order_id is null`;
      // For a wallet with an order in every round, hundreds of the newest are in rounds that have not ended. For these
      // only the round is looked up, and not for those before the first order of all such rounds.
      return sql`(${oneByOne(sql`${ended} ${claimable}`, isNotClaimable, sql`o.id >= ${firstUnended}`)})
        union all (${oneByOne(claimable, isNotClaimable, sql`o.id < ${firstUnended}`)})`;
    }
    case undefined:
      return oneByOne(sql``, sql`true`);
  }
}

/** The first order of any round that has not ended; the rounds of earlier orders have ended. */
const firstUnended = sql`coalesce((select first_order_id from round
  where state <> 'ended' and first_order_id > 0 order by first_order_id limit 1), 9223372036854775807)`;

function isOfAnyCityAndTime({ cityId, from, to }: MyOrdersFilter): boolean {
  return cityId === undefined && from === undefined && to === undefined;
}

/** The condition that an order, a row of `mint_order`, belongs to a city and joined within a time. */
function isOfCityAndTime({ cityId, from, to }: MyOrdersFilter, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const conditions = [
    ...(cityId === undefined
      ? []
      : [sql`exists (select from round w where w.id = ${order}.round_id and w.city_id = ${cityId}::bigint)`]),
    ...(from === undefined ? [] : [sql`${order}.joined_at >= ${new Date(from)}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${order}.joined_at < ${new Date(to)}::timestamptz`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The same condition for the order with an id. */
function isOrderOfCityAndTime(filter: MyOrdersFilter, id: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isOfAnyCityAndTime(filter)) return sql`true`;
  return sql`exists (select from mint_order f where f.id = ${id} and ${isOfCityAndTime(filter, sql`f`)})`;
}

function toMyOrder(order: OrderRow, terms: KnownTerms): MyOrder {
  return {
    orderId: order.order_id,
    roundId: order.round_id,
    cityId: order.city_id,
    city: order.city,
    phase: order.phase,
    number: order.number,
    terms,
    roundState: roundStateColumn.parse(order.round_state),
    state: orderState.parse(order.state),
    asked: order.asked,
    accepted: order.accepted,
    rank: order.rank,
    reverseRank: order.reverse_rank,
    joinedAt: order.joined_at,
    late: order.late,
    automatic: order.automatic,
    outcome: outcomeColumn.parse(order.outcome),
    net: order.net,
    fmcPaid: order.fmc_paid,
    fmcDue: order.fmc_due,
    settlement: toSettlement(order),
  };
}

/**
 * Returns when one of a user's orders joined. `number` counts back from a time (0 = the last one before it); undefined
 * when there are fewer.
 */
export async function readJoinTime(
  db: Database,
  { userId, before, number }: { readonly userId: bigint; readonly before: Date; readonly number: number },
): Promise<Date | undefined> {
  const order = await db
    .selectFrom('mint_order')
    .select('joined_at')
    .where('user_id', '=', userId)
    .where('joined_at', '<', before)
    .orderBy('id', 'desc')
    .offset(number)
    .limit(1)
    .executeTakeFirst();
  return order?.joined_at;
}

/** Returns whether a user has more than this number of orders, or of rewards for the orders of others. */
export async function hasManyOrders(
  db: Database,
  { userId, number }: { readonly userId: bigint; readonly number: number },
): Promise<boolean> {
  const isMore = (rows: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from ${rows} limit ${number + 1}::int) counted) > ${number}::int`;
  const rows = await executePrepared(
    db,
    sql<{ many: boolean }>`
    select ${isMore(sql`mint_order where user_id = ${userId}`)}
      or ${isMore(sql`order_settlement where inviter_id = ${userId} and reward > 0`)} as many`,
  );
  return rows[0]?.many ?? false;
}

/** Returns the user id of an order, or undefined when it does not exist. */
export async function findOrderOwner(db: Database, orderId: bigint): Promise<bigint | undefined> {
  const order = await db.selectFrom('mint_order').select('user_id').where('id', '=', orderId).executeTakeFirst();
  return order?.user_id;
}

/** Returns a user's joined amount in a round, JU in base units. */
export async function readJoined(
  db: Database,
  { userId, roundId }: { readonly userId: bigint; readonly roundId: bigint },
): Promise<TokenAmount> {
  const { rows } = await sql<{ joined: bigint }>`
    select coalesce(sum(o.accepted), 0) as joined
    from mint_order o join round r on r.id = o.round_id
    where o.user_id = ${userId} and o.round_id = ${roundId} and o.id >= r.first_order_id`.execute(db);
  return tokenAmount(rows[0]?.joined ?? 0n);
}
