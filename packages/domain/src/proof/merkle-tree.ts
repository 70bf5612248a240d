/**
 * Returns the root over the nodes, joined level by level from the left; the last node of an odd level moves up
 * unchanged. Undefined for no nodes. So the root over the roots of runs of 2^k nodes is the root over the nodes
 * themselves.
 */
export function treeRoot<Node>(nodes: readonly Node[], join: (left: Node, right: Node) => Node): Node | undefined {
  let level = nodes;
  while (level.length > 1) level = levelAbove(level, join);
  return level[0];
}

/** A sibling on the path to the root, and on which side of the path it is. */
export type PathStep<Node> = { readonly side: 'left' | 'right'; readonly node: Node };

/**
 * Returns the siblings to join to the node at `index`, bottom up, to arrive at `treeRoot`. Throws a RangeError when
 * there is no such node.
 */
export function treePath<Node>(
  nodes: readonly Node[],
  index: number,
  join: (left: Node, right: Node) => Node,
): PathStep<Node>[] {
  return pathThrough(treeLevels(nodes, join), index);
}

/** Returns the levels of a tree from the nodes up to the root, the only node of the last level; none for no nodes. */
export function treeLevels<Node>(nodes: readonly Node[], join: (left: Node, right: Node) => Node): (readonly Node[])[] {
  const levels: (readonly Node[])[] = [];
  for (let level = nodes; level.length > 0; level = levelAbove(level, join)) {
    levels.push(level);
    if (level.length === 1) break;
  }
  return levels;
}

/**
 * Returns what `treePath` returns, of a tree whose levels are known: nothing is joined. Throws a RangeError when there
 * is no such node.
 */
export function pathThrough<Node>(levels: readonly (readonly Node[])[], index: number): PathStep<Node>[] {
  const nodes = levels[0] ?? [];
  if (nodes[index] === undefined) throw new RangeError(`no node ${index} of ${nodes.length}`);
  const path: PathStep<Node>[] = [];
  let position = index;
  for (const level of levels) {
    const isRight = position % 2 === 1;
    const sibling = level[isRight ? position - 1 : position + 1];
    if (sibling !== undefined) path.push({ side: isRight ? 'left' : 'right', node: sibling });
    position = (position - (isRight ? 1 : 0)) / 2;
  }
  return path;
}

/** Returns the level above, from the left; the last node of an odd level moves up unchanged. */
export function levelAbove<Node>(level: readonly Node[], join: (left: Node, right: Node) => Node): Node[] {
  const above: Node[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]];
    if (left !== undefined) above.push(right === undefined ? left : join(left, right));
  }
  return above;
}
