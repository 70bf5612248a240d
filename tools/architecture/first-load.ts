import type { Import, Repository, Rule, SourceFile } from './source-file.ts';

type Load = {
  /** The modules that a browser fetches it with. */
  readonly entry: RegExp;
  readonly name: string;
  /** Libraries that only some visits need. */
  readonly libraries: RegExp;
  /** Our own modules of that kind. */
  readonly modules: RegExp | null;
};

const LOADS: readonly Load[] = [
  {
    entry: /^apps\/web\/src\/main\.tsx$/,
    name: 'the first load',
    // The wallet library and chain code, schemas, sheets.
    libraries: /^(?:wagmi|viem|zod|abitype|@wagmi\/|@walletconnect\/|@noble\/|@base-ui\/)/,
    // What reads the address of one screen, and the tables of terms, which a constant beside them would bring.
    modules: /-search\.ts$|^packages\/domain\/src\/json\//,
  },
  {
    entry: /^apps\/web\/src\/.+-page\.tsx$/,
    name: 'a screen',
    // A tap needs these: the screen itself reads the chain by `platform/node.ts`, or by an import on demand.
    libraries: /^(?:wagmi|viem\/|zod|@wagmi\/|@walletconnect\/)/,
    modules: null,
  },
];

/**
 * The participants' page fetches no library before the first interaction that only some visits need. The console is
 * exempt: it is used on desktops with a fast network.
 */
export const firstLoad: Rule = {
  name: 'first load',
  find: (repository) => LOADS.flatMap((load) => findTooEarly(load, repository)),
};

function findTooEarly({ entry, name, libraries, modules }: Load, { sources }: Repository) {
  const byPath = new Map(sources.map((file) => [file.path, file]));
  const isTooEarly = ({ specifier, path }: Import) =>
    libraries.test(specifier) || (path !== null && modules?.test(path) === true);
  return [...loadedWith(entry, byPath)].flatMap((path) =>
    (byPath.get(path)?.imports ?? [])
      .filter((found) => found.isLoadedAtOnce && isTooEarly(found))
      .map(({ specifier }) => ({ path, problem: `is part of ${name} and imports ${specifier}` })),
  );
}

/** Returns the modules that come with those of `entry`, which are among them. */
function loadedWith(entry: RegExp, byPath: ReadonlyMap<string, SourceFile>): ReadonlySet<string> {
  const waiting = [...byPath.keys()].filter((path) => entry.test(path));
  const loaded = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    for (const found of byPath.get(path)?.imports ?? []) {
      if (found.isLoadedAtOnce && found.path !== null) waiting.push(found.path);
    }
  }
  return loaded;
}
