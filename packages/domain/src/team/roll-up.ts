import { type TokenAmount, tokenAmount } from '../money/token-amount.ts';

/** The stored figures of one member; performance in JU base units. docs/money-rules.md#8-team-nodes-levels. */
export type TeamNode<Id> = {
  readonly id: Id;
  readonly inviterId: Id | null;
  /** Had an order settled. */
  readonly hasJoined: boolean;
  readonly directCount: number;
  /** Direct referrals who joined a round. */
  readonly joinedDirectCount: number;
  readonly teamCount: number;
  readonly ownPerformance: TokenAmount;
  readonly teamPerformance: TokenAmount;
  readonly largestLeg: TokenAmount;
};

/**
 * The changes of one member: a binding (the node names the inviter already), accepted amounts of
 * minted orders, a first order.
 */
export type TeamChange<Id> = {
  readonly id: Id;
  readonly isNewlyBound: boolean;
  readonly joins: boolean;
  readonly performance: TokenAmount;
};

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
/** The figures that a member passes on to the one above. */
type Carried = { performance: bigint; count: number };
type Work<Id, Node> = {
  node: Node & Mutable<TeamNode<Id>>;
  up: Carried;
  above: Work<Id, Node> | null;
  waitsFor: number;
};

/**
 * Returns the members' figures after the changes: each is rolled up to everyone above, every member visited once, those
 * below first. The nodes (whatever else they keep comes back with them) hold whoever changes and, where performance or
 * a binding has to be rolled up, everyone above. Legs never shrink, so the largest leg needs no look at the others.
 * Throws for a missing member and for a tree that is none. docs/money-rules.md#8-team-nodes-levels.
 */
export function rollUp<Id extends string | number | bigint, Node extends TeamNode<Id>>(
  nodes: readonly Node[],
  changes: readonly TeamChange<Id>[],
): Node[] {
  const members = linkMembers<Id, Node>(nodes);
  for (const change of changes) beginChange(members, change);
  const ready = [...members.values()].filter((member) => member.waitsFor === 0);
  for (const member of ready) {
    passOn(member);
    if (member.above !== null && --member.above.waitsFor === 0) ready.push(member.above);
  }
  if (ready.length < members.size) throw new Error('a member of the team is above themselves');
  return ready.map(({ node }) => node);
}

function linkMembers<Id, Node extends TeamNode<Id>>(nodes: readonly Node[]): Map<Id, Work<Id, Node>> {
  const members = new Map<Id, Work<Id, Node>>();
  for (const node of nodes) {
    members.set(node.id, { node: { ...node }, up: { performance: 0n, count: 0 }, above: null, waitsFor: 0 });
  }
  for (const member of members.values()) {
    const above = member.node.inviterId === null ? undefined : members.get(member.node.inviterId);
    if (above === undefined) continue;
    member.above = above;
    above.waitsFor += 1;
  }
  return members;
}

/** Applies a change to the member and to the inviter, and begins with the figures to pass on. */
function beginChange<Id, Node>(members: ReadonlyMap<Id, Work<Id, Node>>, change: TeamChange<Id>): void {
  const member = members.get(change.id);
  if (member === undefined) throw new Error(`the change of ${change.id} has no member`);
  const { node, up, above } = member;
  const isFirstOrder = change.joins && !node.hasJoined;
  if (change.isNewlyBound) {
    up.performance += node.ownPerformance + node.teamPerformance;
    up.count += 1 + node.teamCount;
  }
  up.performance += change.performance;
  node.ownPerformance = tokenAmount(node.ownPerformance + change.performance);
  node.hasJoined ||= change.joins;
  if (above === null) {
    if (isFirstOrder && node.inviterId !== null) throw new Error(`no member to roll up to above ${node.id}`);
    return;
  }
  if (change.isNewlyBound) above.node.directCount += 1;
  if (change.isNewlyBound ? node.hasJoined : isFirstOrder) above.node.joinedDirectCount += 1;
}

function passOn<Id, Node>({ node, up, above }: Work<Id, Node>): void {
  if (up.count === 0 && up.performance === 0n) return;
  if (above === null) {
    if (node.inviterId !== null) throw new Error(`no member to roll up to above ${node.id}`);
    return;
  }
  above.up.performance += up.performance;
  above.up.count += up.count;
  above.node.teamCount += up.count;
  if (up.performance === 0n) return;
  above.node.teamPerformance = tokenAmount(above.node.teamPerformance + up.performance);
  const leg = tokenAmount(node.ownPerformance + node.teamPerformance);
  if (leg > above.node.largestLeg) above.node.largestLeg = leg;
}
