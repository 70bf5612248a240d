import { TEXT_AREAS } from '@city-mint/texts/messages';
import { pageTextsIn } from '@city-mint/texts/testing/page-texts-in';
import { describe, expect, test } from 'vitest';
import { CORE_AREAS } from '#platform/i18n/messages.ts';
import { findMissingAreas, findUnusedKeys, readModules } from '#testing/text-use.ts';

const zh = await pageTextsIn('zh');

const SOURCES = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../testing/**', '!./**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const modules = readModules(
  Object.fromEntries(Object.entries(SOURCES).map(([path, text]) => [path.slice('../'.length), text])),
);
const areas = { all: TEXT_AREAS, core: [...CORE_AREAS] };

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

  test('default: reports nothing missing', () => {
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

  test('error: reports an area outside the core in the first load', () => {
    const found = findMissingAreas(readModules({ ...page, 'router.ts': "translate('my.title')" }), all);
    expect(found).toEqual(['router.ts: my (through main.tsx)']);
  });

  test('behavior: an area that a module loads itself is not missing', () => {
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
