import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

type SettledOrders = { readonly roundId: bigint; readonly outcome: 'minted' | 'failed' | 'cancelled' };

/** Adds the orders of a settled round to the auditor's figures of their users, once; resolves afterwards. */
export async function followPerformance(tx: Database, { roundId, outcome }: SettledOrders): Promise<void> {
  if (outcome === 'cancelled') return;
  const performance = outcome === 'minted' ? sql`sum(accepted)` : sql`0`;
  await sql`
    insert into audit.performance as known (user_id, minted)
    select user_id, ${performance} from mint_order where round_id = ${roundId} group by user_id order by user_id
    on conflict (user_id) do update set minted = known.minted + excluded.minted where excluded.minted > 0`.execute(tx);
}

/** The figures from which ranks follow. docs/money-rules.md#8-team-nodes-levels */
export type TeamFigures = {
  readonly joinedDirects: number;
  readonly teamPerformance: TokenAmount;
  readonly smallAreaPerformance: TokenAmount;
};

/**
 * Returns a user's figures by the bindings and the rounds whose settlement the auditor follows. Figures only grow, so
 * earlier ones were no higher.
 */
export async function readOwnFigures(tx: Database, userId: bigint): Promise<TeamFigures> {
  const { rows } = await sql<{ joined: number; team: bigint; small: bigint }>`
    with recursive below (leg, user_id) as (
      select user_id, user_id from participant where inviter_id = ${userId}
      union
      select b.leg, p.user_id from below b join participant p on p.inviter_id = b.user_id
    ), legs as (
      select coalesce(sum(m.minted), 0) as performance, bool_or(m.user_id = b.leg) as has_joined
      from below b left join audit.performance m on m.user_id = b.user_id group by b.leg
    )
    select (count(*) filter (where has_joined))::int as joined, coalesce(sum(performance), 0) as team,
      coalesce(sum(performance) - max(performance), 0) as small
    from legs`.execute(tx);
  const { joined, team, small } = rows[0] ?? { joined: 0, team: 0n, small: 0n };
  return {
    joinedDirects: joined,
    teamPerformance: tokenAmount(team),
    smallAreaPerformance: tokenAmount(small),
  };
}
