/** Where in the server a file stands. `layer` says how deep inside a capability: 0 is the outside; null is not yet known. */
export type ServerPlace = {
  area: 'processes' | 'platform' | 'capability';
  capability: string;
  layer: number | null;
  part: string;
};

const ROOT = 'apps/server/src/';
const OUTER = /^(routes|jobs|chain-events)(\.test)?\.ts$|^(routes|jobs|chain-events)\//;
const STORE = /^store(\.ts$|\/)/;

/** The place of a path below apps/server/src; null outside it. */
export function serverPlace(path: string): ServerPlace | null {
  if (!path.startsWith(ROOT)) return null;
  const [capability = '', ...rest] = path.slice(ROOT.length).split('/');
  const inside = rest.join('/');
  const part = rest[0] ?? '';
  if (capability === 'processes' || capability === 'platform') return { area: capability, capability, layer: 0, part };
  // A folder of its own, as the queue of joins has, works for the commands. What a single file is, its imports say.
  const layer = OUTER.test(inside) ? 0 : STORE.test(inside) ? 2 : rest.length > 1 ? 1 : null;
  return { area: 'capability', capability, layer, part };
}
