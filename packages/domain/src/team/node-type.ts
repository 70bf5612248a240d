import type { TokenAmount } from '../money/token-amount.ts';

/** The node types, lowest first. docs/money-rules.md#8-team-nodes-levels. */
export const NODE_TYPES = ['none', 'personal', 'community', 'super', 'genesis'] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** Each type's weight in the nodes pool. */
export const NODE_WEIGHTS = { none: 0, personal: 1, community: 3, super: 10, genesis: 30 } as const satisfies Record<
  NodeType,
  number
>;

/** The types that figures can reach; genesis only by grant. */
export const COMPUTED_NODE_TYPES = ['personal', 'community', 'super'] as const;

/** The requirements of a type: direct referrals who joined a round, and team total performance in JU base units. */
export type NodeThreshold = { readonly joinedDirects: number; readonly teamPerformance: TokenAmount };
export type NodeThresholds = Readonly<Record<(typeof COMPUTED_NODE_TYPES)[number], NodeThreshold>>;

/**
 * A user's node type: the highest that the figures reach, or the granted one where that is higher. A grant is never
 * lowered. docs/money-rules.md#8-team-nodes-levels.
 */
export function nodeType(
  user: { joinedDirects: number; teamPerformance: TokenAmount; granted: NodeType },
  thresholds: NodeThresholds,
): NodeType {
  const computed = COMPUTED_NODE_TYPES.findLast(
    (type) =>
      user.joinedDirects >= thresholds[type].joinedDirects && user.teamPerformance >= thresholds[type].teamPerformance,
  );
  if (computed === undefined) return user.granted;
  return NODE_TYPES.indexOf(computed) > NODE_TYPES.indexOf(user.granted) ? computed : user.granted;
}
