import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type Member, newMember } from '../member.ts';
import { arrayLiteral } from './array-literal.ts';
import { levelOf, nodeTypeCode, nodeTypeOf } from './status-codes.ts';

/** MemberColumns of many members at once; the same index in each is one member. */
type MemberColumns = {
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

const MEMBER_COLUMNS = sql`
  array_agg(m.user_id) as ids, array_agg(coalesce(m.inviter_id, 0)) as inviters, array_agg(m.has_joined::int) as joined,
  array_agg(m.direct_count) as counts, array_agg(m.joined_direct_count) as joined_counts,
  array_agg(m.team_count) as team_counts,
  array_agg(m.own_performance) as own, array_agg(m.team_performance) as team, array_agg(m.largest_leg) as largest,
  array_agg(m.liquidated) as liquidated, array_agg(m.recommended) as recommended,
  array_agg(m.earned_for_inviter) as earned, array_agg(m.rewards) as rewards,
  array_agg(m.granted_type) as granted, array_agg(m.reward_level) as reward_levels,
  array_agg(m.node_type) as types, array_agg(m.performance_level) as performance_levels,
  array_agg(m.team_level) as levels`;

/** Returns members by their ids, in any order; inserts the rows that are missing. */
export async function loadMembers(tx: Database, userIds: Iterable<bigint>): Promise<Member[]> {
  const wanted = new Set(userIds);
  const { rows } = await sql<MemberColumns>`
    select ${MEMBER_COLUMNS}
    from unnest(${arrayLiteral(wanted)}::bigint[]) u join team_member m on m.user_id = u`.execute(tx);
  return withNewMembers(tx, wanted, rows.flatMap(toMembers));
}

/** Holds the inviters of a tree of millions during the traversal; with less, each level reads them from disk again. */
const TRAVERSAL_MEMORY = '256MB';

/**
 * Returns the members of these ids and everyone above them, each once; inserts the rows of the ids that are missing.
 * The database traverses the tree: by key level by level for few, by one scan that serves all levels for many.
 */
export async function loadUpwards(tx: Database, userIds: Iterable<bigint>): Promise<Member[]> {
  const wanted = new Set(userIds);
  await sql.raw(`set local work_mem = '${TRAVERSAL_MEMORY}'`).execute(tx);
  const { rows } = await sql<MemberColumns>`
    with recursive up (id) as (
      select u from unnest(${arrayLiteral(wanted)}::bigint[]) u
      union
      select m.inviter_id from up join team_member m on m.user_id = up.id where m.inviter_id is not null
    )
    select ${MEMBER_COLUMNS} from up join team_member m on m.user_id = up.id`.execute(tx);
  return withNewMembers(tx, wanted, rows.flatMap(toMembers));
}

/** The members found, and new ones, whose rows it inserts, for the ids that were not. */
async function withNewMembers(tx: Database, wanted: Iterable<bigint>, found: Member[]): Promise<Member[]> {
  const known = new Set(found.map(({ id }) => id));
  const missing = [...wanted].filter((id) => !known.has(id));
  if (missing.length === 0) return found;
  await sql`insert into team_member (user_id) select u from unnest(${arrayLiteral(missing)}::bigint[]) u`.execute(tx);
  return [...found, ...missing.map(newMember)];
}

/** Returns at most `limit` members with an id above `after`, by id. */
export async function loadMembersAfter(
  tx: Database,
  { after, limit }: { after: bigint; limit: number },
): Promise<Member[]> {
  const { rows } = await sql<MemberColumns>`
    select ${MEMBER_COLUMNS} from (
      select * from team_member where user_id > ${after} order by user_id limit ${limit}::int
    ) m`.execute(tx);
  return rows.flatMap(toMembers);
}

/** The type of each written column, and its value of a member. */
const WRITTEN_COLUMNS = {
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
  granted_type: { type: 'smallint', of: (m: Member) => nodeTypeCode(m.grantedType) },
  reward_level: { type: 'smallint', of: (m: Member) => m.rewardLevel },
  node_type: { type: 'smallint', of: (m: Member) => nodeTypeCode(m.nodeType) },
  performance_level: { type: 'smallint', of: (m: Member) => m.performanceLevel },
  team_level: { type: 'smallint', of: (m: Member) => m.teamLevel },
} as const;

export type MemberColumn = keyof typeof WRITTEN_COLUMNS;

/** Updates these columns of members in one statement; returns once they are written. */
export async function updateMembers(
  tx: Database,
  members: readonly Member[],
  columns: readonly MemberColumn[],
): Promise<void> {
  if (members.length === 0) return;
  const sortedMembers = members.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const names = columns.map((name) => sql.ref(name));
  const assignments = names.map((name) => sql`${name} = t.${name}`);
  const arrays = columns.map((name) => {
    const { type, of } = WRITTEN_COLUMNS[name];
    return sql`${arrayLiteral(sortedMembers.map((member) => of(member)))}::${sql.raw(type)}[]`;
  });
  await sql`
    update team_member m set ${sql.join(assignments)}
    from unnest(${arrayLiteral(sortedMembers.map(({ id }) => id))}::bigint[], ${sql.join(arrays)})
      as t (user_id, ${sql.join(names)})
    where m.user_id = t.user_id`.execute(tx);
}

/** Records the new status of each member; returns once the rows are inserted. */
export async function insertStatusChanges(tx: Database, members: readonly Member[]): Promise<void> {
  if (members.length === 0) return;
  await sql`
    insert into team_status_change (user_id, node_type, reward_level, performance_level, team_level)
    select * from unnest(
      ${arrayLiteral(members.map((m) => m.id))}::bigint[],
      ${arrayLiteral(members.map((m) => nodeTypeCode(m.nodeType)))}::smallint[],
      ${arrayLiteral(members.map((m) => m.rewardLevel))}::smallint[],
      ${arrayLiteral(members.map((m) => m.performanceLevel))}::smallint[],
      ${arrayLiteral(members.map((m) => m.teamLevel))}::smallint[])`.execute(tx);
}

function toMembers(columns: MemberColumns): Member[] {
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
      grantedType: nodeTypeOf(columns.granted[index] ?? 0),
      rewardLevel: levelOf(columns.reward_levels[index] ?? 0),
      nodeType: nodeTypeOf(columns.types[index] ?? 0),
      performanceLevel: levelOf(columns.performance_levels[index] ?? 0),
      teamLevel: levelOf(columns.levels[index] ?? 0),
    };
  });
}
