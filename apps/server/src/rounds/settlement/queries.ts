import { assertNever } from '@city-mint/domain/assert-never';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { SettlementLeaf } from '@city-mint/domain/proof/settlement-tree';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { OrderSettlement } from '#platform/database/generated/db.ts';
import { type SettledOutcome, settledOutcome } from '../round/store/steps.ts';

type Ranks = { readonly roundId: bigint; readonly from: number; readonly to: number };

/**
 * Returns the results of the settlement file for a range of ranks (both inclusive), by rank
 * (docs/money-rules.md#6-the-settlement-file).
 */
export async function readSettlementResults(db: Database, { roundId, from, to }: Ranks): Promise<SettlementLeaf[]> {
  const settledOrders = await db
    .selectFrom('mint_order')
    .innerJoin('order_settlement', 'order_settlement.order_id', 'mint_order.id')
    .innerJoin('round_settlement', 'round_settlement.round_id', 'order_settlement.round_id')
    .selectAll('order_settlement')
    .select('outcome')
    .where('mint_order.round_id', '=', roundId)
    .where('mint_order.rank', '>=', from)
    .where('mint_order.rank', '<=', to)
    .orderBy('mint_order.rank')
    .execute();
  return settledOrders.map(({ outcome, ...order }) => toLeaf(settledOutcome.parse(outcome), order));
}

function toLeaf(outcome: SettledOutcome, { rank, ...amounts }: Selectable<OrderSettlement>): SettlementLeaf {
  switch (outcome) {
    case 'minted':
      return {
        rank,
        principal: `${amounts.principal}`,
        fee: `${amounts.fee}`,
        reward: `${amounts.reward}`,
        split: `${amounts.split}`,
        stages: [`${amounts.stage1}`, `${amounts.stage2}`, `${amounts.stage3}`],
      };
    case 'failed':
      return {
        rank,
        refund: `${amounts.refund}`,
        loss: `${amounts.loss}`,
        compensation: `${amounts.compensation}`,
        hash: `${amounts.hash_power}`,
      };
    case 'cancelled':
      return { rank, refund: `${amounts.refund}` };
    default:
      return assertNever(outcome);
  }
}

export type SettledRound = {
  readonly roundId: bigint;
  readonly outcome: SettledOutcome;
  /** The settlement's time by the database's clock, to the microsecond, and its UTC day as YYYY-MM-DD. */
  readonly settledAt: string;
  readonly day: string;
};

export type SettledRounds = {
  /** In the order of their ids. */
  readonly rounds: readonly SettledRound[];
  /** The first unsettled round after `after`; null when all are settled. */
  readonly firstUnsettled: bigint | null;
};

/** Returns the rounds with an id above `after` whose settlement is paid and closed, and the first one that is not. */
export async function listSettledRounds(db: Database, after: bigint): Promise<SettledRounds> {
  const { rows } = await sql<{ id: bigint; outcome: SettledOutcome | null; at: string; day: string | null }>`
    select r.id, s.outcome, s.settled_at::text as at, to_char(s.settled_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from round r
    left join round_settlement s on s.round_id = r.id and r.state in ('minted', 'ended')
    where r.id > ${after}
    order by r.id`.execute(db);
  return {
    rounds: rows.flatMap(({ id, outcome, at, day }) =>
      outcome === null || day === null ? [] : [{ roundId: id, outcome, settledAt: at, day }],
    ),
    firstUnsettled: rows.find(({ outcome }) => outcome === null)?.id ?? null,
  };
}

/** The outcome of a settled round for one user; JU in base units. */
export type SettledUser = {
  readonly userId: bigint;
  /** Accepted amounts of all the user's orders. */
  readonly amount: TokenAmount;
  /** The inviter at the time of the settlement, or null, and the inviter's earnings from the user's orders. */
  readonly inviterId: bigint | null;
  readonly reward: TokenAmount;
};

export type SettledUsersPage = { readonly roundId: bigint; readonly afterUser: bigint; readonly limit: number };

/**
 * Returns a page of the users of a settled round, by id. Columns are read as arrays, because a page may be 100,000
 * users.
 */
export async function listSettledUsers(db: Database, page: SettledUsersPage): Promise<SettledUser[]> {
  const { rows } = await sql<{ users: bigint[]; amounts: bigint[]; inviters: bigint[]; rewards: bigint[] }>`
    select coalesce(array_agg(user_id), '{}') as users, coalesce(array_agg(amount), '{}') as amounts,
      coalesce(array_agg(inviter_id), '{}') as inviters, coalesce(array_agg(reward), '{}') as rewards
    from (
      select user_id, sum(amount) as amount, coalesce(max(inviter_id), 0) as inviter_id,
        coalesce(sum(reward), 0) as reward
      from order_settlement
      where round_id = ${page.roundId} and user_id > ${page.afterUser}
      group by user_id order by user_id limit ${page.limit}::int
    ) users`.execute(db);
  const columns = rows[0] ?? { users: [], amounts: [], inviters: [], rewards: [] };
  return columns.users.map((userId, index) => ({
    userId,
    amount: tokenAmount(columns.amounts[index] ?? 0n),
    inviterId: columns.inviters[index] === 0n ? null : (columns.inviters[index] ?? null),
    reward: tokenAmount(columns.rewards[index] ?? 0n),
  }));
}

/** The payments of settled rounds to the operator's accounts, in base units of JU. */
export type OperatorEarnings = { readonly fromSuccesses: TokenAmount; readonly fromFailures: TokenAmount };

type Earned = { readonly treasury: bigint; readonly loss: bigint };

/**
 * Returns a reader of the operator's share of the fees of all minted rounds, and the part of the losses of all
 * failed ones that the reserve had no room for. A
 * settlement is written once, at its time or soon after, so those of more than two hours ago are summed up once.
 */
export function createOperatorEarningsReader(): (db: Database) => Promise<OperatorEarnings> {
  let older: Earned & { readonly until: Date } = { until: new Date(0), treasury: 0n, loss: 0n };
  return async (db) => {
    const known = older;
    // A whole hour, which a JavaScript date can represent exactly.
    const { rows } = await sql<Earned & { until: Date; olderTreasury: bigint; olderLoss: bigint }>`
      select b.until, s.* from (
        select greatest(date_trunc('hour', now() - interval '2 hours', 'UTC'), ${known.until}) as until
      ) b
      cross join lateral (
        select coalesce(sum(treasury), 0) as treasury, coalesce(sum(loss), 0) as loss,
          coalesce(sum(treasury) filter (where settled_at < b.until), 0) as "olderTreasury",
          coalesce(sum(loss) filter (where settled_at < b.until), 0) as "olderLoss"
        from (
          select settled_at, case outcome when 'minted' then (totals ->> 'treasury')::numeric end as treasury,
            case outcome when 'failed' then (totals ->> 'launchCosts')::numeric end as loss
          from round_settlement where settled_at >= ${known.until}
        ) settled
      ) s`.execute(db);
    const [sums] = rows;
    if (sums === undefined) throw new Error('an aggregate query returned no row');
    older = {
      until: sums.until,
      treasury: known.treasury + sums.olderTreasury,
      loss: known.loss + sums.olderLoss,
    };
    return {
      fromSuccesses: tokenAmount(known.treasury + sums.treasury),
      fromFailures: tokenAmount(known.loss + sums.loss),
    };
  };
}
