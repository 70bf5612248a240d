import { readFileSync } from 'node:fs';

/** A screen of the page: its path and, if it is lazily loaded, its module and areas of texts. */
export type Route = {
  readonly path: string;
  readonly lazy: { readonly screen: string; readonly areas: readonly string[] } | null;
};

const ROUTER = new URL('../src/router.ts', import.meta.url);
const ENTRY =
  /^ {2}'(\/[\w-]+)':(?: lazyScreen(?:<\w+>)?\(\s*\[([^\]]*)\],\s*async \(\) => \(await import\('#([^']+)'\)\))?/gm;

/**
 * Returns the screens of the page in the order of its router, parsed from the source of the route table, which cannot
 * be imported outside a browser. Throws if a screen's entry does not match the expected pattern.
 */
export function readRoutes(source = readFileSync(ROUTER, 'utf8')): readonly Route[] {
  const routes = [...source.matchAll(ENTRY)].map(([, path = '', areas = '', screen]): Route => {
    const names = [...areas.matchAll(/'(\w+)'/g)].map(([, area = '']) => area);
    return { path, lazy: screen === undefined ? null : { screen, areas: names } };
  });
  const expected = source.match(/: lazyScreen/g)?.length ?? 0;
  const found = routes.filter(({ lazy }) => lazy !== null).length;
  if (found === 0 || found !== expected || !routes.some(({ path }) => path === '/index')) {
    throw new Error(`${found} of ${expected} screens were read from the table of routes`);
  }
  return routes;
}

/** Returns the path of every screen of the page, in the order of its router. */
export function pagePaths(): readonly string[] {
  return readRoutes().map(({ path }) => path);
}
