import { levelAbove } from './level-above.ts';

/** A node beside the way up to the root, and on which side of the way it stands. */
export type PathStep<Node> = { readonly side: 'left' | 'right'; readonly node: Node };

/**
 * What has to be joined to the node at `index`, from below to above, to come to the root of `treeRoot`. Throws a RangeError when there is no
 * such node.
 */
export function treePath<Node>(
  nodes: readonly Node[],
  index: number,
  join: (left: Node, right: Node) => Node,
): PathStep<Node>[] {
  if (nodes[index] === undefined) throw new RangeError(`no node ${index} of ${nodes.length}`);
  const path: PathStep<Node>[] = [];
  let level = nodes;
  let place = index;
  while (level.length > 1) {
    const isRight = place % 2 === 1;
    const beside = level[isRight ? place - 1 : place + 1];
    if (beside !== undefined) path.push({ side: isRight ? 'left' : 'right', node: beside });
    level = levelAbove(level, join);
    place = (place - (isRight ? 1 : 0)) / 2;
  }
  return path;
}
