import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findPass, hashInputs, recordPass } from './recorded-pass.ts';

function createRepository(): string {
  const root = mkdtempSync(join(tmpdir(), 'city-mint-pass-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['contracts/src/vault', 'contracts/out']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'contracts/foundry.toml'), 'optimizer = true');
  writeFileSync(join(root, 'contracts/src/vault/Limits.sol'), 'contract Limits {}');
  writeFileSync(join(root, 'contracts/out/Limits.json'), '{}');
  writeLock(root, { solc: '0.8.37', react: '19.3.1' });
  return root;
}

function writeLock(root: string, versions: Record<string, string>): void {
  const packages = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: Object.fromEntries(packages) }));
}

const hashOf = (root: string, texts: readonly string[] = []) =>
  hashInputs({ root, paths: ['contracts'], without: ['out'], packages: /^node_modules\/solc$/, texts });

describe('hashInputs', () => {
  test('default: is the same for the same inputs', () => {
    const root = createRepository();
    expect(hashOf(root)).toBe(hashOf(root));
  });

  test.each<[string, (root: string) => void]>([
    ['a file', (root) => writeFileSync(join(root, 'contracts/src/vault/Limits.sol'), 'contract Limits { }')],
    ['a new file', (root) => writeFileSync(join(root, 'contracts/src/New.sol'), '')],
    ['a deleted file', (root) => rmSync(join(root, 'contracts/foundry.toml'))],
    ['a package', (root) => writeLock(root, { solc: '0.8.38', react: '19.3.1' })],
  ])('behavior: changes with %s', (_name, change) => {
    const root = createRepository();
    const before = hashOf(root);
    change(root);
    expect(hashOf(root)).not.toBe(before);
  });

  test('behavior: changes with a text', () => {
    const root = createRepository();
    expect(hashOf(root, ['FOUNDRY_PROFILE=deep'])).not.toBe(hashOf(root));
  });

  test('behavior: does not change with excluded files and other packages', () => {
    const root = createRepository();
    const before = hashOf(root);
    writeFileSync(join(root, 'contracts/out/Limits.json'), '{"abi":[]}');
    writeLock(root, { solc: '0.8.37', react: '20.0.0' });
    expect(hashOf(root)).toBe(before);
  });

  test('behavior: a missing folder throws, since nothing would be hashed', () => {
    const root = createRepository();
    rmSync(join(root, 'contracts'), { recursive: true });
    expect(() => hashOf(root)).toThrow('ENOENT');
  });
});

describe('findPass', () => {
  const pass = { passedAt: '2026-11-27T07:00:00.000Z', output: '154 passed, 0 failed' };

  test('default: returns the pass of a step with the same hash', () => {
    const folder = createRepository();
    recordPass(folder, { step: 'tests', hash: 'a', ...pass });
    expect(findPass(folder, { step: 'tests', hash: 'a' })).toEqual({ hash: 'a', ...pass });
  });

  test('behavior: returns none for another hash, for another step, and for a file that is cut off', () => {
    const folder = createRepository();
    recordPass(folder, { step: 'tests', hash: 'a', ...pass });
    expect(findPass(folder, { step: 'tests', hash: 'b' })).toBeUndefined();
    expect(findPass(folder, { step: 'gas', hash: 'a' })).toBeUndefined();
    writeFileSync(join(folder, 'tests.json'), '{"hash":"a"');
    expect(findPass(folder, { step: 'tests', hash: 'a' })).toBeUndefined();
  });
});
