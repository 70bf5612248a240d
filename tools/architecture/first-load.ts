import type { Rule } from './source-file.ts';

const ENTRY = /^apps\/[^/]+\/src\/main\.tsx$/;

/** What a page fetches once it is wanted: the wallet library and chain code, schemas, sheets. */
const ON_DEMAND = /^(?:wagmi|viem|zod|abitype|@wagmi\/|@walletconnect\/|@noble\/|@base-ui\/)/;

/** The first load of a page holds no library that only some visits need. */
export const firstLoad: Rule = {
  name: 'first load',
  find: ({ sources }) => {
    const byPath = new Map(sources.map((file) => [file.path, file]));
    const waiting = sources.filter(({ path }) => ENTRY.test(path)).map(({ path }) => path);
    const loaded = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (loaded.has(path)) continue;
      loaded.add(path);
      for (const found of byPath.get(path)?.imports ?? []) {
        if (found.isLoadedAtOnce && found.path !== null) waiting.push(found.path);
      }
    }
    return [...loaded].flatMap((path) =>
      (byPath.get(path)?.imports ?? [])
        .filter(({ specifier, isLoadedAtOnce }) => isLoadedAtOnce && ON_DEMAND.test(specifier))
        .map(({ specifier }) => ({ path, problem: `is part of the first load and imports ${specifier}` })),
    );
  },
};
