import { ORDER_STATES, type OrderState } from '@city-mint/domain/rounds/order-state';
import { ROUND_STATES, type RoundState } from '@city-mint/domain/rounds/round-state';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parseTerms } from '../terms/stored-terms.ts';

/** One of a user's orders; amounts in base units, the net null until the round is settled. */
export type MyOrder = {
  readonly orderId: bigint;
  readonly roundId: bigint;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  readonly quota: bigint;
  readonly mintAmount: bigint;
  readonly roundState: RoundState;
  readonly state: OrderState;
  readonly asked: bigint;
  readonly accepted: bigint;
  readonly rank: number;
  readonly reverseRank: number;
  readonly joinedAt: Date;
  readonly automatic: boolean;
  readonly net: bigint | null;
};

type Row = {
  id: bigint;
  round_id: bigint;
  terms: unknown;
  round_state: string;
  state: string;
  asked: bigint;
  accepted: bigint;
  rank: number;
  order_count: number;
  joined_at: Date;
  automatic: boolean;
  net: bigint | null;
};

const roundState = z.enum(ROUND_STATES);
const orderState = z.enum(ORDER_STATES);

export type MyOrdersFilter = {
  readonly userId: bigint;
  readonly orderId?: bigint;
  readonly state?: OrderState | undefined;
  /** Only orders with a smaller id. */
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/** Orders of one user, newest first. An order's state follows from its round's and its settlement. rules.md section 3. */
export async function readMyOrders(db: Database, filter: MyOrdersFilter): Promise<MyOrder[]> {
  const { rows } = await sql<Row>`
    select * from (
      select o.id, o.round_id, t.terms, r.state as round_state, o.asked, o.accepted, o.rank, r.order_count, o.joined_at, o.automatic,
        case
          when r.state in ('failed', 'liquidating') then 'failed'
          when r.state = 'minted' then 'minted'
          when r.state = 'ended' then case when s.hash > 0 and c.order_id is null then 'claimable' else 'ended' end
          else 'active'
        end as state,
        case when r.state in ('minted', 'ended') then
          coalesce(s.principal, s.refund) + coalesce(s.split, 0) + coalesce(s.compensation, 0) - s.amount end as net
      from mint_order o
      join round r on r.id = o.round_id
      join round_terms t on t.round_id = o.round_id
      left join order_settlement s on s.order_id = o.id
      left join hash_power_claim c on c.order_id = o.id
      where o.user_id = ${filter.userId}
        and (${filter.before ?? null}::bigint is null or o.id < ${filter.before ?? null}::bigint)
        and (${filter.orderId ?? null}::bigint is null or o.id = ${filter.orderId ?? null}::bigint)
    ) orders
    where ${filter.state ?? null}::text is null or state = ${filter.state ?? null}::text
    order by id desc limit ${filter.limit}::int`.execute(db);
  return rows.map(toMyOrder);
}

function toMyOrder(row: Row): MyOrder {
  const { city, phase, number, quota, mintAmount } = parseTerms(row.terms);
  return {
    orderId: row.id,
    roundId: row.round_id,
    city,
    phase,
    number,
    quota,
    mintAmount,
    roundState: roundState.parse(row.round_state),
    state: orderState.parse(row.state),
    asked: row.asked,
    accepted: row.accepted,
    rank: row.rank,
    reverseRank: row.order_count + 1 - row.rank,
    joinedAt: row.joined_at,
    automatic: row.automatic,
    net: row.net,
  };
}
