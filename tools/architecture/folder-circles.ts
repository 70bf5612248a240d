import { connectedSets, findCircles } from './circles.ts';
import type { Rule, SourceFile } from './source-file.ts';

/** The folders whose inside has no circle. */
const AREA = /^(apps|packages)\/[^/]+\/src\//;

/**
 * The parts of a folder, its subfolders and its files, have no circle: wherever one of two imports the other, also by a
 * file far below it or for a type only, the other does not import back.
 */
export const folderCircles: Rule = {
  name: 'folder circles',
  find: ({ sources }) =>
    readFolders(sources).flatMap(({ folder, edges, examples }) =>
      connectedSets(edges)
        .filter((members) => members.size > 1)
        .map((members) => {
          const [circle = []] = findCircles(new Map([...edges].filter(([part]) => members.has(part))));
          const steps = circle.map((part, at) => examples.get(`${part} ${circle[(at + 1) % circle.length]}`));
          const parts = [...members].sort().join(', ');
          return { path: folder, problem: `its parts ${parts} are in a circle of imports: ${steps.join('; ')}` };
        }),
    ),
};

/** Returns how many parts of folders below this one are in a circle with others. */
export function countPartsInCircles(sources: readonly SourceFile[], below: RegExp): number {
  return readFolders(sources)
    .filter(({ folder }) => below.test(`${folder}/`))
    .flatMap(({ edges }) => connectedSets(edges).map(({ size }) => (size > 1 ? size : 0)))
    .reduce((sum, size) => sum + size, 0);
}

type Folder = {
  readonly folder: string;
  /** Which part imports which other ones. */
  readonly edges: Map<string, string[]>;
  /** An import for each edge, by `from to`. */
  readonly examples: Map<string, string>;
};

/** An import belongs to the lowest folder that has both files below it. */
function readFolders(sources: readonly SourceFile[]): Folder[] {
  const folders = new Map<string, Folder>();
  for (const { path, imports, isTest } of sources) {
    const area = AREA.exec(path)?.[0];
    if (isTest || area === undefined) continue;
    for (const to of imports) {
      if (to.path === null || to.path === path || !to.path.startsWith(area)) continue;
      const { folder, from, target } = divide(path, to.path);
      const { edges, examples } = folders.get(folder) ?? { edges: new Map<string, string[]>(), examples: new Map() };
      folders.set(folder, { folder, edges, examples });
      if (examples.has(`${from} ${target}`)) continue;
      edges.set(from, [...(edges.get(from) ?? []), target]);
      examples.set(`${from} ${target}`, `${below(folder, path)} → ${below(folder, to.path)}`);
    }
  }
  return [...folders.values()];
}

function below(folder: string, path: string): string {
  return path.slice(folder.length + 1);
}

function divide(path: string, to: string): { folder: string; from: string; target: string } {
  const [parts, others] = [path.split('/'), to.split('/')];
  const depth = parts.findIndex((part, at) => part !== others[at]);
  return { folder: parts.slice(0, depth).join('/'), from: parts[depth] ?? '', target: others[depth] ?? '' };
}
