import { DAY_MS } from '@city-mint/domain/time/durations';
import type { Planted } from './planted.ts';

/** In parts, because this file too must not name one. */
const MACHINE_PATH = ['', 'work', 'main'].join('/');
/** In two parts, because this file too must not write it. */
const READER = ['function', 'unitsOf(text: string) {}'].join(' ');

/** Violations of the rules on the shape and size of files. */
export const PLANTED_FILES: readonly Planted[] = [
  {
    rule: 'web shape',
    what: 'a view fetches',
    bad: { 'apps/web/src/home/views/home-view.tsx': "import { useHome } from '../home-queries.ts';" },
    good: { 'apps/web/src/home/home-page.tsx': "import { useHome } from './home-queries.ts';" },
  },
  {
    rule: 'web shape',
    what: 'a view of a divided capability fetches',
    bad: { 'apps/web/src/rounds/join/views/amount.tsx': "import { useRound } from '../../rounds-queries.ts';" },
    good: { 'apps/web/src/rounds/join/join-page.tsx': "import { Amount } from './views/amount.tsx';" },
  },
  {
    rule: 'web shape',
    what: 'a view of the console starts a flow',
    bad: { 'apps/console/src/home/views/home-view.tsx': "import { start } from '../home-flow.ts';" },
    good: { 'apps/console/src/home/home-page.tsx': "import { HomeView } from './views/home-view.tsx';" },
  },
  {
    rule: 'web shape',
    what: 'ui knows a capability',
    bad: { 'apps/web/src/ui/button.tsx': "import { a } from '../home/home-texts.ts';" },
    good: { 'apps/web/src/ui/button.tsx': "import { a } from '../platform/format.ts';" },
  },
  {
    rule: 'web shape',
    what: 'the platform of a page knows its ui',
    bad: { 'apps/web/src/platform/api.ts': "import { showToast } from '../ui/toast-store.ts';" },
    good: { 'apps/web/src/platform/api.ts': "import { showToast } from './toast-store.ts';" },
  },
  {
    rule: 'web shape',
    what: 'a query key is written where it is refreshed',
    bad: { 'apps/web/src/home/home-flow.ts': "void refresh({ queryKey: ['home'] });" },
    good: { 'apps/web/src/home/home-flow.ts': 'void refresh({ queryKey: homeKeys.home });' },
  },
  {
    rule: 'file size',
    what: 'a file of 301 lines',
    bad: { 'bench/x.ts': '//\n'.repeat(301) },
    good: { 'bench/x.ts': '//\n'.repeat(300) },
  },
  {
    rule: 'docs size',
    what: '4,000 lines in two pages',
    bad: { 'docs/x.md': '.\n'.repeat(3_999), 'docs/operating/y.md': '.\n' },
    good: { 'docs/x.md': `${'.\n'.repeat(3_998)}<!-- generated: a -->\n.\n<!-- end: a -->\n` },
  },
  {
    rule: 'forbidden text',
    what: 'a conflict of a merge',
    bad: { 'docs/x.md': `a\n${'<'.repeat(7)} HEAD\nb\n` },
    good: { 'docs/x.md': `a\n${'<'.repeat(6)} b\n` },
  },
  {
    rule: 'forbidden text',
    what: 'a folder outside the repository',
    bad: { 'docs/x.md': `see ${['..', 'shared', 'x.md'].join('/')}` },
    good: { 'docs/x.md': 'a shared folder' },
  },
  {
    rule: 'forbidden text',
    what: 'a path of one machine',
    bad: { 'docs/x.md': `in ${MACHINE_PATH}` },
    good: { 'docs/x.md': `https://example.test${MACHINE_PATH} and .${MACHINE_PATH} and /usr/bin/chromium` },
  },
  {
    rule: 'forbidden text',
    what: 'the host of a package registry',
    bad: { 'package-lock.json': `"https://${['registry', 'npmjs', 'org'].join('.')}/x"` },
    good: { 'package-lock.json': '"resolved": "packages/domain"' },
  },
  {
    rule: 'written once',
    what: 'a length of a day',
    bad: { 'bench/x.ts': `const ago = 3 * ${DAY_MS};` },
    good: { 'bench/x.ts': "import { DAY_MS } from '@city-mint/domain/time/durations';\nconst ago = 3 * DAY_MS;" },
  },
  {
    rule: 'written once',
    what: 'a reader of amounts',
    bad: { 'apps/web/src/home/x.ts': READER },
    good: { 'packages/domain/src/money/amount-text.ts': READER },
  },
  {
    rule: 'line length',
    what: 'a line of 121 characters',
    bad: { 'contracts/src/x.sol': `//${'a'.repeat(119)}` },
    good: { 'contracts/src/x.sol': `//${'กี่'.repeat(118)}`, 'apps/web/src/generated/x.ts': `//${'a'.repeat(119)}` },
  },
  {
    rule: 'line length',
    what: 'a paragraph of a page',
    bad: { 'docs/x.md': 'ab '.repeat(41) },
    good: {
      'docs/x.md': `| ${'a'.repeat(120)} |\n\`\`\`\n${'b '.repeat(61)}\n\`\`\`\n- [c](https://${'d'.repeat(120)})\n`,
    },
  },
  {
    rule: 'line length',
    what: 'a string outside a catalogue of texts',
    bad: { 'apps/web/src/home/x.ts': `const a = {\n  b: '${'c'.repeat(120)}',\n};` },
    good: { 'packages/texts/src/en/page/x.ts': `const a = {\n  b:\n    '${'c'.repeat(120)}',\n};` },
  },
  {
    rule: 'line length',
    what: 'markup besides its classes',
    bad: { 'apps/web/src/home/x.tsx': `const a = <b className="c" ${'d '.repeat(60)}/>;` },
    good: { 'apps/web/src/home/x.tsx': `const a = <b className="${'c '.repeat(60)}" />;` },
  },
  {
    rule: 'parts have stories',
    what: 'a component of a part is in no story',
    bad: {
      'apps/web/src/ui/a.tsx': 'export function A() { return null; }\nexport function B() { return null; }',
      'apps/web/catalogue/ui/a.stories.tsx': "import { A } from '#ui/a.tsx';",
    },
    good: {
      'packages/ui/src/a.tsx': 'export function A() { return null; }',
      'apps/web/catalogue/parts/a.stories.tsx': "import { A } from '@city-mint/ui/a.tsx';",
    },
  },
];
