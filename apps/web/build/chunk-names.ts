import { basename } from 'node:path';

/** The links of a module in the bundler's module graph. */
type ModuleLinks = { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] };

type Graph = { getModuleInfo(module: string): ModuleLinks | null };

type NameOf = (module: string, graph: Graph) => string | null;

/** The screens and the lazy parts (sheets, for example) that import a module, directly or through others. */
type Users = { readonly screens: readonly string[]; readonly parts: readonly string[] };

/** Rooms whose screens share code that few screens of other rooms need, or none. */
const ROOMS: ReadonlySet<string> = new Set(['assets', 'earnings', 'miner', 'rounds', 'swap', 'team']);

/** The room whose screens share much that the screens of other rooms do not need. */
const LARGE_ROOM = 'assets';

/** The sheet on which money rides: opening it fetches nothing that only other sheets need. */
const FIRST_SHEET = /[\\/]join-dialog\.tsx$/;

/** A module that at least this many screens import is fetched with every screen. */
const COMMON = 7;

/**
 * Returns the functions that name the chunks of the build. A document requests few files, since on a slow network each
 * costs a round trip, six at a time. `sharedName` names the chunk of modules that several screens or lazy parts import,
 * `screenName` that of modules that one screen imports; both return null for other modules. `router` is the module that
 * fetches the screens.
 */
export function chunkNames(router: string): { readonly sharedName: NameOf; readonly screenName: NameOf } {
  const known = new Map<string, Users>();
  const usersOf = (module: string, graph: Graph) => {
    const found = known.get(module) ?? findUsers(module, { router, graph });
    known.set(module, found);
    return found;
  };
  return {
    sharedName: (module, graph) => nameShared(module, usersOf(module, graph)),
    screenName(module, graph) {
      const [screen] = usersOf(module, graph).screens;
      return screen === undefined ? null : basename(screen).replace(/\.\w+$/, '');
    },
  };
}

function nameShared(module: string, { screens, parts }: Users): string | null {
  const room = roomOf(module);
  const isRoom = ROOMS.has(room);
  if (screens.length === 1) return null;
  if (screens.length >= COMMON || (screens.length > 1 && !isRoom)) return 'screens';
  const rooms = [...new Set([...screens, ...parts].map(roomOf))];
  // The only room whose screens and sheets use the module.
  const user = rooms.length === 1 ? rooms.find((name) => ROOMS.has(name)) : undefined;
  if (screens.length > 1) return room === LARGE_ROOM && user === room ? `${room}-screens` : `${room}-shared`;
  if (parts.length < 2 || (user === undefined && !isRoom)) return null;
  return parts.some((part) => FIRST_SHEET.test(part)) ? 'join-sheets' : `${user ?? room}-sheets`;
}

/** Returns the folder of a module in the page's sources; '' for one that is not the page's. */
function roomOf(module: string): string {
  return /[\\/]src[\\/](\w+)[\\/]/.exec(module)?.[1] ?? '';
}

/** Libraries of which a screen and the code that a tap fetches use different parts. */
const LIBRARIES = /[\\/]node_modules[\\/](?:viem|ox|abitype|wagmi|@wagmi|@noble|@scure|@base-ui)[\\/]/;

/** A screen or a lazy part imports itself. */
function findUsers(module: string, { router, graph }: { readonly router: string; readonly graph: Graph }): Users {
  if (LIBRARIES.test(module)) return { screens: [], parts: [] };
  const seen = new Set([module]);
  for (const found of seen) for (const importer of graph.getModuleInfo(found)?.importers ?? []) seen.add(importer);
  const importersOf = (found: string) => graph.getModuleInfo(found)?.dynamicImporters ?? [];
  const users = [...seen].filter((found) => importersOf(found).length > 0);
  return {
    screens: users.filter((found) => importersOf(found).includes(router)),
    parts: users.filter((found) => !importersOf(found).includes(router)),
  };
}
