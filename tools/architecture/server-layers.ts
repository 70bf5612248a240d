import { type ServerPlace, serverPlace } from './server-place.ts';
import type { Rule } from './source-file.ts';

/** processes → capabilities → platform, and inside a capability routes, jobs, chain-events → commands, queries → store. */
export const serverLayers: Rule = {
  name: 'server layers',
  find: ({ sources }) =>
    sources
      .filter((file) => !file.isTest)
      .flatMap((file) =>
        file.imports.flatMap(({ specifier, path }) => {
          const from = serverPlace(file.path);
          const to = path === null ? null : serverPlace(path);
          const words = from === null || to === null ? null : forbid(from, to);
          return words === null ? [] : [{ path: file.path, problem: `imports ${specifier}, but ${words}` }];
        }),
      ),
};

function forbid(from: ServerPlace, to: ServerPlace): string | null {
  if (from.area === 'processes') return null;
  if (to.area === 'processes') return 'processes wire everything and nothing imports them';
  if (from.area === 'platform') return to.area === 'platform' ? null : 'platform knows no capability';
  if (to.area === 'platform' || from.capability !== to.capability) return null;
  if (to.layer < from.layer) return 'routes, jobs, chain-events → commands, queries → store, never back';
  if (to.layer > from.layer + 1) return 'routes, jobs and chain-events reach the store through commands and queries';
  if (from.part === 'queries' && to.part === 'commands') return 'queries only read';
  return null;
}
