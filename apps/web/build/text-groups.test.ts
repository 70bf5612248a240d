import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { textGroups } from './text-groups.ts';

const LANGUAGES = ['zh', 'ja'];
const AREAS = ['ui', 'session', 'home', 'live', 'notify', 'orders', 'time', 'swap'];

/** Builds a page that fetches the texts of two languages by area; returns its files of scripts. */
async function buildPage({ isGrouped }: { readonly isGrouped: boolean }): Promise<Rolldown.OutputChunk[]> {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const texts = join(folder, 'texts');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const language of LANGUAGES) {
    for (const area of AREAS) {
      write(`texts/${language}/page/${area}.ts`, `export const ${area} = { text: '${area} in ${language}' };\n`);
    }
  }
  const core = "import { ui } from './texts/zh/page/ui.ts';\nconsole.log(ui);\n";
  const lazy = "export const translated = () => import('./translated.ts');\n";
  write('main.ts', `${core}export { DEFAULT_FILES } from './default.ts';\n${lazy}`);
  write(
    'default.ts',
    "export const DEFAULT_FILES = import.meta.glob(['./texts/zh/page/*.ts', '!./**/{ui,session,home}.ts']);\n",
  );
  write('translated.ts', "export const TRANSLATED_FILES = import.meta.glob('./texts/ja/page/*.ts');\n");
  const plugin = textGroups({
    ...{ texts, languages: LANGUAGES, defaultLanguage: 'zh' },
    defaultFiles: join(folder, 'default.ts'),
    translatedFiles: join(folder, 'translated.ts'),
  });
  const result = await build({
    ...{ configFile: false, logLevel: 'silent', root: folder, plugins: isGrouped ? [plugin] : [] },
    build: { write: false, lib: { entry: join(folder, 'main.ts'), formats: ['es'] } },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  return (output?.output ?? []).flatMap((file) => (file.type === 'chunk' ? [file] : []));
}

/** Returns the areas whose texts a file of the build has. */
function areasIn({ code }: Rolldown.OutputChunk): string[] {
  return AREAS.filter((area) => new RegExp(`${area} in \\w\\w`).test(code)).sort();
}

/** Returns the areas in each file that a module imports dynamically, sorted. */
function fetchedBy(module: string, chunks: readonly Rolldown.OutputChunk[]): string[][] {
  const importing = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  const files = chunks.filter(({ fileName }) => importing?.dynamicImports.includes(fileName));
  return files.map(areasIn).sort((a, b) => a.join().localeCompare(b.join()));
}

test('default: texts that are fetched together are one file per language, which the list imports', async () => {
  const chunks = await buildPage({ isGrouped: true });
  const common = ['live', 'notify', 'orders', 'time'];
  expect(fetchedBy('/translated.ts', chunks)).toEqual([['home', 'session', 'ui'], common, ['swap']]);
  expect(fetchedBy('/default.ts', chunks).filter((areas) => areas.length > 0)).toEqual([common, ['swap']]);
});

test('without the groups each area is a separate file', async () => {
  const chunks = await buildPage({ isGrouped: false });
  expect(fetchedBy('/translated.ts', chunks)).toEqual([...AREAS].sort().map((area) => [area]));
});
