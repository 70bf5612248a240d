import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isOfTests, PROGRAMS } from './assemble.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { type LockFile, productionPackages } from './production-packages.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const lock: LockFile = JSON.parse(read('package-lock.json'));

const manifest = (folder: string): { name: string; devDependencies?: object } =>
  JSON.parse(read(`${folder}/package.json`));

/** Names of the packages that the sources of a folder import, but for those of its builds. */
function importedPackages(folder: string): string[] {
  const files = globSync('{src,bin}/**/*.ts', { cwd: join(ROOT, folder) }).filter((path) => !isOfTests(path));
  const specifiers = files
    .flatMap((path) => [
      ...read(`${folder}/${path}`).matchAll(/^(?:import|export|\}).* from '([^'#.]+)'|import\('([^'#.]+)'\)/gm),
    ])
    .map(([, from, dynamic]) => from ?? dynamic ?? '');
  const ofBuilds = Object.keys(manifest(folder).devDependencies ?? {});
  return specifiers
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !ofBuilds.includes(name));
}

describe('the packages of a release', () => {
  test('default: every package that a source imports is in it, and no tool of tests or builds', () => {
    const packed = new Set(productionPackages(lock, PROGRAMS).map(({ name }) => name));
    const ours = PROGRAMS.map((folder) => manifest(folder).name);
    const imported = [...new Set(PROGRAMS.flatMap(importedPackages))];
    expect(imported.length).toBeGreaterThan(15);
    expect(imported.filter((name) => !packed.has(name) && !ours.includes(name))).toEqual([]);
    expect([...packed].filter((name) => /vite|typescript|^react|playwright|anvil|postgres$/.test(name))).toEqual([]);
  });

  test('behavior: finds nested packages, leaves out optional peers, and throws for one that is missing', () => {
    const packages = {
      app: { dependencies: { a: '1' }, peerDependencies: { p: '1' }, peerDependenciesMeta: { p: { optional: true } } },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '2' }, optionalDependencies: { c: '1' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { a: '1' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/p': { version: '1.0.0' },
    };
    const found = productionPackages({ packages }, ['app']).map(({ folder, name }) => [folder, name]);
    expect(found).toEqual([
      ['node_modules/a', 'a'],
      ['node_modules/a/node_modules/b', 'b'],
    ]);
    expect(() => productionPackages({ packages: { app: { dependencies: { x: '1' } } } }, ['app'])).toThrow(/no x/);
  });

  test('behavior: the bill of materials has their hashes in hex, and is the same for the same commit', () => {
    const release = { version: '1.0.0', commit: 'abc', time: new Date(0) };
    const packages = [{ folder: 'node_modules/@x/y', name: '@x/y', version: '2.0.0', integrity: 'sha512-AAH/' }];
    const bill = billOfMaterials(release, { node: '24.0.0', packages });
    expect(JSON.parse(bill).components).toMatchObject([
      { name: 'node' },
      { purl: 'pkg:npm/%40x/y@2.0.0', hashes: [{ alg: 'SHA-512', content: '0001ff' }] },
    ]);
    expect(billOfMaterials(release, { node: '24.0.0', packages })).toBe(bill);
  });
});

test('bin/city-mint starts programs that exist', () => {
  const script = read('deploy/bin/city-mint');
  const processes = globSync('apps/server/src/processes/*.ts', { cwd: ROOT }).map((path) => path.split('/').at(-1));
  const names = [...script.matchAll(/^ {2}(?:(\w[\w |-]+)\)|echo)/gm)].flatMap(([, list = '']) => list.split(' | '));
  const ofServer = names.filter((name) => /^(?!fmc|settle|simulate|verify$|verify-(?:journal|ledger)|$)/.test(name));
  expect(ofServer.length).toBeGreaterThan(9);
  expect(ofServer.filter((name) => !processes.includes(`${name}.ts`))).toEqual([]);
  for (const path of script.matchAll(/\$root\/((?:apps|packages)\/[\w/-]+\.ts)/g))
    expect(read(path[1] ?? '')).not.toBe('');
});
