import { levelAbove } from './level-above.ts';

/**
 * The one node above all the given ones, level by level from the left; the last of an odd number goes up as it is. Undefined for none. So the
 * root over the roots of runs of 2^k nodes is the root over the nodes themselves.
 */
export function treeRoot<Node>(nodes: readonly Node[], join: (left: Node, right: Node) => Node): Node | undefined {
  let level = nodes;
  while (level.length > 1) level = levelAbove(level, join);
  return level[0];
}
