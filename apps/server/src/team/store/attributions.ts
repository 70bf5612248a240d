import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { RankPool } from '@city-mint/domain/team/attribution';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { MemberStatus } from '../member.ts';
import { arrayLiteral } from './array-literal.ts';
import type { StatementQueue } from './statement-queue.ts';
import { levelOf, nodeTypeOf } from './status-codes.ts';

type Rank = Pick<MemberStatus, 'nodeType' | 'teamLevel'>;

/** Returns the rank at a time (to the microsecond) of each user whose status changed later. */
export async function listRanksBefore(tx: Database, time: string): Promise<Map<bigint, Rank>> {
  const { rows } = await sql<{ user_id: bigint; node_type: number; team_level: number }>`
    select c.user_id, coalesce(before.node_type, 0) as node_type, coalesce(before.team_level, 0) as team_level
    from (select distinct user_id from team_status_change where changed_at > ${time}::timestamptz) c
    left join lateral (
      select s.node_type, s.team_level from team_status_change s
      where s.user_id = c.user_id and s.changed_at <= ${time}::timestamptz order by s.id desc limit 1
    ) before on true`.execute(tx);
  return new Map(
    rows.map((row) => [row.user_id, { nodeType: nodeTypeOf(row.node_type), teamLevel: levelOf(row.team_level) }]),
  );
}

/** Returns the users who were bound to their inviter after a time. */
export async function listBoundAfter(tx: Database, time: string): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ user_id: bigint }>`
    select user_id from team_bind where bound_at > ${time}::timestamptz`.execute(tx);
  return new Set(rows.map((row) => row.user_id));
}

/** By user id. */
export type Attributions = { readonly settledAt: string } & Readonly<Record<RankPool, Map<number, TokenAmount>>>;

/**
 * Adds amounts (JU, base units) to the attributed amounts of the settlement's UTC day; returns once the statement is
 * queued.
 */
export async function addAttributions(
  queue: StatementQueue,
  { settledAt, nodes, levels }: Attributions,
): Promise<void> {
  const userIds = [...new Set([...nodes.keys(), ...levels.keys()])].sort((one, other) => one - other);
  if (userIds.length === 0) return;
  await queue.add(sql`
    insert into team_attribution (user_id, day, nodes, levels)
    select user_id, utc_day(${settledAt}::timestamptz), nodes, levels
    from unnest(${arrayLiteral(userIds)}::bigint[],
      ${arrayLiteral(userIds.map((id) => nodes.get(id) ?? 0n))}::numeric[],
      ${arrayLiteral(userIds.map((id) => levels.get(id) ?? 0n))}::numeric[]) as t (user_id, nodes, levels)
    on conflict (user_id, day) do update
      set nodes = team_attribution.nodes + excluded.nodes, levels = team_attribution.levels + excluded.levels`);
}
