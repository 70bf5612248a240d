import { withoutMarks } from './read-comments.ts';
import type { Passage, Repository, TextFile } from './source-file.ts';

/** What people read: a comment, a page of documentation, or a text that the product or a test run shows. */
export type Prose = Passage & { path: string; kind: 'comment' | 'doc' | 'text' };

const FOREIGN = /(^|\/)generated\/|^vectors\//;
/** Where strings are texts for people: the catalogues of the languages, of the page and of the server. */
export const TEXT_CATALOGUE = new RegExp(
  /^packages\/texts\/src\/.*\.ts$|/.source +
    /^(?:apps\/[^/]+|packages\/api-contract)\/src\/(?:.*\/)?/.source +
    /(?:(?:[\w-]*texts?|disclosure)\/(?:.*\/)?[\w-]+|[\w-]*-texts?)\.tsx?$/.source,
);

/** Strings and comments of SQL, the comments as groups. A string may hold two hyphens, a quoted name too. */
const SQL_TOKENS = /'(?:[^']|'')*'|"[^"]*"|(?<line>(?:--[^\n]*(?:\n[ \t]*(?=--))?)+)|\/\*(?<block>[\s\S]*?)\*\//g;
/** The same of Solidity, JavaScript and CSS; addresses in strings hold two slashes. */
const C_TOKENS = new RegExp(
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source +
    /|(?<line>(?:\/\/[^\n]*(?:\n[ \t]*(?=\/\/))?)+)|\/\*(?<block>[\s\S]*?)\*\//.source,
  'g',
);
const HASH_TOKENS = /'[^'\n]*'|"[^"\n]*"|(?<line>(?:(?<=^|\s)#[^\n]*(?:\n[ \t]*(?=#))?)+)/g;

/** Returns all prose of the repository, without the delimiters of comments but with its line breaks. */
export function readProse({ sources, texts }: Repository): Prose[] {
  const fromSources = sources
    .filter(({ path }) => !FOREIGN.test(path))
    .flatMap(({ path, isTest, comments, strings, shown }) => [
      ...comments.map((passage) => ({ path, kind: 'comment' as const, ...passage })),
      ...(!isTest && TEXT_CATALOGUE.test(path) ? strings : shown).map((passage) => ({
        path,
        kind: 'text' as const,
        ...passage,
      })),
    ]);
  return [...fromSources, ...texts.filter(({ path }) => !FOREIGN.test(path)).flatMap(proseOfText)];
}

function proseOfText({ path, text }: TextFile): Prose[] {
  const extension = /\.(\w+)$/.exec(path)?.[1];
  if (extension === 'md') return [{ path, kind: 'doc', line: 1, text: withoutFences(text) }];
  if (extension === 'tree') return [{ path, kind: 'comment', line: 1, text: text.replace(/[│├└─]/g, ' ') }];
  const tokens =
    extension === 'sql'
      ? SQL_TOKENS
      : /^(sol|css|mjs|cjs)$/.test(extension ?? '')
        ? C_TOKENS
        : extension === 'yaml' || extension === 'toml'
          ? HASH_TOKENS
          : null;
  if (tokens === null) return [];
  return [...text.matchAll(tokens)].flatMap(({ groups, index }) => {
    const words = groups?.['block'] ?? groups?.['line']?.replace(/^[ \t]*(?:--+|\/\/+|#+)/gm, '');
    if (words === undefined) return [];
    const line = text.slice(0, index).split('\n').length;
    return [{ path, kind: 'comment' as const, line, text: withoutMarks(words) }];
  });
}

/** Returns SQL with its comments replaced by blanks, so that positions stay the same. */
export function sqlWithoutComments(sql: string): string {
  return sql.replace(SQL_TOKENS, (token) => (/^(--|\/\*)/.test(token) ? token.replace(/[^\n]/g, ' ') : token));
}

/** Code that a page shows as a block is no prose. Its lines stay, empty. */
function withoutFences(text: string): string {
  return text.replace(/^([ \t]*)```[\s\S]*?^[ \t]*```/gm, (block) => block.replace(/[^\n]/g, ''));
}
