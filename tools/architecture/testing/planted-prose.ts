import type { Planted } from './planted.ts';

/** Violations of the rules on comments, docs and their references. */
export const PLANTED_PROSE: readonly Planted[] = [
  {
    rule: 'no dead reference',
    what: 'a link to a page that is not there',
    bad: { 'docs/x.md': 'See [rules](rules.md).' },
    good: { 'docs/x.md': 'See [rules](rules.md#4-join).', 'docs/rules.md': '# Rules\n\n## 4. Join\n' },
  },
  {
    rule: 'no dead reference',
    what: 'a link to a heading that is not there',
    bad: { 'docs/x.md': 'See [rules](rules.md#join).', 'docs/rules.md': '## 4. Join\n' },
    good: { 'docs/x.md': 'See [below](#join-twice-1).\n## `Join` (twice)\n```\n## no heading\n```\n## Join twice\n' },
  },
  {
    rule: 'no dead reference',
    what: 'a comment names a file that is not there',
    bad: { 'bench/x.ts': '/** As `rounds/none.ts` does. */' },
    good: {
      'bench/x.ts': "/** As `rounds/some.ts` and all of rounds/*.ts. */\nconst a = 'none.ts';",
      'packages/domain/src/rounds/some.ts': '',
    },
  },
  {
    rule: 'no dead reference',
    what: 'a comment names a heading that is not there',
    bad: { 'apps/server/migrations/x.sql': '-- docs/rules.md#join\n', 'docs/rules.md': '## 4. Join\n' },
    good: { 'apps/server/migrations/x.sql': '-- docs/rules.md#4-join\n', 'docs/rules.md': '## 4. Join\n' },
  },
  {
    rule: 'no dead reference',
    what: 'a comment counts the sections of a page',
    bad: { 'contracts/src/x.sol': '/// rules.md section 4' },
    good: { 'contracts/src/x.sol': 'string constant A = "rules.md section 4"; // a section of a road' },
  },
  {
    rule: 'no dead reference',
    what: 'a short path of a glossary leads nowhere',
    bad: { 'docs/x.md': 'Paths begin with **D** =\n`packages/domain/src`.\n\nD/rounds/none.ts' },
    good: {
      'docs/x.md': 'Paths begin with **D** =\n`packages/domain/src`.\n\nD/rounds/some.ts and `D/rounds/`',
      'packages/domain/src/rounds/some.ts': '',
    },
  },
  {
    rule: 'no dead reference',
    what: 'a decision that is not there',
    bad: { 'docs/x.md': 'Decision 0099.' },
    good: { 'docs/x.md': 'Decision 0001.', 'docs/decisions/0001-a.md': '' },
  },
  {
    rule: 'no dead reference',
    what: 'a folder that is not there',
    bad: { 'docs/x.md': 'All of `docs/none/`.' },
    good: { 'docs/x.md': 'All of `docs/` or `apps/*/src/`.', 'apps/web/src/a.css': '' },
  },
  {
    rule: 'no dead reference',
    what: 'a script that is not there',
    bad: { 'docs/x.md': 'Run `npm run -s none`.', 'package.json': '{ "scripts": { "go": "" } }' },
    good: { 'docs/x.md': 'Run `npm run -s go`.', 'package.json': '{ "scripts": { "go": "" } }' },
  },
  {
    rule: 'plain words',
    what: 'a comment in dialect',
    bad: { 'bench/x.ts': '/** The row that stands there. */' },
    good: { 'bench/x.ts': '/** JU stands for the currency; `stands` is a name. */ const stands = 1;' },
  },
  {
    rule: 'plain words',
    what: 'words that a line break divides',
    bad: { 'docs/x.md': 'This is for\never.' },
    good: { 'docs/x.md': 'This is\n```\nfor ever\n```\n' },
  },
  {
    rule: 'plain words',
    what: 'a text of the page',
    bad: { 'packages/texts/src/en/page/home.ts': "const home = { title: 'Nobody is here' };" },
    good: { 'apps/web/src/home/home.ts': "const home = { title: 'nobody' };" },
  },
  {
    rule: 'plain words',
    what: 'a summary of the API',
    bad: { 'packages/api-contract/src/x.ts': "const a = { summary: 'All that ' + 'he had.' };" },
    good: { 'packages/api-contract/src/x.ts': "const a = { summary: 'All that they had, given a day.' };" },
  },
  {
    rule: 'plain words',
    what: 'a title of a test',
    bad: { 'bench/x.test.ts': "test.each([1])('the news', () => {});" },
    good: { 'bench/x.test.ts': "test.each(['the news'])('the events', () => {});" },
  },
  {
    rule: 'plain words',
    what: 'a name of a file',
    bad: { 'bench/settle-aside.ts': '' },
    good: { 'bench/settle-suspended.ts': 'const aside = 1;' },
  },
  {
    rule: 'plain words',
    what: 'a name that other files import',
    bad: { 'bench/x.ts': 'export type ChainDoubt = 1;' },
    good: { 'bench/x.ts': 'type ChainDoubt = 1; export function actAsOperator() {}' },
  },
  {
    rule: 'plain words',
    what: 'a name in the database',
    bad: { 'apps/server/migrations/x.sql': 'create table round (is_aside boolean);' },
    good: { 'apps/server/migrations/x.sql': "create table round (a text check (a in ('is_aside')));" },
  },
  {
    rule: 'documented exports',
    what: 'a function without a comment',
    bad: { 'packages/domain/src/x.ts': '// Not a doc comment.\nexport function go(): void {}' },
    good: { 'packages/domain/src/x.ts': '/** Goes. */\nexport function go(): void {}\nfunction stop() {}' },
  },
  {
    rule: 'documented exports',
    what: 'a function that does not say what it returns',
    bad: { 'apps/web/src/x.ts': '/** Adds. */\nexport const add = (a: number, b: number) => a + b;' },
    good: {
      'apps/web/src/x.ts': '/** Adds; returns the sum. */\nexport const add = (a: number, b: number) => a + b;',
      'apps/web/src/y.tsx': 'export function View() { return 1; }',
      'apps/web/src/z.ts': '/** Whether it is. */\nfunction is(): boolean { return true; }\nexport { is };',
    },
  },
  {
    rule: 'sentence shapes',
    what: 'a page that uses “what is …” as a noun',
    bad: { 'docs/x.md': 'Read what is due. It stores what was paid. The rest is what it owes.' },
    good: { 'docs/x.md': 'Read due rounds. It stores payments. What is the rest? Whatever was not paid.' },
  },
  {
    rule: 'sentence shapes',
    what: 'comments that use “alone” for only',
    bad: { 'bench/x.ts': '// For tests alone.\nconst a = 1;\n// Of cents alone.\nconst b = 2;\n// The api alone.' },
    good: { 'bench/x.ts': '// Only for tests.\nconst a = 1;\n// A stand-alone script, let alone two.' },
  },
  {
    rule: 'sentence shapes',
    what: 'test titles that use “at once” for immediately',
    bad: { 'tests/browser/x.spec.ts': "test('ends at once'); test('starts at once'); test('both at once');" },
    good: {
      'bench/x.test.ts': "test('ends immediately'); test('starts immediately'); test('both together');",
    },
  },
];
