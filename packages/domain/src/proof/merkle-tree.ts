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
  return treePaths(nodes, [index], join)[0] ?? [];
}

/** Returns what `treePath` returns, for each of several nodes; every level is computed once. */
export function treePaths<Node>(
  nodes: readonly Node[],
  indexes: readonly number[],
  join: (left: Node, right: Node) => Node,
): PathStep<Node>[][] {
  const ways = indexes.map((index) => {
    if (nodes[index] === undefined) throw new RangeError(`no node ${index} of ${nodes.length}`);
    return { position: index, path: [] as PathStep<Node>[] };
  });
  let level = nodes;
  while (level.length > 1) {
    for (const way of ways) {
      const isRight = way.position % 2 === 1;
      const sibling = level[isRight ? way.position - 1 : way.position + 1];
      if (sibling !== undefined) way.path.push({ side: isRight ? 'left' : 'right', node: sibling });
      way.position = (way.position - (isRight ? 1 : 0)) / 2;
    }
    level = levelAbove(level, join);
  }
  return ways.map(({ path }) => path);
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
