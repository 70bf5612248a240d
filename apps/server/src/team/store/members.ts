import type { TeamTree } from '@city-mint/domain/team/team-tree';
import { type RawBuilder, sql } from 'kysely';
import { arrayLiteral } from './array-literal.ts';
import type { StatementQueue } from './statement-queue.ts';
import { packStatuses, STATUS_COLUMNS, statusFrom } from './status-bits.ts';
import type { OwnShare } from './team-days.ts';

/**
 * Rows per statement: the arrays of the next statement, texts of a megabyte each, are built while the database writes.
 */
const ROWS_PER_STATEMENT = 50_000;

/** A member to write: the slot in the tree, and the step's additions to the member's own sums. */
type Written = { readonly tree: TeamTree; readonly slot: number; readonly share: OwnShare | undefined };

/** The type of each column whose value comes from the tree. */
const TREE_COLUMNS = {
  inviter_id: { type: 'bigint', of: ({ tree, slot }: Written) => inviterOf(tree, slot) },
  direct_count: { type: 'int', of: ({ tree, slot }: Written) => tree.columns.directCounts[slot] ?? 0 },
  joined_direct_count: { type: 'int', of: ({ tree, slot }: Written) => tree.columns.joinedDirectCounts[slot] ?? 0 },
  team_count: { type: 'int', of: ({ tree, slot }: Written) => tree.columns.teamCounts[slot] ?? 0 },
  own_performance: { type: 'numeric', of: ({ tree, slot }: Written) => tree.ownPerformance.get(slot) },
  team_performance: { type: 'numeric', of: ({ tree, slot }: Written) => tree.teamPerformance.get(slot) },
  largest_leg: { type: 'numeric', of: ({ tree, slot }: Written) => tree.largestLeg.get(slot) },
} as const;

/** Sums that are not in the tree: the database adds to them. */
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
  /** Slots below this number have a row; other members are inserted. */
  readonly storedSize: number;
  readonly slots: Iterable<number>;
  /** The columns to write apart from the statuses; in a new row the others have their defaults. */
  readonly columns: readonly MemberColumn[];
  /** By user id. */
  readonly shares?: ReadonlyMap<number, OwnShare>;
};

/** Writes members from the tree, each once, in the order of their ids; returns once the last statement is queued. */
export async function writeMembers(queue: StatementQueue, members: MembersToWrite): Promise<void> {
  const { tree, storedSize, shares, columns } = members;
  const slots = sortById(tree, Int32Array.from(members.slots));
  const toWrite = (slot: number): Written => ({ tree, slot, share: shares?.get(tree.idOf(slot)) });
  const inserted = slots.filter((slot) => slot >= storedSize);
  const updated = slots.filter((slot) => slot < storedSize);
  for (const page of pagesOf(inserted)) await queue.add(insertOf(Array.from(page, toWrite), columns));
  for (const page of pagesOf(updated)) await queue.add(updateOf(Array.from(page, toWrite), columns));
}

/** Sorts as numbers, which needs no callback per comparison. */
function sortById(tree: TeamTree, slots: Int32Array): Int32Array {
  return Int32Array.from(Float64Array.from(slots, (slot) => tree.idOf(slot)).sort(), (id) => tree.find(id));
}

function* pagesOf(slots: Int32Array): Generator<Int32Array> {
  for (let from = 0; from < slots.length; from += ROWS_PER_STATEMENT)
    yield slots.subarray(from, from + ROWS_PER_STATEMENT);
}

function insertOf(members: readonly Written[], columns: readonly MemberColumn[]): RawBuilder<unknown> {
  const names = [sql.ref('user_id'), ...columns.map((name) => sql.ref(name))];
  return sql`
    insert into team_member (${sql.join([...names, ...STATUS_COLUMNS.map((name) => sql.ref(name))])})
    select ${sql.join([...names, ...STATUS_COLUMNS.map((name) => statusFrom(sql`statuses`, name))])}
    from ${unnestOf(members, columns)}`;
}

function updateOf(members: readonly Written[], columns: readonly MemberColumn[]): RawBuilder<unknown> {
  const assignments = columns.map((name) => {
    const [column, value] = [sql.ref(name), sql.ref(`t.${name}`)];
    return name in SUM_COLUMNS ? sql`${column} = ${sql.ref(`m.${name}`)} + ${value}` : sql`${column} = ${value}`;
  });
  const statuses = STATUS_COLUMNS.map((name) => sql`${sql.ref(name)} = ${statusFrom(sql`t.statuses`, name)}`);
  const figure = (name: MemberColumn) => sql.ref(`${columns.includes(name) ? 't' : 'm'}.${name}`);
  const leg = sql`${figure('own_performance')} + ${figure('team_performance')}`;
  const listedLeg = sql`listed_leg = case when m.listed_leg is not null then ${leg} end`;
  const [first, last] = [members[0], members.at(-1)].map((member) => member?.tree.idOf(member.slot));
  // The bounds repeat a part of the join condition, so that only this part of the table is read.
  return sql`
    update team_member m set ${sql.join([...assignments, ...statuses, listedLeg])}
    from ${unnestOf(members, columns)}
    where m.user_id = t.user_id and m.user_id between ${first} and ${last}`;
}

/** The members as rows of `t`: user_id, statuses, and the named columns. */
function unnestOf(members: readonly Written[], columns: readonly MemberColumn[]): RawBuilder<unknown> {
  const statuses = sql`${arrayLiteral(members.map(({ tree, slot }) => packStatuses(tree, slot)))}::int[]`;
  const arrays = [idsOf(members), statuses, ...columns.map((name) => arrayOf(members, name))];
  const names = ['user_id', 'statuses', ...columns].map((name) => sql.ref(name));
  return sql`unnest(${sql.join(arrays)}) as t (${sql.join(names)})`;
}

/**
 * Inviters with more direct referrals than this have them listed by an index. Fewer are sorted when read, so that
 * changed figures of their rows need no new index entries.
 */
export const MOST_UNLISTED_DIRECTS = 500;

/**
 * Lists newly bound slots whose inviters have very many direct referrals. If an inviter has just exceeded the limit,
 * lists all of their referrals. The members must be written before; returns once the statement is queued. Later
 * `writeMembers` updates listed legs.
 */
export async function listLegs(queue: StatementQueue, tree: TeamTree, bound: readonly number[]): Promise<void> {
  const added = new Map<number, number>();
  for (const slot of bound) added.set(tree.above(slot), (added.get(tree.above(slot)) ?? 0) + 1);
  const [newlyListed, listedBefore] = [new Set<number>(), new Set<number>()];
  for (const [inviter, count] of added) {
    const directs = tree.columns.directCounts[inviter] ?? 0;
    if (directs - count > MOST_UNLISTED_DIRECTS) listedBefore.add(inviter);
    else if (directs > MOST_UNLISTED_DIRECTS) newlyListed.add(inviter);
  }
  const idsOfSlots = (slots: Iterable<number>) =>
    sql`${arrayLiteral(Array.from(slots, (slot) => tree.idOf(slot)))}::bigint[]`;
  const list = sql`update team_member m set listed_leg = own_performance + team_performance`;
  if (newlyListed.size > 0)
    await queue.add(sql`${list} from team_bind b where b.inviter_id = any(${idsOfSlots(newlyListed)})
      and m.user_id = b.user_id and m.inviter_id = b.inviter_id and m.listed_leg is null`);
  const others = bound.filter((slot) => listedBefore.has(tree.above(slot)));
  if (others.length > 0) await queue.add(sql`${list} where m.user_id = any(${idsOfSlots(others)})`);
}

/** Records the status of each slot's member from the tree; returns once the statement is queued. */
export async function insertStatusChanges(
  queue: StatementQueue,
  tree: TeamTree,
  slots: readonly number[],
): Promise<void> {
  if (slots.length === 0) return;
  const members = slots.map((slot): Written => ({ tree, slot, share: undefined }));
  const names = STATUS_COLUMNS.filter((name) => name !== 'has_joined' && name !== 'granted_type');
  await queue.add(sql`
    insert into team_status_change (user_id, ${sql.join(names.map((name) => sql.ref(name)))})
    select user_id, ${sql.join(names.map((name) => statusFrom(sql`statuses`, name)))}
    from ${unnestOf(members, [])}`);
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
