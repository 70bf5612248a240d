/** What each node points to; a node that points to nothing may be left out. */
export type Edges = ReadonlyMap<string, readonly string[]>;

/**
 * Returns, for each set of nodes that reach each other, one shortest circle through the first of them by name. An edge
 * from a node to itself is no circle of several nodes, and returned like the others.
 */
export function findCircles(edges: Edges): string[][] {
  return connectedSets(edges).flatMap((members) => {
    const first = [...members].sort()[0] ?? '';
    const circle = shortestCircle(first, { edges, members });
    return circle === null ? [] : [circle];
  });
}

/** Tarjan's strongly connected components, without recursion, so that the depth of the graph does not matter. */
export function connectedSets(edges: Edges): Set<string>[] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: Set<string>[] = [];
  const low = (node: string) => lowest.get(node) ?? 0;
  const enter = (node: string) => {
    index.set(node, index.size);
    lowest.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
    return { node, waiting: [...(edges.get(node) ?? [])] };
  };
  const leave = (node: string) => {
    if (low(node) !== index.get(node)) return;
    const members = new Set(stack.splice(stack.indexOf(node)));
    for (const member of members) onStack.delete(member);
    found.push(members);
  };
  for (const start of edges.keys()) {
    const visits = index.has(start) ? [] : [enter(start)];
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const next = visit.waiting.shift();
      if (next === undefined) {
        leave(visit.node);
        visits.pop();
        const parent = visits.at(-1)?.node;
        if (parent !== undefined) lowest.set(parent, Math.min(low(parent), low(visit.node)));
      } else if (!index.has(next)) visits.push(enter(next));
      else if (onStack.has(next)) lowest.set(visit.node, Math.min(low(visit.node), index.get(next) ?? 0));
    }
  }
  return found;
}

function shortestCircle(start: string, { edges, members }: { edges: Edges; members: Set<string> }): string[] | null {
  const from = new Map<string, string>();
  const waiting = [start];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift())
    for (const next of edges.get(node) ?? []) {
      if (next === start) {
        const circle = [node];
        for (let back = from.get(node); back !== undefined; back = from.get(back)) circle.unshift(back);
        return circle;
      }
      if (!members.has(next) || from.has(next)) continue;
      from.set(next, node);
      waiting.push(next);
    }
  return null;
}
