import type { UtcDay } from '@city-mint/domain/miner/mining-day';
import { NODE_WEIGHTS } from '@city-mint/domain/team/node-type';
import { LEVEL_WEIGHTS } from '@city-mint/domain/team/team-level';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { MemberStatus } from '../member.ts';
import { awaitRollUpLock } from '../store/roll-up-progress.ts';
import { levelOf, nodeTypeOf } from '../store/status-codes.ts';

export type WeightsPage = {
  readonly pool: 'nodes' | 'levels';
  /** A UTC day that is over, counted from 1970-01-01. */
  readonly day: UtcDay;
  readonly afterUser: bigint;
  readonly limit: number;
};

/**
 * Returns the users with a weight above 0 in a pool at the end of a UTC day, in the order of their ids: at most `limit`
 * after the user `afterUser`. Must run in a transaction, and blocks changes of statuses until it ends.
 * docs/money-rules.md#8-team-nodes-levels
 */
export async function listPoolWeights(
  tx: Database,
  page: WeightsPage,
): Promise<{ readonly userId: bigint; readonly weight: number }[]> {
  await awaitRollUpLock(tx);
  const statuses = await findStatusesAtEnd(tx, page);
  return statuses.map(({ userId, nodeType, teamLevel }) => ({
    userId,
    weight: page.pool === 'nodes' ? NODE_WEIGHTS[nodeType] : LEVEL_WEIGHTS[teamLevel],
  }));
}

/**
 * Users with a node type (nodes) or a team level (levels) at the end of a UTC day: the current one of users who have
 * not changed since, else the last one before.
 */
async function findStatusesAtEnd(
  tx: Database,
  { pool, day, afterUser, limit }: WeightsPage,
): Promise<(Pick<MemberStatus, 'nodeType' | 'teamLevel'> & { readonly userId: bigint })[]> {
  const dayEnd = sql`(timestamptz 'epoch' + (${day}::int + 1) * interval '24 hours')`;
  const statusColumn = sql.ref(pool === 'nodes' ? 'node_type' : 'team_level');
  const { rows } = await sql<{ user_id: bigint; node_type: number; team_level: number }>`
    with changed as materialized (
      select distinct user_id from team_status_change where changed_at >= ${dayEnd} and user_id > ${afterUser}
    )
    select * from (
      (select m.user_id, m.node_type, m.team_level from team_member m
        where m.user_id > ${afterUser} and m.${statusColumn} > 0
          and not exists (select 1 from changed c where c.user_id = m.user_id)
        order by m.user_id limit ${limit}::int)
      union all
      (select c.user_id, before.node_type, before.team_level from changed c
        cross join lateral (
          select s.node_type, s.team_level from team_status_change s
          where s.user_id = c.user_id and s.changed_at < ${dayEnd} order by s.id desc limit 1
        ) before
        where before.${statusColumn} > 0 order by c.user_id limit ${limit}::int)
    ) status
    order by user_id limit ${limit}::int`.execute(tx);
  return rows.map((row) => ({
    userId: row.user_id,
    nodeType: nodeTypeOf(row.node_type),
    teamLevel: levelOf(row.team_level),
  }));
}
