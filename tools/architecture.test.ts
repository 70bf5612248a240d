import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { parseSource } from './architecture/parse-source.ts';
import { readRepository } from './architecture/read-repository.ts';
import { checkArchitecture, RULES } from './architecture/rules.ts';
import type { Violation } from './architecture/source-file.ts';
import { findSharedTables } from './architecture/table-ownership.ts';
import { PLANTED_FILES } from './architecture/testing/planted-files.ts';
import { PLANTED_IMPORTS } from './architecture/testing/planted-imports.ts';
import { PLANTED_PROSE } from './architecture/testing/planted-prose.ts';
import { PLANTED_SERVER } from './architecture/testing/planted-server.ts';

const repository = readRepository();

/** Files that break nothing but the rule at hand: path → text. */
function check(files: Record<string, string>): Violation[] {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  const sources = texts.filter(({ path }) => /\.tsx?$/.test(path)).map(parseSource);
  const other = parseSource({ path: 'bench/other.ts', text: '' });
  return checkArchitecture({ texts, binaries: [], sources: [...sources, other] }, RULES);
}

describe('the repository', () => {
  test('every source file was read', () => {
    const listed = execFileSync(
      'git',
      ['ls-files', '-co', '--exclude-standard', '--deduplicate', '--', '*.ts', '*.tsx'],
      {
        encoding: 'utf8',
      },
    );
    const deleted = execFileSync('git', ['ls-files', '-d'], { encoding: 'utf8' }).split('\n');
    const expected = listed.split('\n').filter((path) => path !== '' && !deleted.includes(path));
    const read = repository.sources.map(({ path }) => path);
    expect(expected.length).toBeGreaterThan(20);
    expect(expected.filter((path) => !read.includes(path))).toEqual([]);
    console.log(`note: read ${read.length} source files and ${repository.texts.length} files of text`);
  });

  test('keeps every rule', () => {
    expect(checkArchitecture(repository).map(({ rule, path, problem }) => `${path}: ${problem} [${rule}]`)).toEqual([]);
  });
});

describe('a repository that was not read', () => {
  test('breaks the first rule', () => {
    expect(checkArchitecture({ sources: [], texts: [], binaries: [] })).toMatchObject([{ rule: 'no file unread' }]);
  });
});

const PLANTED = [...PLANTED_IMPORTS, ...PLANTED_SERVER, ...PLANTED_PROSE, ...PLANTED_FILES];

describe('a planted violation', () => {
  test.each(PLANTED)('$rule: $what', ({ rule, bad, good }) => {
    expect(check(bad).map((found) => found.rule)).toEqual([rule]);
    expect(check(good ?? {})).toEqual([]);
  });

  test('there is one for each rule', () => {
    expect([...new Set(PLANTED.map(({ rule }) => rule))].sort()).toEqual(RULES.map(({ name }) => name).sort());
  });

  test('table ownership: a table of the whole server', () => {
    expect(findSharedTables({ 'apps/server/src/': ['shared'], 'apps/server/src/rounds/': ['round'] })).toMatchObject([
      { problem: 'the table shared is owned by all of apps/server/src/' },
    ]);
  });
});

describe('parseSource', () => {
  test('behavior: ignores imports in comments and strings', () => {
    const text = [
      "// import 'a';",
      'const b = "import \'c\'";',
      "import 'd';",
      "export * from 'e';",
      "import type { F } from 'f';",
      "type G = import('g').G;",
    ].join('\n');
    expect(parseSource({ path: 'bench/x.ts', text }).imports.map(({ specifier }) => specifier)).toEqual([
      'd',
      'f',
      'e',
      'g',
    ]);
  });

  test('behavior: a file that cannot be parsed is an error, not an empty file', () => {
    expect(() => parseSource({ path: 'bench/x.ts', text: 'const = 1' })).toThrow('bench/x.ts');
  });
});
