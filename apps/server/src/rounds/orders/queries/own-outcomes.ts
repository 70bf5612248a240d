import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { outcomeColumn, type RoundOutcome } from '../../offers/queries/rounds.ts';
import { ordersUnderWay } from './orders-under-way.ts';

type SumName = 'joined' | 'net' | 'fmc' | 'fmc_paid' | 'principal' | 'refund' | 'loss' | 'compensation' | 'hash_power';
type RoundName = { city_id: bigint; city: string; phase: number; number: number };

type OutcomeRow = Readonly<Record<SumName, bigint>> &
  RoundName & {
    round_id: bigint;
    order_id: bigint;
    outcome: string | null;
    is_settled: boolean;
    is_claimed: boolean;
    is_late: boolean;
  };

/** The sums of a user's orders in a settled round; amounts in base units. */
export type OwnOutcome = Omit<OutcomeRow, 'outcome' | 'is_settled'> & { readonly outcome: RoundOutcome };

export type OwnOutcomes = {
  /** The rounds in which the user has unsettled orders. */
  readonly unsettled: readonly bigint[];
  readonly settled: readonly OwnOutcome[];
};

/**
 * Returns the user's rounds that are not settled, and the sums of the user's orders in the settled ones of `roundIds`.
 * Rows of orders stay in the database, so the answer is small whatever the number of orders.
 */
export async function readOwnOutcomes(
  db: Database,
  { userId, roundIds }: { readonly userId: bigint; readonly roundIds: readonly bigint[] },
): Promise<OwnOutcomes> {
  // The unsettled rounds first: a round that is settled in between is in both lists, never in none.
  const underWay = await executePrepared(
    db,
    sql<{ round_id: bigint }>`select distinct round_id
      from (${ordersUnderWay({ userId, states: ['active', 'failed', 'cancelled'] })}) w order by round_id`,
  );
  const rows = roundIds.length === 0 ? [] : await readSums(db, userId, roundIds);
  const unsettled = [...underWay, ...rows.filter((row) => !row.is_settled)].map((row) => row.round_id);
  const settled = rows.flatMap((row) => {
    const outcome = outcomeColumn.parse(row.outcome);
    return row.is_settled && outcome !== null ? [{ ...row, outcome }] : [];
  });
  return { unsettled: [...new Set(unsettled)], settled };
}

/** One row a round; its amounts count once the round's settlement is paid and closed, like those of `order_outcome`. */
function readSums(db: Database, userId: bigint, roundIds: readonly bigint[]): Promise<readonly OutcomeRow[]> {
  return executePrepared(
    db,
    sql<OutcomeRow>`
    select r.id as round_id, r.city_id, c.name as city, r.phase, r.number, g.outcome, o.order_id, o.is_late,
      r.state in ('minted', 'ended') and g.settled_at is not null as is_settled,
      r.state = 'ended' and o.is_claimed as is_claimed,
      o.joined, o.net, o.stage1 + o.stage2 + o.stage3 as fmc, f.paid as fmc_paid,
      o.principal, o.refund, o.loss, o.compensation, o.hash_power
    from round r
    join city c on c.id = r.city_id
    join round_settlement g on g.round_id = r.id
    cross join lateral (
      select max(s.order_id) as order_id, sum(s.amount) as joined, sum(order_net(s)) as net,
        coalesce(sum(s.stage1), 0) as stage1, coalesce(sum(s.stage2), 0) as stage2,
        coalesce(sum(s.stage3), 0) as stage3,
        coalesce(sum(s.principal), 0) as principal, coalesce(sum(s.refund), 0) as refund,
        coalesce(sum(s.loss), 0) as loss, coalesce(sum(s.compensation), 0) as compensation,
        coalesce(sum(s.hash_power), 0) as hash_power, bool_or(s.late) as is_late,
        bool_and(coalesce(s.hash_power, 0) = 0 or s.is_claimed) as is_claimed
      from order_settlement s
      where s.round_id = r.id and s.user_id = ${userId}
    ) o
    cross join lateral (
      select coalesce(sum(case g.stage when 1 then o.stage1 when 2 then o.stage2 else o.stage3 end), 0) as paid
      from round_stage g where g.round_id = r.id and g.paid_at is not null
    ) f
    where r.id = any (${roundIds}::bigint[]) and o.order_id is not null
    order by r.id`,
  );
}
