import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';
import { NO_SLOT, type TeamTree, UNKNOWN_SLOT } from './team-tree.ts';

/**
 * The changes of the member of a slot: a binding (the tree names the inviter already), accepted
 * amounts of minted orders, a first order.
 */
export type TreeChange = {
  readonly slot: number;
  readonly isNewlyBound: boolean;
  readonly joins: boolean;
  readonly performance: TokenAmount;
};

/** The figures that changed members pass on to those above, by the position of each in `slots`. */
type Work = {
  readonly slots: readonly number[];
  /** By slot: the position plus one, 0 for whom nothing concerns. */
  readonly positions: Int32Array;
  readonly performance: bigint[];
  readonly counts: Int32Array;
  readonly waitsFor: Int32Array;
};

/**
 * Rolls changes up the tree, in place: each to everyone above, every member visited once, those below first. Returns
 * the slots of all updated members. Legs only grow, so updating the maximum is enough. Throws for members above
 * themselves, and for a missing member above; the tree must not be used afterwards.
 * docs/money-rules.md#8-team-nodes-levels
 */
export function rollUpTree(tree: TeamTree, changes: readonly TreeChange[]): Int32Array {
  const work = collectConcerned(tree, changes);
  for (const change of changes) beginChange(tree, work, change);
  const { slots, waitsFor } = work;
  for (const slot of slots) {
    const above = positionAbove(tree, work, slot);
    if (above !== NO_SLOT) waitsFor[above] = (waitsFor[above] ?? 0) + 1;
  }
  const ready = new Int32Array(slots.length);
  let found = 0;
  for (let position = 0; position < slots.length; position += 1)
    if (waitsFor[position] === 0) ready[found++] = position;
  for (let at = 0; at < found; at += 1) {
    const position = ready[at] ?? 0;
    passOn(tree, work, position);
    const above = positionAbove(tree, work, slots[position] ?? NO_SLOT);
    if (above === NO_SLOT) continue;
    waitsFor[above] = (waitsFor[above] ?? 0) - 1;
    if (waitsFor[above] === 0) ready[found++] = above;
  }
  if (found < slots.length) throw new Error('a member of the team is above themselves');
  return ready.map((position) => slots[position] ?? NO_SLOT);
}

/** Finds the members to update: everyone above for figures passed on, else the inviter of a new direct referral. */
function collectConcerned(tree: TeamTree, changes: readonly TreeChange[]): Work {
  const slots: number[] = [];
  const positions = new Int32Array(tree.size);
  const isNew = (slot: number) => slot >= 0 && positions[slot] === 0;
  const add = (slot: number) => {
    positions[slot] = slots.push(slot);
  };
  for (const { slot, isNewlyBound, performance } of changes) {
    if (!isNewlyBound && performance === 0n) continue;
    for (let at = slot; isNew(at); at = tree.above(at)) add(at);
  }
  for (const { slot, joins } of changes) {
    if (isNew(slot)) add(slot);
    const above = tree.above(slot);
    if (joins && tree.columns.joined[slot] === 0 && isNew(above)) add(above);
  }
  const { length } = slots;
  const performance = new Array<bigint>(length).fill(0n);
  return { slots, positions, performance, counts: new Int32Array(length), waitsFor: new Int32Array(length) };
}

/** The position of the member above a slot's, or NO_SLOT where nothing concerns it. */
function positionAbove(tree: TeamTree, { positions }: Work, slot: number): number {
  const above = tree.above(slot);
  return above < 0 ? NO_SLOT : (positions[above] ?? 0) - 1;
}

/** The slot above, or NO_SLOT. Throws for one that is missing. */
function knownAbove(tree: TeamTree, slot: number): number {
  const above = tree.above(slot);
  if (above === UNKNOWN_SLOT) throw new Error(`no member to roll up to above ${tree.idOf(slot)}`);
  return above;
}

/** Applies a change to the member and to the inviter, and begins with the figures to pass on. */
function beginChange(tree: TeamTree, work: Work, change: TreeChange): void {
  const { slot, isNewlyBound, joins } = change;
  const { joined, directCounts, joinedDirectCounts, teamCounts } = tree.columns;
  const position = (work.positions[slot] ?? 0) - 1;
  const own = tree.ownPerformance.get(slot);
  const hadJoined = joined[slot] === 1;
  const isFirstOrder = joins && !hadJoined;
  let performance: bigint = change.performance;
  if (isNewlyBound) {
    performance += own + tree.teamPerformance.get(slot);
    work.counts[position] = (work.counts[position] ?? 0) + 1 + (teamCounts[slot] ?? 0);
  }
  work.performance[position] = (work.performance[position] ?? 0n) + performance;
  if (change.performance > 0n) tree.ownPerformance.set(slot, tokenAmount(own + change.performance));
  if (joins) joined[slot] = 1;
  const countsAsJoined = isNewlyBound ? hadJoined || joins : isFirstOrder;
  const above = isNewlyBound || countsAsJoined ? knownAbove(tree, slot) : NO_SLOT;
  if (above === NO_SLOT) return;
  if (isNewlyBound) directCounts[above] = (directCounts[above] ?? 0) + 1;
  if (countsAsJoined) joinedDirectCounts[above] = (joinedDirectCounts[above] ?? 0) + 1;
}

function passOn(tree: TeamTree, work: Work, position: number): void {
  const count = work.counts[position] ?? 0;
  const performance = work.performance[position] ?? 0n;
  if (count === 0 && performance === 0n) return;
  const slot = work.slots[position] ?? NO_SLOT;
  const above = knownAbove(tree, slot);
  if (above === NO_SLOT) return;
  const to = (work.positions[above] ?? 0) - 1;
  const { teamCounts } = tree.columns;
  work.counts[to] = (work.counts[to] ?? 0) + count;
  teamCounts[above] = (teamCounts[above] ?? 0) + count;
  if (performance === 0n) return;
  work.performance[to] = (work.performance[to] ?? 0n) + performance;
  tree.teamPerformance.set(above, tokenAmount(tree.teamPerformance.get(above) + performance));
  const leg = tokenAmount(tree.ownPerformance.get(slot) + tree.teamPerformance.get(slot));
  if (leg > tree.largestLeg.get(above)) tree.largestLeg.set(above, leg);
}
