import { basename } from 'node:path';

/** What is known of a module when the build puts modules together to files. */
type ModuleLinks = { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] };

type Graph = { getModuleInfo(module: string): ModuleLinks | null };

type NameOf = (module: string, graph: Graph) => string | null;

/** The rooms whose screens share much that the others do not need. */
const ROOMS: ReadonlySet<string> = new Set(['assets', 'earnings', 'miner', 'rounds', 'swap', 'team']);

/** What at least so many screens import is fetched with every screen. */
const COMMON = 7;

/**
 * Returns what names the files of the build, of which a document asks for few: each costs a trip of its own on a slow
 * network, six at a time. `sharedName` names the file of what several screens import, `screenName` that of what one
 * screen imports, both null for other modules. `router` is the module that fetches the screens.
 */
export function chunkNames(router: string): { readonly sharedName: NameOf; readonly screenName: NameOf } {
  const known = new Map<string, readonly string[]>();
  const screensOf = (module: string, graph: Graph) => {
    const found = known.get(module) ?? findScreens(module, { router, graph });
    known.set(module, found);
    return found;
  };
  return {
    sharedName(module, graph) {
      const { length } = screensOf(module, graph);
      if (length < 2) return null;
      const [, room = ''] = /[\\/]src[\\/](\w+)[\\/]/.exec(module) ?? [];
      return length < COMMON && ROOMS.has(room) ? `${room}-screens` : 'screens';
    },
    screenName(module, graph) {
      const [screen] = screensOf(module, graph);
      return screen === undefined ? null : basename(screen).replace(/\.\w+$/, '');
    },
  };
}

/** Libraries of which a screen uses a part and what a tap fetches another. */
const LIBRARIES = /[\\/]node_modules[\\/](?:viem|ox|abitype|wagmi|@wagmi|@noble|@scure|@base-ui)[\\/]/;

/** Returns the screens that import a module, directly or by others; a screen imports itself. */
function findScreens(module: string, { router, graph }: { readonly router: string; readonly graph: Graph }): string[] {
  if (LIBRARIES.test(module)) return [];
  const seen = new Set([module]);
  for (const found of seen) for (const importer of graph.getModuleInfo(found)?.importers ?? []) seen.add(importer);
  return [...seen].filter((found) => graph.getModuleInfo(found)?.dynamicImporters.includes(router));
}

/**
 * Areas of texts that are fetched together, as their screens and sheets are, in each language: the first loads of a
 * language that is not part of the page's own, what screens of rounds and of accounts say, and what several of them do.
 */
const TEXT_FILES: Readonly<Record<string, string>> = {
  ui: 'core',
  session: 'core',
  home: 'core',
  live: 'common',
  notify: 'common',
  orders: 'common',
  time: 'common',
};

/** Returns the name of the file that holds the texts of an area with those of others; null for a file of its own. */
export function textsName(module: string): string | null {
  const [, language = '', area = ''] = /\/texts\/src\/(\w+)\/page\/(\w+)\.ts$/.exec(module) ?? [];
  const name = TEXT_FILES[area];
  return name === undefined ? null : `${language}-${name}`;
}
