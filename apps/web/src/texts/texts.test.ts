import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { PAGE_LANGUAGES } from '#platform/i18n/languages.ts';
import { CORE_AREAS } from '#platform/i18n/messages.ts';
import { findMissingAreas, findUnusedKeys, readModules } from '#testing/text-use.ts';

type Texts = Readonly<Record<string, string>>;

const FILES = import.meta.glob<Record<string, unknown>>('./*/page/*.ts', {
  eager: true,
  base: '../../../../packages/texts/src/',
});

/** Every text by language and dotted key. */
const texts = new Map<string, Texts>(
  PAGE_LANGUAGES.map((language) => {
    const files = Object.entries(FILES).filter(([path]) => path.startsWith(`./${language}/`));
    return [language, Object.fromEntries(files.flatMap(([, module]) => leaves('', module)))];
  }),
);
const zh = texts.get('zh') ?? {};
const others = PAGE_LANGUAGES.filter((language) => language !== 'zh');

function leaves(prefix: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]];
  return Object.entries(Object(value)).flatMap(([key, inner]) =>
    leaves(prefix === '' ? key : `${prefix}.${key}`, inner),
  );
}

/** The names of a text's placeholders, sorted; throws on a text that is no ICU message. */
function placeholders(text: string): string[] {
  const names = new Set<string>();
  const visit = (node: unknown) => {
    if (!Array.isArray(node)) return;
    const [name, kind, ...rest] = node;
    if (typeof name === 'string') names.add(name);
    if (typeof kind === 'number') for (const branch of Object.values(Object(rest[0]))) visitAll(branch);
  };
  const visitAll = (nodes: unknown) => {
    if (Array.isArray(nodes)) for (const node of nodes) visit(node);
  };
  visitAll(compile(text));
  return [...names].sort();
}

const SOURCES = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../testing/**', '!./**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const modules = readModules(
  Object.fromEntries(Object.entries(SOURCES).map(([path, text]) => [path.slice('../'.length), text])),
);
const areas = { all: [...new Set(Object.keys(zh).map((key) => key.split('.')[0] ?? ''))], core: [...CORE_AREAS] };

/** What is the same in every language: names, signs and abbreviations. */
const SAME_EVERYWHERE = new Set<string>(['home.title']);

describe.each(others)('%s', (language) => {
  const translated = texts.get(language) ?? {};

  test('has the keys of the default language', () => {
    expect(Object.keys(zh).length).toBeGreaterThan(100);
    expect(Object.keys(translated).sort()).toEqual(Object.keys(zh).sort());
  });

  test('every text is an ICU message with the placeholders of the default language', () => {
    const wrong = Object.entries(translated).filter(
      ([key, text]) => placeholders(text).join() !== placeholders(zh[key] ?? '').join(),
    );
    expect(wrong).toEqual([]);
  });

  test('repeats no text of another language, besides names and loanwords', () => {
    const foreign = PAGE_LANGUAGES.filter((other) => other !== language && !isSister(language, other));
    const repeated = foreign.flatMap((other) =>
      Object.entries(texts.get(other) ?? {}).filter(
        ([key, text]) => isText(text) && translated[key] === text && !SAME_EVERYWHERE.has(key),
      ),
    );
    expect(repeated).toEqual([]);
  });

  test('is not the text of a sister language with other letters', () => {
    const sisters = PAGE_LANGUAGES.filter((other) => other !== language && isSister(language, other));
    for (const sister of sisters) {
      const all = Object.entries(translated).filter(([, text]) => isText(text));
      const same = all.filter(([key, text]) => texts.get(sister)?.[key] === text);
      expect(same.length / all.length, sister).toBeLessThan(0.25);
    }
  });
});

/** Languages that write many labels alike. */
const SISTERS: readonly (readonly string[])[] = [
  ['zh', 'zhHK', 'ja'],
  ['id', 'ms'],
];

function isSister(one: string, other: string): boolean {
  return SISTERS.some((group) => group.includes(one) && group.includes(other));
}

/** Whether a text is more than a loanword, a name, an abbreviation or a unit: three words, or fifteen letters. */
function isText(text: string): boolean {
  const own = text.replace(/\{[^}]*\}/g, '').replace(/City Mint|WalletConnect|\b[A-Z]{2,4}\b/g, '');
  const words = own.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 3 || words.join('').length >= 15;
}

describe('the modules of the page', () => {
  test('name only texts that are loaded before they run', () => {
    expect(modules.get('start-page.tsx')?.imports).toContain('router.ts');
    expect(findMissingAreas(modules, areas)).toEqual([]);
  });

  test('use every text', () => {
    expect(findUnusedKeys(modules, Object.keys(zh))).toEqual([]);
  });
});

describe('findMissingAreas', () => {
  const page = {
    'main.tsx': "import { router } from './router.ts';",
    'router.ts': "const a = lazyScreen(['my'], async () => (await import('#my/my-page.tsx')).MyPage);",
    'my/my-page.tsx': "import { Row } from './row.tsx';\nconst t = useTranslations('ui');",
    'my/row.tsx': "const t = useTranslations('my.wallet');",
  };
  const all = { all: ['ui', 'my', 'rounds'], core: ['ui'] };

  test('default: nothing is missing', () => {
    expect(findMissingAreas(readModules(page), all)).toEqual([]);
  });

  test.each([
    ['a namespace', "const t = useTranslations('rounds');"],
    ['a key', "translate('rounds.title')"],
    ['the key of a table', "const TEXTS = { a: 'rounds.a' };"],
  ])('error: an area that its screen does not load, by %s', (_name, text) => {
    const found = findMissingAreas(readModules({ ...page, 'my/row.tsx': text }), all);
    expect(found).toEqual(['my/row.tsx: rounds (through my/my-page.tsx)']);
  });

  test('error: an area outside the core in the first load', () => {
    const found = findMissingAreas(readModules({ ...page, 'router.ts': "translate('my.title')" }), all);
    expect(found).toEqual(['router.ts: my (through main.tsx)']);
  });

  test('behavior: what a module loads itself is not missing', () => {
    const text = "await loadTexts(['rounds']); translate('rounds.title');";
    expect(findMissingAreas(readModules({ ...page, 'router.ts': text }), all)).toEqual([]);
  });
});

test('findUnusedKeys: a key is used by its whole name, by the rest after a namespace, or by a template', () => {
  const module = readModules({
    'my/a.ts': "translate('my.title'); useTranslations('my.wallet'); t(`states.$" + '{state}`);',
    'my/b.ts': "const LABEL = 'label';",
    'rounds/c.ts': "const NAME = 'name';",
  });
  const keys = ['my.title', 'my.wallet.label', 'my.wallet.states.open', 'my.wallet.name', 'my.other'];
  expect(findUnusedKeys(module, keys)).toEqual(['my.wallet.name', 'my.other']);
});
