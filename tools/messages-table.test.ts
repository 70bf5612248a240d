import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Texts and tests that the table is compared with. */
type Sources = {
  /** Everything that the page and the API can say in Chinese, as source code. */
  readonly texts: string;
  /** The source of a test file; null where there is none. */
  readonly read: (path: string) => string | null;
};

/** Returns the rows of a page's tables, as cells; heads and lines left out. */
function rowsOf(page: string): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (---|message|promise)/.test(line));
  return lines.map((line) => line.slice(2, -2).split(' | '));
}

/**
 * Returns the body of the test of this file with this title, and of the functions that it calls, of the file or
 * imported from another one of the tests; null without such a test.
 */
function testBody({ path, title, read }: { path: string; title: string } & Pick<Sources, 'read'>): string | null {
  const source = read(path) ?? '';
  const from = source.indexOf(title);
  if (from < 0) return null;
  const body = blockAt(source, from);
  const imported = [...source.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)].flatMap(
    ([, names = '', file = '']) => {
      const isCalled = names.split(',').some((name) => name.trim() !== '' && body.includes(`${name.trim()}(`));
      return isCalled ? [read(posix.join(posix.dirname(path), file)) ?? ''] : [];
    },
  );
  const called = [source, ...imported].flatMap((text) =>
    [...text.matchAll(/^(?:export )?(?:async )?function (\w+)|^(?:export )?const (\w+) = /gm)]
      .filter(([, name, constant]) => body.includes(`${name ?? constant}(`))
      .map(({ index }) => blockAt(text, index)),
  );
  return [body, ...called].join('\n');
}

/** Returns the source from here to the end of the block: the first closing brace that is indented like its line. */
function blockAt(source: string, from: number): string {
  const line = source.slice(source.lastIndexOf('\n', from) + 1, from);
  const indent = /^ */.exec(line)?.[0] ?? '';
  const rest = source.slice(from);
  const end = rest.search(new RegExp(`\\n${indent}\\}\\)?;?(\\n|$)`));
  return end < 0 ? rest : rest.slice(0, end);
}

/** A message whose figures are left out, since a test has them and a text has their places. */
const withoutFigures = (message: string) => message.split(/（[^）]*）/)[0] ?? message;

/** Returns the faults of a message's row: a missing text or test, or a test that does not read the text. */
function brokenMessages(page: string, { texts, read }: Sources): string[] {
  return rowsOf(page).flatMap((cells) => {
    const [messages = [], tests = ''] = [cells[0]?.split(' · '), cells.at(-1)];
    const bodies: string[] = [];
    const problems: string[] = [];
    let file = '';
    for (const [, path, title] of tests.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
      if (path !== undefined) file = path;
      if (path !== undefined && read(path) === null) problems.push(`${cells[0]}: there is no ${path}`);
      if (title === undefined || read(file) === null) continue;
      const body = testBody({ path: file, title, read });
      if (body === null) problems.push(`${cells[0]}: no test has “${title}”`);
      else bodies.push(body);
    }
    if (bodies.length === 0) problems.push(`${cells[0]}: names no test`);
    if (cells.length === 2) return problems;
    for (const message of messages) {
      const key = new RegExp(`(\\w+): '${withoutFigures(message)}`).exec(texts)?.[1];
      const isShown = (body: string) => body.includes(message) || (key !== undefined && body.includes(`.${key}`));
      if (!texts.includes(withoutFigures(message)) && !bodies.some((body) => body.includes(`msg: '${message}`))) {
        problems.push(`${message}: is no text`);
      }
      for (const body of messages.length === 1 ? bodies : [bodies.join('\n')]) {
        if (!isShown(body)) problems.push(`${message}: is not read by ${body.split('\n')[0]}`);
      }
    }
    return problems;
  });
}

function readTexts(): string {
  const texts = join(ROOT, 'packages/texts/src/zh');
  const page = readdirSync(join(texts, 'page')).map((name) => join('page', name));
  return [...page, 'refusals.ts', 'operators.ts'].map((name) => readFileSync(join(texts, name), 'utf8')).join('\n');
}

function readTest(path: string): string | null {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : null;
}

test('default: every message of the table is a text, and its tests read it', () => {
  const page = readFileSync(join(ROOT, 'docs/page-messages.md'), 'utf8');
  expect(rowsOf(page).length).toBeGreaterThan(50);
  expect(brokenMessages(page, { texts: readTexts(), read: readTest })).toEqual([]);
});

test('broken twin: a message that is no text, a test that does not exist or does not read it', () => {
  const source = "test('it reads', () => {\n  see('甲');\n});\nsee('乙');";
  const read = (path: string) => (path === 'a.spec.ts' ? source : null);
  const texts = "first: '甲',\nsecond: '乙',";
  const page = [
    '| 甲 | a | b | `a.spec.ts` “it reads” |',
    '| 乙 | a | b | `a.spec.ts` “it reads” |',
    '| 丙 | a | b | `a.spec.ts` “it does not” |',
    '| 甲 | a | b | `none.spec.ts` “it reads” |',
    '| a promise without a test | — |',
  ].join('\n');
  expect(brokenMessages(page, { texts, read })).toEqual([
    "乙: is not read by it reads', () => {",
    '丙: no test has “it does not”',
    '丙: names no test',
    '丙: is no text',
    '甲: there is no none.spec.ts',
    '甲: names no test',
    'a promise without a test: names no test',
  ]);
});
