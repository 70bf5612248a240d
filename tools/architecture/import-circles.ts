import type { Rule, SourceFile } from './source-file.ts';

/** No file is imported by what it imports, types included: each can be read after those that it is made of. */
export const importCircles: Rule = {
  name: 'import circles',
  find: ({ sources }) =>
    findCircles(sources).map((circle) => ({
      path: circle[0] ?? '',
      problem: `is in a circle of imports: ${[...circle, circle[0]].join(' → ')}`,
    })),
};

/** Returns, for each set of files that import each other, one shortest circle through its first file. */
function findCircles(sources: readonly SourceFile[]): string[][] {
  const known = new Set(sources.map(({ path }) => path));
  const edges = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap((to) => (to.path !== null && known.has(to.path) ? [to.path] : [])),
    ]),
  );
  return connectedSets(edges).flatMap((members) => {
    const first = [...members].sort()[0] ?? '';
    const circle = shortestCircle(first, { edges, members });
    return circle === null ? [] : [circle];
  });
}

type Edges = ReadonlyMap<string, readonly string[]>;

/** Tarjan's strongly connected components, without recursion, so that the depth of the imports does not matter. */
function connectedSets(edges: Edges): Set<string>[] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: Set<string>[] = [];
  const low = (path: string) => lowest.get(path) ?? 0;
  const enter = (path: string) => {
    index.set(path, index.size);
    lowest.set(path, index.size - 1);
    stack.push(path);
    onStack.add(path);
    return { path, waiting: [...(edges.get(path) ?? [])] };
  };
  const leave = (path: string) => {
    if (low(path) !== index.get(path)) return;
    const members = new Set(stack.splice(stack.indexOf(path)));
    for (const member of members) onStack.delete(member);
    found.push(members);
  };
  for (const start of edges.keys()) {
    const visits = index.has(start) ? [] : [enter(start)];
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const next = visit.waiting.shift();
      if (next === undefined) {
        leave(visit.path);
        visits.pop();
        const parent = visits.at(-1)?.path;
        if (parent !== undefined) lowest.set(parent, Math.min(low(parent), low(visit.path)));
      } else if (!index.has(next)) visits.push(enter(next));
      else if (onStack.has(next)) lowest.set(visit.path, Math.min(low(visit.path), index.get(next) ?? 0));
    }
  }
  return found;
}

function shortestCircle(start: string, { edges, members }: { edges: Edges; members: Set<string> }): string[] | null {
  const from = new Map<string, string>();
  const waiting = [start];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
    for (const next of edges.get(path) ?? []) {
      if (next === start) {
        const circle = [path];
        for (let back = from.get(path); back !== undefined; back = from.get(back)) circle.unshift(back);
        return circle;
      }
      if (!members.has(next) || from.has(next)) continue;
      from.set(next, path);
      waiting.push(next);
    }
  return null;
}
