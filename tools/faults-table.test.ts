import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

type Table = { readonly columns?: number; readonly resolve?: (name: string) => string };

/** Returns the problems of the rows of a table: a file or test that does not exist, or no test at all. */
function brokenRows(page: string, { columns = 3, resolve = (name) => name }: Table = {}): string[] {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (-|fault|promise|attacker|thief has)/.test(line))
    .map((line) => line.split(' | '));
  return rows.flatMap((cells) => {
    const problems: string[] = [];
    let text = '';
    for (const [, path, title] of cells
      .slice(1)
      .join(' | ')
      .matchAll(/`([^`]+\/[^`]+|[a-z-]+\.(?:db|chain))`|“([^”]+)”/g)) {
      if (path !== undefined) {
        const file = join(ROOT, resolve(path));
        text = existsSync(file) ? readFileSync(file, 'utf8') : '';
        if (text === '') problems.push(`${cells[0]}: there is no ${path}`);
      } else if (title !== undefined && !text.includes(title)) problems.push(`${cells[0]}: no test has “${title}”`);
    }
    if (cells.length !== columns || text === '') problems.push(`${cells[0]}: names no test`);
    return problems;
  });
}

test('default: every file and test in the table of faults exists', () => {
  const page = readFileSync(join(ROOT, 'docs', 'faults.md'), 'utf8');
  expect(page.split('\n').filter((line) => line.startsWith('| ')).length).toBeGreaterThan(50);
  expect(brokenRows(page)).toEqual([]);
});

test('default: every row of stolen logins has a test and its twin', () => {
  const page = readFileSync(join(ROOT, 'docs', 'operating', 'keys.md'), 'utf8');
  const section = page.slice(page.indexOf('## Stolen logins'), page.indexOf('## Operators who leave'));
  const resolve = (name: string) => `${name.includes('/') ? name : `tests/attackers/${name}`}.test.ts`;
  expect(section.split('\n').filter((line) => line.startsWith('| ')).length).toBeGreaterThan(15);
  expect(brokenRows(section, { columns: 4, resolve })).toEqual([]);
});

test('broken twin: a row with a missing file or test, or without any, is found', () => {
  const missing = ['a', 'test', 'of', 'nothing'].join(' ');
  const page = `
| one | \`tools/none.test.ts\` “it is” | — |
| two | \`tools/faults-table.test.ts\` “${missing}” | — |
| three | by hand | — |
| four | \`tools/faults-table.test.ts\` “broken twin” | — |`;
  expect(brokenRows(page)).toEqual([
    '| one: there is no tools/none.test.ts',
    '| one: no test has “it is”',
    '| one: names no test',
    `| two: no test has “${missing}”`,
    '| three: names no test',
  ]);
});
