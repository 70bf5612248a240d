import { type ServerPlace, serverPlace } from './server-place.ts';
import type { Rule, SourceFile } from './source-file.ts';

const COMMANDS_LAYER = 1;

/** processes → capabilities → platform; in a capability routes, jobs, chain-events → commands, queries → store. */
export const serverLayers: Rule = {
  name: 'server layers',
  find: ({ sources }) => {
    const place = locateIn(sources);
    return sources
      .filter((file) => !file.isTest)
      .flatMap((file) =>
        file.imports.flatMap(({ specifier, path }) => {
          const from = place(file.path);
          const to = path === null ? null : place(path);
          const words = from === null || to === null ? null : forbid(from, to);
          return words === null ? [] : [{ path: file.path, problem: `imports ${specifier}, but ${words}` }];
        }),
      );
  },
};

/**
 * A single file of a capability works for its commands when it imports, itself or through others of its kind, a file
 * of a layer; else it is vocabulary that every layer may use (layer null). So it is never a way around.
 */
function locateIn(sources: SourceFile[]): (path: string) => ServerPlace | null {
  const files = new Map(sources.map((file) => [file.path, file]));
  const known = new Map<string, ServerPlace | null>();
  const locate = (path: string): ServerPlace | null => {
    const found = known.get(path);
    if (found !== undefined) return found;
    const place = serverPlace(path);
    known.set(path, place);
    if (place?.area !== 'capability' || place.layer !== null) return place;
    const imported = (files.get(path)?.imports ?? []).map((entry) => (entry.path === null ? null : locate(entry.path)));
    const isLayered = imported.some((to) => to?.capability === place.capability && to.layer !== null);
    known.set(path, isLayered ? { ...place, layer: COMMANDS_LAYER } : place);
    return known.get(path) ?? null;
  };
  return locate;
}

function forbid(from: ServerPlace, to: ServerPlace): string | null {
  if (from.area === 'processes') return null;
  if (to.area === 'processes') return 'processes wire everything and nothing imports them';
  if (from.area === 'platform') return to.area === 'platform' ? null : 'platform knows no capability';
  if (to.area === 'platform' || from.capability !== to.capability || from.layer === null || to.layer === null)
    return null;
  if (to.layer < from.layer) return 'routes, jobs, chain-events → commands, queries → store, never back';
  if (to.layer > from.layer + 1) return 'routes, jobs and chain-events reach the store through commands and queries';
  if (from.door === 'queries' && to.door === 'commands') return 'queries only read';
  return null;
}
