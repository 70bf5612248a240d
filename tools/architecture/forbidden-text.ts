import type { Rule } from './source-file.ts';

/** Written in pieces, so that this file does not break its own rule. */
const FORBIDDEN: { pattern: RegExp; words: string }[] = [
  { pattern: new RegExp(['\\.\\.', 'shared', ''].join('/')), words: 'a folder outside the repository' },
  {
    pattern: new RegExp(`(?<![\\w.~@$}-])/(${['work', 'root', 'home/\\w+', 'Users/\\w+'].join('|')})/`),
    words: 'a path of one machine',
  },
  {
    pattern: new RegExp(
      [
        ['registry', 'npmjs', 'org'],
        ['registry', 'yarnpkg', 'com'],
        ['registry', 'npmmirror', 'com'],
        ['npm', 'pkg', 'github', 'com'],
        ['pypi', 'org'],
        ['proxy', 'golang', 'org'],
        ['deb', 'debian', 'org'],
      ]
        .map((labels) => labels.join('\\.'))
        .join('|'),
    ),
    words: 'the host of a package registry',
  },
  { pattern: /"resolved":\s*"https?:/, words: 'the address of a package' },
  { pattern: /^(?:<{7}|>{7}) /m, words: 'a conflict of a merge' },
];

/** What ties the repository to the place where it was written, or to where its packages or a merge came from. */
export const forbiddenText: Rule = {
  name: 'forbidden text',
  find: ({ texts }) =>
    texts.flatMap(({ path, text }) =>
      FORBIDDEN.flatMap(({ pattern, words }) => {
        const found = pattern.exec(text);
        if (found === null) return [];
        const line = text.slice(0, found.index).split('\n').length;
        return [{ path: `${path}:${line}`, problem: `names ${words} (${found[0]})` }];
      }),
    ),
};
