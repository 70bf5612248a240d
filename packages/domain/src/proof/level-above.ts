/** The nodes above a level of a tree, from the left; the last of an odd number goes up as it is. */
export function levelAbove<Node>(level: readonly Node[], join: (left: Node, right: Node) => Node): Node[] {
  const above: Node[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left !== undefined) above.push(right === undefined ? left : join(left, right));
  }
  return above;
}
