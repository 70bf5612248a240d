/**
 * Where in the server a file is. `layer` says how deep inside a capability: 0 is the outside; null is not yet known.
 * `door` says that other capabilities may import the file.
 */
export type ServerPlace = {
  area: 'processes' | 'platform' | 'capability';
  capability: string;
  layer: number | null;
  door: 'commands' | 'queries' | null;
};

const ROOT = 'apps/server/src/';
const OUTER = /^(routes|jobs|chain-events)(\.test)?\.ts$|^(routes|jobs|chain-events)\//;
const DOOR = /^(commands|queries)(\.ts$|\/)/;
const STORE = /^store(\.ts$|\/)/;

/** The place of a path below apps/server/src; null outside it. A noun's folder in a capability has the same doors. */
export function serverPlace(path: string): ServerPlace | null {
  if (!path.startsWith(ROOT)) return null;
  const [capability = '', ...rest] = path.slice(ROOT.length).split('/');
  if (capability === 'processes' || capability === 'platform')
    return { area: capability, capability, layer: 0, door: null };
  const isNamed = (parts: readonly string[]) => [OUTER, DOOR, STORE].some((pattern) => pattern.test(parts.join('/')));
  const inNoun = rest.length > 1 && !isNamed(rest) ? rest.slice(1) : rest;
  return { area: 'capability', capability, ...placeInside(inNoun) };
}

/** Imports determine the layer of a single file. A folder without a reserved name belongs to the commands. */
function placeInside(parts: readonly string[]): Pick<ServerPlace, 'layer' | 'door'> {
  const inside = parts.join('/');
  if (OUTER.test(inside)) return { layer: 0, door: null };
  if (STORE.test(inside)) return { layer: 2, door: null };
  const door = DOOR.exec(inside)?.[1];
  if (door === 'commands' || door === 'queries') return { layer: 1, door };
  return { layer: parts.length > 1 ? 1 : null, door: null };
}
