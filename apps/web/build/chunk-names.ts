import { basename } from 'node:path';

/** The links of a module in the bundler's module graph. */
type ModuleLinks = { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] };

type Graph = { getModuleInfo(module: string): ModuleLinks | null };

type NameOf = (module: string, graph: Graph) => string | null;

/** Rooms whose screens share code that few screens of other rooms need, or none. */
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
      const screens = screensOf(module, graph);
      if (screens.length < 2) return null;
      const room = roomOf(module);
      if (screens.length >= COMMON || !ROOMS.has(room)) return 'screens';
      return screens.every((screen) => roomOf(screen) === room) ? `${room}-screens` : `${room}-shared`;
    },
    screenName(module, graph) {
      const [screen] = screensOf(module, graph);
      return screen === undefined ? null : basename(screen).replace(/\.\w+$/, '');
    },
  };
}

/** Returns the folder of a module in the page's sources; '' for one that is not the page's. */
function roomOf(module: string): string {
  return /[\\/]src[\\/](\w+)[\\/]/.exec(module)?.[1] ?? '';
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
