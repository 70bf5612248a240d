import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DECISIONS = join(import.meta.dirname, '..', 'docs', 'decisions');
const INDEX = 'README.md';

type Page = { readonly name: string; readonly text: string };

/** Returns the problems of the index: a decision that it does not list once with its number and title. */
function problemsOf(index: string, decisions: readonly Page[]): string[] {
  const entries = index
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice('- '.length).replace(/~~/g, ''));
  return decisions.flatMap(({ name, text }) => {
    const number = name.slice(0, 4);
    const [heading = ''] = text.split('\n');
    if (!heading.startsWith(`# ${number} `)) return [`${name} does not begin with "# ${number} " and a title`];
    const entry = `[${number}](${name}) ${heading.slice(`# ${number} `.length)}`;
    const count = entries.filter((each) => each === entry).length;
    return count === 1 ? [] : [`${INDEX} has ${count} lines "- ${entry}"`];
  });
}

test('default: the index lists each decision once, with its title', () => {
  const names = readdirSync(DECISIONS).filter((name) => name !== INDEX);
  expect(names.length).toBeGreaterThan(50);
  const pages = names.map((name) => ({ name, text: readFileSync(join(DECISIONS, name), 'utf8') }));
  expect(problemsOf(readFileSync(join(DECISIONS, INDEX), 'utf8'), pages)).toEqual([]);
});

test('broken twin: reports a missing decision, another title and a heading without a number', () => {
  const decisions = [
    { name: '0001-a.md', text: '# 0001 First\n' },
    { name: '0002-b.md', text: '# 0002 Second\n' },
    { name: '0003-c.md', text: '# 0003: Third\n' },
    { name: '0004-d.md', text: '# 0004 Fourth\n' },
  ];
  const index = '- ~~[0001](0001-a.md) First~~\n- [0002](0002-b.md) Another\n';
  expect(problemsOf(index, decisions)).toEqual([
    'README.md has 0 lines "- [0002](0002-b.md) Second"',
    '0003-c.md does not begin with "# 0003 " and a title',
    'README.md has 0 lines "- [0004](0004-d.md) Fourth"',
  ]);
});
