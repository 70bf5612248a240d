import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { billOfMaterials, type Release } from './bill-of-materials.ts';
import { type LockedPackage, type LockFile, productionPackages } from './production-packages.ts';

/** Our folders whose programs a release runs, and which packages of other people these need. */
export const PROGRAMS = [
  ...['apps/server', 'apps/cli', 'apps/verify', 'packages/api-contract', 'packages/chain-contract'],
  ...['packages/client', 'packages/domain', 'packages/texts'],
];
/** Of each of them. */
const PARTS = ['package.json', 'src', 'bin', 'migrations'];
/** Built, and only served. */
const BUILDS = ['apps/web', 'apps/console'];
const TEXTS = ['deploy', 'docs/operating', 'CHANGELOG.md', 'SECURITY.md'];

export type Assembly = {
  /** The repository, with its packages installed and page and console built. */
  readonly root: string;
  /** The folder to create. */
  readonly target: string;
  readonly release: Release;
  /** Variables of the builds of page and console. */
  readonly settings: Readonly<Record<string, string>>;
};

/**
 * Creates the folder of a release, which needs nothing outside it. Builds of one commit with the same settings have the
 * same files; the times of files are up to whoever packs them.
 */
export function assemble({ root, target, release, settings }: Assembly): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = productionPackages(lock, PROGRAMS);
  const copy = (path: string, to = path) =>
    cpSync(join(root, path), join(target, to), {
      recursive: true,
      filter: (source) => !isOfTests(relative(root, source)),
    });
  for (const folder of PROGRAMS) {
    for (const part of globSync(PARTS, { cwd: join(root, folder) })) copy(join(folder, part));
  }
  for (const folder of BUILDS) copy(join(folder, 'dist'));
  for (const path of TEXTS) copy(path);
  copy('deploy/bin/city-mint', 'bin/city-mint');
  copy('node_modules/node/bin/node', 'bin/node');
  for (const { folder } of packages) copyPackage({ root, target, folder });
  linkOurs(root, target);
  const node = lock.packages['node_modules/node']?.version ?? '';
  const all = [...packages, ...bundled(lock, packages)];
  writeFileSync(join(target, 'sbom.cdx.json'), billOfMaterials(release, { node, packages: all }));
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ name: 'city-mint', private: true, type: 'module' })}\n`,
  );
  writeFileSync(join(target, 'release.json'), `${JSON.stringify({ ...release, node, settings }, null, 1)}\n`);
}

/** Writes the hashes of all files into the folder, for `sha256sum --check --quiet SHA256SUMS`. */
export function writeChecksums(target: string): void {
  writeFileSync(join(target, 'SHA256SUMS'), checksumsOf(target));
}

/** Returns the lines of `sha256sum` for all files of a folder; `at` is the folder's own path in them, with a slash. */
export function checksumsOf(folder: string, at = ''): string {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  return files.map((file) => `${sha256(join(folder, file))}  ${at}${file}\n`).join('');
}

/** Returns the SHA-256 of a file in hex. */
export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Returns whether a path of our sources belongs to tests only. */
export function isOfTests(path: string): boolean {
  return /\.test\.tsx?$|[\\/]testing([\\/]|$)/.test(path);
}

/** A package without the packages in it, which the lock names separately if they are needed. */
function copyPackage({ root, target, folder }: Pick<Assembly, 'root' | 'target'> & { readonly folder: string }): void {
  const from = join(root, folder);
  cpSync(from, join(target, folder), {
    recursive: true,
    filter: (source) => source === from || basename(source) !== 'node_modules',
  });
}

/** The packages of this repository are found as those of others are. */
function linkOurs(root: string, target: string): void {
  for (const folder of PROGRAMS) {
    const { name }: { name: string } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const link = join(target, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join('..', '..', folder), link);
  }
}

/** Packages that are only in the files of page and console. */
function bundled(lock: LockFile, packages: readonly LockedPackage[]): LockedPackage[] {
  const ours = new Set(packages.map(({ folder }) => folder));
  return productionPackages(lock, [...BUILDS, 'packages/ui']).filter(({ folder }) => !ours.has(folder));
}
