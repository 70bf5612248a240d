import { posix } from 'node:path';
import { EXCEPTIONS, PLAIN_NAMES, PLAIN_WORDS } from './plain-word-list.ts';
import { type Prose, readProse, sqlWithoutComments } from './prose.ts';
import type { Repository, Rule, TextFile } from './source-file.ts';

const { basename, dirname } = posix;

type Finding = { path: string; problem: string };

const PATTERNS = PLAIN_WORDS.map(({ not, but }) => ({
  pattern: new RegExp(not.source.replaceAll(' ', '\\s+'), 'gi'),
  but,
}));
const SELF = /^tools\/architecture\/plain-word/;

/** Comments, pages, texts and names use the field's words. */
export const plainWords: Rule = {
  name: 'plain words',
  find: (repository) => [
    ...readProse(repository)
      .filter(({ path }) => !SELF.test(path))
      .flatMap(findWords),
    ...findNames(repository),
  ],
};

function findWords(prose: Prose): Finding[] {
  const text = prose.text.replace(/`[^`\n]*`/g, (code) => '`'.repeat(code.length));
  return PATTERNS.flatMap(({ pattern, but }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const line = text.slice(text.lastIndexOf('\n', index) + 1, endOfLine(text, index + found.length));
      if (isException(prose.path, line)) return [];
      const at = prose.line + text.slice(0, index).split('\n').length - 1;
      return [{ path: `${prose.path}:${at}`, problem: `“${found.replace(/\s+/g, ' ').trim()}”, better: ${but}` }];
    }),
  );
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function findNames({ sources, texts }: Repository): Finding[] {
  const paths = texts.map(({ path }) => path).filter((path) => !SELF.test(path));
  const exported = sources.flatMap(({ path, exports }) =>
    exports.flatMap(({ line, text }) => findName(path, `${path}:${line}`, text)),
  );
  const inSql = texts.filter(({ path }) => /^apps\/server\/.*\.sql$/.test(path));
  return [
    ...paths.flatMap((path) => findName(path, path, basename(path).replace(/\..*/, ''))),
    ...[...firstFiles(paths)].flatMap(([folder, path]) => findName(path, folder, basename(folder))),
    ...exported,
    ...inSql.flatMap(findSqlNames),
  ];
}

/** Returns each folder with a path in it. */
function firstFiles(paths: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.' && !found.has(folder); folder = dirname(folder))
      found.set(folder, path);
  return found;
}

/** Tables, columns and functions, each where the file names it first. */
function findSqlNames({ path, text }: TextFile): Finding[] {
  const sql = sqlWithoutComments(text);
  const known = new Set<string>();
  return [...sql.matchAll(/'(?:[^']|'')*'|\b[a-z]\w*/g)].flatMap(({ 0: name, index }) => {
    if (name.startsWith("'") || known.has(name)) return [];
    known.add(name);
    return findName(path, `${path}:${sql.slice(0, index).split('\n').length}`, name);
  });
}

function findName(path: string, place: string, name: string): Finding[] {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/g, '-').toLowerCase();
  return PLAIN_NAMES.flatMap(({ not, but }) =>
    not.test(words) && !isException(path, name) ? [{ path: place, problem: `the name ${name}, better: ${but}` }] : [],
  );
}

function isException(path: string, words: string): boolean {
  return EXCEPTIONS.some((row) => path.startsWith(row.path) && words.includes(row.words));
}
