import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROUTER = join(import.meta.dirname, '..', '..', 'apps', 'web', 'src', 'router.ts');

/** Returns the path of every screen of the page, in the order of its router; throws when it finds none. */
export function pagePaths(): string[] {
  const paths = [...readFileSync(ROUTER, 'utf8').matchAll(/^ {2}'(\/[\w/-]+)': /gm)].map(([, path = '']) => path);
  if (!paths.includes('/index')) throw new Error('no routes were found in the router');
  return paths;
}
