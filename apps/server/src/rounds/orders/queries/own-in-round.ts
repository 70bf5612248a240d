import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { outcomeColumn, type RoundOutcome } from '../../offers/queries/rounds.ts';
import { ordersUnderWay } from './orders-under-way.ts';

/** Limit of the ranks that an answer lists: the page shows few, and draws a dot for each. */
const MOST_RANKS = 50;

type SumsRow = {
  orders: number;
  joined: bigint;
  outcome: string | null;
  net: bigint | null;
  fmc: bigint;
  ranks: readonly number[];
  joined_at: readonly Date[];
};

/** The sums of a user's orders in a round, in base units; `net` is null until the round is settled. */
export type OwnInRound = {
  readonly orders: number;
  readonly joined: bigint;
  readonly outcome: RoundOutcome | null;
  readonly net: bigint | null;
  /** FMC of all stages, paid or due. */
  readonly fmc: bigint;
  /** The first orders by rank. */
  readonly first: readonly { readonly rank: number; readonly joinedAt: Date }[];
};

/** Returns the sums of all of the user's orders in a round, and the first of them by rank. */
export async function readOwnInRound(
  db: Database,
  { userId, roundId }: { readonly userId: bigint; readonly roundId: bigint },
): Promise<OwnInRound> {
  const rows = await executePrepared(
    db,
    sql<SumsRow>`
    with own as materialized (
      select v.rank, v.joined_at, v.accepted, v.outcome, v.net,
        coalesce(v.stages[1] + v.stages[2] + v.stages[3], 0) as fmc
      from order_outcome v where v.order_id = any (array(
        select s.order_id from order_settlement s where s.round_id = ${roundId} and s.user_id = ${userId}
        union all
        select w.id from (${ordersUnderWay({ userId, states: ['active', 'failed', 'cancelled'], roundId })}) w
      ))
    )
    select o.orders, o.joined, o.outcome, o.net, o.fmc, f.ranks, f.joined_at
    from (
      select count(*)::int as orders, coalesce(sum(accepted), 0) as joined, max(outcome) as outcome,
        case when count(*) = count(net) then sum(net) end as net, coalesce(sum(fmc), 0) as fmc
      from own
    ) o
    cross join (
      select coalesce(array_agg(rank order by rank), '{}') as ranks,
        coalesce(array_agg(joined_at order by rank), '{}') as joined_at
      from (select rank, joined_at from own order by rank limit ${MOST_RANKS}::int) first
    ) f`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has one row');
  return {
    orders: row.orders,
    joined: row.joined,
    outcome: outcomeColumn.parse(row.outcome),
    net: row.net,
    fmc: row.fmc,
    first: row.ranks.flatMap((rank, index) => {
      const joinedAt = row.joined_at[index];
      return joinedAt === undefined ? [] : [{ rank, joinedAt }];
    }),
  };
}
