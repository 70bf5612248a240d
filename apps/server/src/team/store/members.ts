import type { TeamTree } from '@city-mint/domain/team/team-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { arrayLiteral } from './array-literal.ts';
import type { OwnShare } from './team-days.ts';

/** Rows of one statement: its arrays are texts of some megabytes each. */
const ROWS_PER_STATEMENT = 200_000;

/** A member to write: the slot in the tree, and what the step adds to the member's own sums. */
type Written = { readonly tree: TeamTree; readonly slot: number; readonly share: OwnShare | undefined };

/** The type of each column that is written as the tree has it. */
const TREE_COLUMNS = {
  inviter_id: { type: 'bigint', of: ({ tree, slot }: Written) => inviterOf(tree, slot) },
  has_joined: { type: 'boolean', of: ({ tree, slot }: Written) => tree.columns.joined[slot] === 1 },
  direct_count: { type: 'int', of: ({ tree, slot }: Written) => tree.columns.directCounts[slot] ?? 0 },
  joined_direct_count: { type: 'int', of: ({ tree, slot }: Written) => tree.columns.joinedDirectCounts[slot] ?? 0 },
  team_count: { type: 'int', of: ({ tree, slot }: Written) => tree.columns.teamCounts[slot] ?? 0 },
  own_performance: { type: 'numeric', of: ({ tree, slot }: Written) => tree.ownPerformance.get(slot) },
  team_performance: { type: 'numeric', of: ({ tree, slot }: Written) => tree.teamPerformance.get(slot) },
  largest_leg: { type: 'numeric', of: ({ tree, slot }: Written) => tree.largestLeg.get(slot) },
  granted_type: { type: 'smallint', of: ({ tree, slot }: Written) => tree.columns.grantedTypes[slot] ?? 0 },
  reward_level: { type: 'smallint', of: ({ tree, slot }: Written) => tree.columns.rewardLevels[slot] ?? 0 },
  node_type: { type: 'smallint', of: ({ tree, slot }: Written) => tree.columns.nodeTypes[slot] ?? 0 },
  performance_level: { type: 'smallint', of: ({ tree, slot }: Written) => tree.columns.performanceLevels[slot] ?? 0 },
  team_level: { type: 'smallint', of: ({ tree, slot }: Written) => tree.columns.teamLevels[slot] ?? 0 },
} as const;

/** Sums that the tree does not contain: they are added to, in the database. */
const SUM_COLUMNS = {
  liquidated: { type: 'numeric', of: ({ share }: Written) => share?.liquidated ?? 0n },
  recommended: { type: 'numeric', of: ({ share }: Written) => share?.recommended ?? 0n },
  earned_for_inviter: { type: 'numeric', of: ({ share }: Written) => share?.earnedForInviter ?? 0n },
  rewards: { type: 'numeric', of: ({ share }: Written) => share?.rewards ?? 0n },
} as const;

const COLUMNS = { ...TREE_COLUMNS, ...SUM_COLUMNS };
export type MemberColumn = keyof typeof COLUMNS;

export type MembersToWrite = {
  readonly tree: TeamTree;
  /** Slots below have a row; the rows of others are inserted. */
  readonly storedSize: number;
  readonly slots: Iterable<number>;
  /** The columns that are written; what a step does not change has its default in a new row. */
  readonly columns: readonly MemberColumn[];
  /** By user id. */
  readonly shares?: ReadonlyMap<bigint, OwnShare>;
};

/** Writes members as the tree has them, each once, in the order of their ids; returns once they are written. */
export async function writeMembers(tx: Database, members: MembersToWrite): Promise<void> {
  const { tree, storedSize, shares } = members;
  const slots = Int32Array.from(members.slots).sort((one, other) => tree.idOf(one) - tree.idOf(other));
  const toWrite = (slot: number): Written => ({ tree, slot, share: shares?.get(BigInt(tree.idOf(slot))) });
  for (const page of pagesOf(slots.filter((slot) => slot >= storedSize))) {
    await insertMembers(tx, Array.from(page, toWrite), members.columns);
  }
  for (const page of pagesOf(slots.filter((slot) => slot < storedSize))) {
    await updateMembers(tx, Array.from(page, toWrite), members.columns);
  }
}

function* pagesOf(slots: Int32Array): Generator<Int32Array> {
  for (let from = 0; from < slots.length; from += ROWS_PER_STATEMENT)
    yield slots.subarray(from, from + ROWS_PER_STATEMENT);
}

async function insertMembers(
  tx: Database,
  members: readonly Written[],
  columns: readonly MemberColumn[],
): Promise<void> {
  const names = columns.map((name) => sql.ref(name));
  await sql`
    insert into team_member (user_id, ${sql.join(names)})
    select * from unnest(${idsOf(members)}, ${sql.join(columns.map((name) => arrayOf(members, name)))})`.execute(tx);
}

async function updateMembers(
  tx: Database,
  members: readonly Written[],
  columns: readonly MemberColumn[],
): Promise<void> {
  const names = columns.map((name) => sql.ref(name));
  const assignments = columns.map((name) => {
    const [column, value] = [sql.ref(name), sql.ref(`t.${name}`)];
    return name in SUM_COLUMNS ? sql`${column} = ${sql.ref(`m.${name}`)} + ${value}` : sql`${column} = ${value}`;
  });
  await sql`
    update team_member m set ${sql.join(assignments)}
    from unnest(${idsOf(members)}, ${sql.join(columns.map((name) => arrayOf(members, name)))})
      as t (user_id, ${sql.join(names)})
    where m.user_id = t.user_id`.execute(tx);
}

/** Records the status of each slot's member as the tree has it; returns once the rows are inserted. */
export async function insertStatusChanges(tx: Database, tree: TeamTree, slots: readonly number[]): Promise<void> {
  if (slots.length === 0) return;
  const members = slots.map((slot): Written => ({ tree, slot, share: undefined }));
  const columns = (['node_type', 'reward_level', 'performance_level', 'team_level'] as const).map((name) =>
    arrayOf(members, name),
  );
  await sql`
    insert into team_status_change (user_id, node_type, reward_level, performance_level, team_level)
    select * from unnest(${idsOf(members)}, ${sql.join(columns)})`.execute(tx);
}

function idsOf(members: readonly Written[]) {
  return sql`${arrayLiteral(members.map(({ tree, slot }) => tree.idOf(slot)))}::bigint[]`;
}

function arrayOf(members: readonly Written[], name: MemberColumn) {
  const { type, of } = COLUMNS[name];
  return sql`${arrayLiteral(members.map((member) => of(member)))}::${sql.raw(type)}[]`;
}

function inviterOf(tree: TeamTree, slot: number): number | 'NULL' {
  const above = tree.above(slot);
  return above < 0 ? 'NULL' : tree.idOf(above);
}
