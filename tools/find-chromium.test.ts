import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findOnSystem } from './find-chromium.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find chromium '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Adds a file and returns its path. */
function addFile(name: string, mode = 0o755): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

const pathOf = (...names: string[]) => names.map((name) => join(folder, name)).join(delimiter);

describe('findOnSystem', () => {
  test('default: chromium before chrome, in any order of the folders', () => {
    addFile('first/google-chrome');
    const chromium = addFile('second/chromium');
    expect(findOnSystem({ PATH: pathOf('first', 'second') })).toBe(chromium);
  });

  test('behavior: of one name the first folder of PATH', () => {
    const first = addFile('first/chromium');
    addFile('second/chromium');
    expect(findOnSystem({ PATH: pathOf('missing', 'first', 'second') })).toBe(first);
  });

  test('behavior: CHROMIUM_PATH before PATH, unless it cannot be executed', () => {
    const onPath = addFile('bin/chromium');
    const configured = addFile('my browser');
    expect(findOnSystem({ CHROMIUM_PATH: configured, PATH: pathOf('bin') })).toBe(configured);
    const notExecutable = addFile('text', 0o644);
    expect(findOnSystem({ CHROMIUM_PATH: notExecutable, PATH: pathOf('bin') })).toBe(onPath);
    expect(findOnSystem({ CHROMIUM_PATH: join(folder, 'missing'), PATH: pathOf('bin') })).toBe(onPath);
  });

  test.skipIf(process.platform === 'darwin')('behavior: undefined where there is none', () => {
    addFile('bin/firefox');
    addFile('bin/chromium', 0o644);
    expect(findOnSystem({ PATH: pathOf('bin') })).toBeUndefined();
    expect(findOnSystem({})).toBeUndefined();
  });
});
