import { basename } from 'node:path';

/** The links of a module in the bundler's module graph. */
type ModuleLinks = { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] };

type Graph = { getModuleInfo(module: string): ModuleLinks | null };

type NameOf = (module: string, graph: Graph) => string | null;

/** Rooms whose screens share code that the other rooms do not need. */
const ROOMS: ReadonlySet<string> = new Set(['assets', 'earnings', 'miner', 'rounds', 'swap', 'team']);

/** A module that at least this many screens import is fetched with every screen. */
const COMMON = 7;

/**
 * Returns the functions that name the chunks of the build. A document requests few files, since on a slow network each
 * costs a round trip, six at a time. `sharedName` names the chunk of modules that several screens import, `screenName`
 * that of modules that one screen imports; both return null for other modules. `router` is the module that fetches the
 * screens.
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

/** Libraries of which a screen and the code that a tap fetches use different parts. */
const LIBRARIES = /[\\/]node_modules[\\/](?:viem|ox|abitype|wagmi|@wagmi|@noble|@scure|@base-ui)[\\/]/;

/** Returns the screens that import a module, directly or through others; a screen imports itself. */
function findScreens(module: string, { router, graph }: { readonly router: string; readonly graph: Graph }): string[] {
  if (LIBRARIES.test(module)) return [];
  const seen = new Set([module]);
  for (const found of seen) for (const importer of graph.getModuleInfo(found)?.importers ?? []) seen.add(importer);
  return [...seen].filter((found) => graph.getModuleInfo(found)?.dynamicImporters.includes(router));
}

/**
 * Areas of texts that are fetched together in each language, because their screens and sheets are: the first load of a
 * language other than the default one, texts of the rounds and account screens, and texts that several of these share.
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

/** Returns the name of the chunk that an area's texts share with other areas; null if the area has a separate chunk. */
export function textsName(module: string): string | null {
  const [, language = '', area = ''] = /\/texts\/src\/(\w+)\/page\/(\w+)\.ts$/.exec(module) ?? [];
  const name = TEXT_FILES[area];
  return name === undefined ? null : `${language}-${name}`;
}
