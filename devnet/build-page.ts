import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'apps', 'web');
const DIST = join(PAGE, 'dist');
const MARK = join(DIST, '.sources');

const SOURCES = [
  'apps/web/{src,public,build}/**/*',
  'apps/web/{index.html,package.json,vite.config.ts}',
  'packages/*/src/**/*.ts',
  'package-lock.json',
];

/** Builds the page unless it was built from just these sources; gives the folder that the API serves. */
export function buildPage(say: (line: string) => void): string {
  const sources = hashSources();
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sources) return DIST;
  say('Building the page …');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: PAGE, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`The page was not built:\n${built.stdout}${built.stderr}`);
  writeFileSync(MARK, sources);
  return DIST;
}

function hashSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true, exclude: ['**/node_modules/**', '**/*.test.*'] });
  for (const file of files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}
