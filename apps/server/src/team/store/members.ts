import type { TeamTree } from '@city-mint/domain/team/team-tree';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { arrayLiteral } from './array-literal.ts';
import type { OwnShare } from './team-days.ts';

/** Rows of one statement: the next one's arrays, texts of a megabyte each, are made while the database writes these. */
const ROWS_PER_STATEMENT = 50_000;

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
  const inserts = statementsOf(
    slots.filter((slot) => slot >= storedSize),
    insertOf,
  );
  const updates = statementsOf(
    slots.filter((slot) => slot < storedSize),
    updateOf,
  );
  await executeInTurn(tx, inserts);
  await executeInTurn(tx, updates);

  function* statementsOf(of: Int32Array, statement: typeof updateOf): Generator<RawBuilder<unknown>> {
    for (const page of pagesOf(of)) yield statement(Array.from(page, toWrite), members.columns);
  }
}

/** Executes statements one after the other, each made while the one before it is executed. */
async function executeInTurn(tx: Database, statements: Iterable<RawBuilder<unknown>>): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  for (const statement of statements) {
    await before;
    before = statement.execute(tx);
    // It is awaited above or below; until then a failure is no unhandled one.
    before.catch(() => undefined);
    // Sends it: what is made next would otherwise keep the statement from leaving.
    await new Promise(setImmediate);
  }
  await before;
}

function* pagesOf(slots: Int32Array): Generator<Int32Array> {
  for (let from = 0; from < slots.length; from += ROWS_PER_STATEMENT)
    yield slots.subarray(from, from + ROWS_PER_STATEMENT);
}

function insertOf(members: readonly Written[], columns: readonly MemberColumn[]): RawBuilder<unknown> {
  const names = columns.map((name) => sql.ref(name));
  return sql`
    insert into team_member (user_id, ${sql.join(names)})
    select * from unnest(${idsOf(members)}, ${sql.join(columns.map((name) => arrayOf(members, name)))})`;
}

function updateOf(members: readonly Written[], columns: readonly MemberColumn[]): RawBuilder<unknown> {
  const names = columns.map((name) => sql.ref(name));
  const assignments = columns.map((name) => {
    const [column, value] = [sql.ref(name), sql.ref(`t.${name}`)];
    return name in SUM_COLUMNS ? sql`${column} = ${sql.ref(`m.${name}`)} + ${value}` : sql`${column} = ${value}`;
  });
  const figure = (name: MemberColumn) => sql.ref(`${columns.includes(name) ? 't' : 'm'}.${name}`);
  const leg = sql`${figure('own_performance')} + ${figure('team_performance')}`;
  assignments.push(sql`listed_leg = case when m.listed_leg is not null then ${leg} end`);
  const [first, last] = [members[0], members.at(-1)].map((member) => member?.tree.idOf(member.slot));
  // The bounds say again what the join says, so that only this part of the table is read.
  return sql`
    update team_member m set ${sql.join(assignments)}
    from unnest(${idsOf(members)}, ${sql.join(columns.map((name) => arrayOf(members, name)))})
      as t (user_id, ${sql.join(names)})
    where m.user_id = t.user_id and m.user_id between ${first} and ${last}`;
}

/**
 * Inviters with more direct referrals than this have them listed by an index. With fewer, a reader sorts them, and none
 * of their rows needs a new entry in any index when its figures change.
 */
export const MOST_UNLISTED_DIRECTS = 500;

/**
 * Lists the direct referrals of those of these slots who have very many of them; returns once their legs are written.
 * From then on `writeMembers` keeps them. Slots without new direct referrals need no call.
 */
export async function listLegs(tx: Database, tree: TeamTree, slots: Iterable<number>): Promise<void> {
  const { directCounts } = tree.columns;
  const inviterIds = [...new Set(slots)]
    .filter((slot) => slot >= 0 && (directCounts[slot] ?? 0) > MOST_UNLISTED_DIRECTS)
    .map((slot) => tree.idOf(slot));
  if (inviterIds.length === 0) return;
  await sql`
    update team_member set listed_leg = own_performance + team_performance
    where inviter_id = any(${arrayLiteral(inviterIds)}::bigint[]) and listed_leg is null`.execute(tx);
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
