import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { MemberStatus } from '../member.ts';
import { levelAt, nodeTypeAt } from './positions.ts';

/**
 * Users with a node type (nodes) or a team level (levels) as it was at the end of a UTC day, in the order of their ids:
 * the one of now for whoever has not changed since, else the last one before.
 */
export async function findStatusesAtEnd(
  db: Database,
  page: { pool: 'nodes' | 'levels'; day: number; afterUser: bigint; limit: number },
): Promise<(Pick<MemberStatus, 'nodeType' | 'teamLevel'> & { readonly userId: bigint })[]> {
  const { pool, day, afterUser, limit } = page;
  const end = sql`(timestamptz 'epoch' + (${day}::int + 1) * interval '24 hours')`;
  const counts = sql.ref(pool === 'nodes' ? 'node_type' : 'team_level');
  const { rows } = await sql<{ user_id: bigint; node_type: number; team_level: number }>`
    with changed as materialized (
      select distinct user_id from team_status_change where changed_at >= ${end} and user_id > ${afterUser}
    )
    select * from (
      (select m.user_id, m.node_type, m.team_level from team_member m
        where m.user_id > ${afterUser} and m.${counts} > 0 and not exists (select 1 from changed c where c.user_id = m.user_id)
        order by m.user_id limit ${limit}::int)
      union all
      (select c.user_id, before.node_type, before.team_level from changed c
        cross join lateral (
          select s.node_type, s.team_level from team_status_change s
          where s.user_id = c.user_id and s.changed_at < ${end} order by s.id desc limit 1
        ) before
        where before.${counts} > 0 order by c.user_id limit ${limit}::int)
    ) standing
    order by user_id limit ${limit}::int`.execute(db);
  return rows.map((row) => ({
    userId: row.user_id,
    nodeType: nodeTypeAt(row.node_type),
    teamLevel: levelAt(row.team_level),
  }));
}
