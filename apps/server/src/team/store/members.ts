import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type Member, newMember } from '../member.ts';
import { arrayOf } from './array-of.ts';
import { levelAt, nodeTypeAt, positionOf } from './positions.ts';

/** Columns of many members at once; the same position in each is one member. */
type Columns = {
  ids: bigint[];
  inviters: bigint[];
  joined: number[];
  counts: number[];
  joined_counts: number[];
  team_counts: number[];
  own: bigint[];
  team: bigint[];
  largest: bigint[];
  liquidated: bigint[];
  recommended: bigint[];
  earned: bigint[];
  rewards: bigint[];
  granted: number[];
  reward_levels: number[];
  types: number[];
  performance_levels: number[];
  levels: number[];
};

const COLUMNS = sql`
  array_agg(m.user_id) as ids, array_agg(coalesce(m.inviter_id, 0)) as inviters, array_agg(m.has_joined::int) as joined,
  array_agg(m.direct_count) as counts, array_agg(m.joined_direct_count) as joined_counts, array_agg(m.team_count) as team_counts,
  array_agg(m.own_performance) as own, array_agg(m.team_performance) as team, array_agg(m.largest_leg) as largest,
  array_agg(m.liquidated) as liquidated, array_agg(m.recommended) as recommended,
  array_agg(m.earned_for_inviter) as earned, array_agg(m.rewards) as rewards,
  array_agg(m.granted_type) as granted, array_agg(m.reward_level) as reward_levels,
  array_agg(m.node_type) as types, array_agg(m.performance_level) as performance_levels, array_agg(m.team_level) as levels`;

/** Members by their ids; who has no row yet gets one. */
export async function loadMembers(tx: Database, userIds: Iterable<bigint>): Promise<Member[]> {
  const wanted = new Set(userIds);
  const { rows } = await sql<Columns>`
    select ${COLUMNS} from unnest(${arrayOf(wanted)}::bigint[]) u join team_member m on m.user_id = u`.execute(tx);
  return withNewcomers(tx, wanted, rows.flatMap(toMembers));
}

/**
 * Room to keep the inviters of a whole tree of millions in memory while it is walked; else each level would read them
 * from disk again.
 */
const WALK_MEMORY = '256MB';

/**
 * The members of the list, those without a row included, and everyone above them, each once, however many meet on the
 * way up. The database walks: few are looked up by their keys level by level, for many it reads the tree once and keeps
 * it for all levels.
 */
export async function loadUpwards(tx: Database, from: Iterable<bigint>): Promise<Member[]> {
  const wanted = new Set(from);
  await sql.raw(`set local work_mem = '${WALK_MEMORY}'`).execute(tx);
  const { rows } = await sql<Columns>`
    with recursive up (id) as (
      select u from unnest(${arrayOf(wanted)}::bigint[]) u
      union
      select m.inviter_id from up join team_member m on m.user_id = up.id where m.inviter_id is not null
    )
    select ${COLUMNS} from up join team_member m on m.user_id = up.id`.execute(tx);
  return withNewcomers(tx, wanted, rows.flatMap(toMembers));
}

/** The members found, and new ones with rows of their own for those who were not. */
async function withNewcomers(tx: Database, wanted: Iterable<bigint>, found: Member[]): Promise<Member[]> {
  const known = new Set(found.map(({ id }) => id));
  const missing = [...wanted].filter((id) => !known.has(id));
  if (missing.length === 0) return found;
  await sql`insert into team_member (user_id) select u from unnest(${arrayOf(missing)}::bigint[]) u`.execute(tx);
  return [...found, ...missing.map(newMember)];
}

/** Members with an id above `after`, in that order. */
export async function loadMembersAfter(
  tx: Database,
  { after, limit }: { after: bigint; limit: number },
): Promise<Member[]> {
  const { rows } = await sql<Columns>`
    select ${COLUMNS} from (
      select * from team_member where user_id > ${after} order by user_id limit ${limit}::int
    ) m`.execute(tx);
  return rows.flatMap(toMembers);
}

/** How each column that is written comes from a member. */
const WRITTEN = {
  inviter_id: { type: 'bigint', of: (m: Member) => m.inviterId ?? 'NULL' },
  has_joined: { type: 'boolean', of: (m: Member) => m.hasJoined },
  direct_count: { type: 'int', of: (m: Member) => m.directCount },
  joined_direct_count: { type: 'int', of: (m: Member) => m.joinedDirectCount },
  team_count: { type: 'int', of: (m: Member) => m.teamCount },
  own_performance: { type: 'numeric', of: (m: Member) => m.ownPerformance },
  team_performance: { type: 'numeric', of: (m: Member) => m.teamPerformance },
  largest_leg: { type: 'numeric', of: (m: Member) => m.largestLeg },
  liquidated: { type: 'numeric', of: (m: Member) => m.liquidated },
  recommended: { type: 'numeric', of: (m: Member) => m.recommended },
  earned_for_inviter: { type: 'numeric', of: (m: Member) => m.earnedForInviter },
  rewards: { type: 'numeric', of: (m: Member) => m.rewards },
  granted_type: { type: 'smallint', of: (m: Member) => positionOf(m.grantedType) },
  reward_level: { type: 'smallint', of: (m: Member) => m.rewardLevel },
  node_type: { type: 'smallint', of: (m: Member) => positionOf(m.nodeType) },
  performance_level: { type: 'smallint', of: (m: Member) => m.performanceLevel },
  team_level: { type: 'smallint', of: (m: Member) => m.teamLevel },
} as const;

export type MemberColumn = keyof typeof WRITTEN;

/** Writes these columns of members back, all of them in one statement. */
export async function saveMembers(
  tx: Database,
  members: readonly Member[],
  columns: readonly MemberColumn[],
): Promise<void> {
  if (members.length === 0) return;
  const sorted = members.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const set = columns.map((name) => sql`${sql.ref(name)} = t.${sql.ref(name)}`);
  const arrays = columns.map((name) => {
    const { type, of } = WRITTEN[name];
    return sql`${arrayOf(sorted.map((member) => of(member)))}::${sql.raw(type)}[]`;
  });
  await sql`
    update team_member m set ${sql.join(set)}
    from unnest(${arrayOf(sorted.map(({ id }) => id))}::bigint[], ${sql.join(arrays)}) as t (user_id, ${sql.join(columns.map((name) => sql.ref(name)))})
    where m.user_id = t.user_id`.execute(tx);
}

/** Keeps each change of a standing. */
export async function insertStatusChanges(tx: Database, members: readonly Member[]): Promise<void> {
  if (members.length === 0) return;
  await sql`
    insert into team_status_change (user_id, node_type, reward_level, performance_level, team_level)
    select * from unnest(
      ${arrayOf(members.map((m) => m.id))}::bigint[], ${arrayOf(members.map((m) => positionOf(m.nodeType)))}::smallint[],
      ${arrayOf(members.map((m) => m.rewardLevel))}::smallint[],
      ${arrayOf(members.map((m) => m.performanceLevel))}::smallint[],
      ${arrayOf(members.map((m) => m.teamLevel))}::smallint[])`.execute(tx);
}

function toMembers(columns: Columns): Member[] {
  // An aggregate over no rows is null, whatever its type says.
  const ids: bigint[] | null = columns.ids;
  return (ids ?? []).map((id, index): Member => {
    const amount = (column: bigint[]) => tokenAmount(column[index] ?? 0n);
    const inviter = columns.inviters[index] ?? 0n;
    return {
      id,
      inviterId: inviter === 0n ? null : inviter,
      hasJoined: columns.joined[index] === 1,
      directCount: columns.counts[index] ?? 0,
      joinedDirectCount: columns.joined_counts[index] ?? 0,
      teamCount: columns.team_counts[index] ?? 0,
      ownPerformance: amount(columns.own),
      teamPerformance: amount(columns.team),
      largestLeg: amount(columns.largest),
      liquidated: amount(columns.liquidated),
      recommended: amount(columns.recommended),
      earnedForInviter: amount(columns.earned),
      rewards: amount(columns.rewards),
      grantedType: nodeTypeAt(columns.granted[index] ?? 0),
      rewardLevel: levelAt(columns.reward_levels[index] ?? 0),
      nodeType: nodeTypeAt(columns.types[index] ?? 0),
      performanceLevel: levelAt(columns.performance_levels[index] ?? 0),
      teamLevel: levelAt(columns.levels[index] ?? 0),
    };
  });
}
