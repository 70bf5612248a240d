import { type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import { NODE_WEIGHTS, type NodeType } from './node-type.ts';
import { LEVEL_WEIGHTS, type TeamLevel } from './team-level.ts';

/** The pools that pay by rank. */
export type RankPool = 'nodes' | 'levels';

/** A member of the tree with the rank at the moment of a settlement. */
export type RankedMember<Id> = {
  readonly id: Id;
  readonly inviterId: Id | null;
  readonly nodeType: NodeType;
  readonly teamLevel: TeamLevel;
};

/** Finds members by their ids. */
type Members<Id> = { get(id: Id): RankedMember<Id> | undefined };

/** What one user put into a round that was minted: accepted amounts in JU base units. */
export type AttributedOrder<Id> = { readonly inviterId: Id | null; readonly amount: TokenAmount };

/** The UTC days whose attributed amounts count for a pool's release: the released day and those before. */
export const ATTRIBUTION_DAYS = 30;

/** Returns a rank's weight in a pool: 0 without a node type, or at level 0. docs/money-rules.md#8-team-nodes-levels */
export function rankWeight(pool: RankPool, rank: Pick<RankedMember<unknown>, 'nodeType' | 'teamLevel'>): number {
  return pool === 'nodes' ? NODE_WEIGHTS[rank.nodeType] : LEVEL_WEIGHTS[rank.teamLevel];
}

/**
 * Returns the amounts that the orders of a minted round add to the attributed amounts of a pool: each counts once, for
 * the nearest member above its owner with a weight in that pool, and for none where there is no such member. `members`
 * contains everyone above the owners. Each member is visited at most twice, however deep the tree. Throws for a missing
 * member and for members above themselves. docs/money-rules.md#8-team-nodes-levels
 */
export function attributeOrders<Id>(
  pool: RankPool,
  members: Members<Id>,
  orders: Iterable<AttributedOrder<Id>>,
): Map<Id, TokenAmount> {
  const nearest = new Map<Id, Id | null>();
  const attributed = new Map<Id, TokenAmount>();
  for (const { inviterId, amount } of orders) {
    const member = findNearest(inviterId, { pool, members, nearest });
    if (member !== null) attributed.set(member, tokenAmount((attributed.get(member) ?? ZERO) + amount));
  }
  return attributed;
}

type Search<Id> = {
  readonly pool: RankPool;
  readonly members: Members<Id>;
  /** Found before: the nearest member with a weight, seen from a member, itself included. */
  readonly nearest: Map<Id, Id | null>;
};

function findNearest<Id>(from: Id | null, { pool, members, nearest }: Search<Id>): Id | null {
  if (from === null) return null;
  const known = nearest.get(from);
  if (known !== undefined) return known;
  const passed = new Set<Id>();
  let at: Id | null = from;
  while (at !== null && !nearest.has(at)) {
    const member = members.get(at);
    if (member === undefined) throw new Error(`no member to attribute orders to: ${at}`);
    if (rankWeight(pool, member) > 0) break;
    if (passed.has(at)) throw new Error(`member ${at} is above themselves`);
    passed.add(at);
    at = member.inviterId;
  }
  const found = at === null ? null : (nearest.get(at) ?? (nearest.has(at) ? null : at));
  for (const id of passed) nearest.set(id, found);
  return found;
}
