import { describe, expect, test } from 'vitest';
import { parseSource } from '../architecture/parse-source.ts';
import { writtenLines } from '../architecture/written-lines.ts';
import {
  fullestFolder,
  functionsUsedOnce,
  meanNameLength,
  testsToSource,
  tinyFilesWithOneImporter,
} from './structure-figures.ts';

function parse(files: Record<string, string>) {
  return Object.entries(files).map(([path, text]) => parseSource({ path, text }));
}

describe('tinyFilesWithOneImporter', () => {
  test('default: counts files of up to 20 lines that one file imports', () => {
    const files = parse({
      'bench/one.ts': "import './tiny.ts';\nimport type { A } from './shared.ts';\nimport './long.ts';",
      'bench/two.ts': "export { A } from './shared.ts';",
      'bench/tiny.ts': '//\n'.repeat(20),
      'bench/shared.ts': 'export type A = 1;',
      'bench/long.ts': '//\n'.repeat(21),
    });
    expect(tinyFilesWithOneImporter(files)).toEqual({ count: 1, of: 5 });
  });

  test('behavior: an importer outside the group does not count', () => {
    const files = parse({ 'bench/a.ts': "import './b.ts';", 'bench/b.ts': '' });
    expect(tinyFilesWithOneImporter(files.slice(1))).toEqual({ count: 0, of: 1 });
  });
});

describe('functionsUsedOnce', () => {
  test('default: counts functions by the files that import them by name', () => {
    const files = parse({
      'bench/a.ts':
        'export function once() {}\nexport const twice = () => 1;\nexport function never() {}\nfunction own() {}',
      'bench/b.ts': "import { once, twice as two } from './a.ts';",
      'bench/c.ts': "import { twice, type T } from './a.ts';\nexport { own } from './b.ts';",
    });
    expect(functionsUsedOnce(files)).toEqual({ count: 1, of: 3 });
  });

  test('behavior: an overloaded function, and one that is exported below, count once', () => {
    const files = parse({
      'bench/a.ts':
        'export function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: 1 | 2) { return a; }\n' +
        'function g() {}\nexport { g };',
      'bench/b.ts': "import { f, g } from './a.ts';",
    });
    expect(functionsUsedOnce(files)).toEqual({ count: 2, of: 2 });
  });
});

describe('meanNameLength', () => {
  test('default: each name counts once; strings and comments hold no names', () => {
    const files = parse({ 'bench/a.ts': "const ab = 'abcdefg'; // abcdefgh", 'bench/b.ts': 'const abcd = ab;' });
    expect(meanNameLength(files.flatMap(({ names }) => names))).toEqual({ mean: 3, names: 2 });
  });

  test('behavior: no names have no length', () => {
    expect(meanNameLength([])).toEqual({ mean: 0, names: 0 });
  });
});

describe('fullestFolder', () => {
  test('default: counts the files of each folder itself', () => {
    expect(fullestFolder(parse({ 'bench/a.ts': '', 'bench/b.ts': '', 'bench/c/d.ts': '' }))).toEqual(['bench', 2]);
    expect(fullestFolder([])).toEqual([]);
  });
});

describe('testsToSource', () => {
  test('default: tests, their support and their fixtures are tests', () => {
    const files = parse({
      'bench/a.ts': '//\n//\n//\n',
      'bench/a.test.ts': '//\n',
      'tests/setup/b.ts': '//\n//',
      'tests/browser/c.spec.ts': '//',
      'apps/web/src/fixtures/d.ts': '//',
    });
    expect(testsToSource(files)).toEqual({ tests: 5, source: 3 });
  });
});

describe('writtenLines', () => {
  test('default: counts the lines of all files, without generated parts', () => {
    const page = 'one\n\n<!-- generated: list -->\na\nb\n<!-- end: list -->\nfour\n';
    expect(
      writtenLines([
        { path: 'docs/a.md', text: page },
        { path: 'docs/b.md', text: 'one\n' },
      ]),
    ).toBe(4);
  });
});
