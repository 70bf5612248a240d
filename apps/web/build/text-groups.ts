import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Areas of texts that are fetched together in each language, because their screens and sheets are: the first load of a
 * language other than the default one, and texts of the rounds and account screens and of what several of these share.
 */
const GROUPS: Readonly<Record<string, string>> = {
  ui: 'core',
  session: 'core',
  home: 'core',
  live: 'common',
  notify: 'common',
  orders: 'common',
  time: 'common',
};

const GROUP = /^\0?text-groups\/(\w+)-(\w+)$/;

type TextGroups = {
  /** Path of the texts, which has a folder per language. */
  readonly texts: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
  /** Path of the module that exports `DEFAULT_FILES`. */
  readonly defaultFiles: string;
  /** Path of the module that exports `TRANSLATED_FILES`. */
  readonly translatedFiles: string;
};

/**
 * Builds one module per language of the areas that are fetched together. A group of chunks would not do: each area is
 * imported dynamically, so the bundler would add a file of 60 bytes for each one that only exports its texts again, and
 * the browser would request the group after it.
 */
export function textGroups(settings: TextGroups): Plugin {
  const { texts, languages, defaultLanguage, defaultFiles, translatedFiles } = settings;
  return {
    name: 'text-groups',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (GROUP.test(id) ? `\0${id}` : null),
    load(id) {
      const [, language = '', group] = GROUP.exec(id) ?? [];
      if (group !== undefined) return exportGroup(join(texts, language, 'page'), group);
      if (id === defaultFiles) {
        const loaders = loadersOf(texts, defaultLanguage).filter(([area]) => GROUPS[area] !== 'core');
        return exportLoaders(
          'DEFAULT_FILES',
          loaders.map(([area, module]) => [`./${area}.ts`, module]),
        );
      }
      if (id !== translatedFiles) return null;
      const translated = languages.filter((name) => name !== defaultLanguage);
      return exportLoaders(
        'TRANSLATED_FILES',
        translated.flatMap((name) =>
          loadersOf(texts, name).map(([area, module]): Loader => [`./${name}/page/${area}.ts`, module]),
        ),
      );
    },
  };
}

/** An area, or its key in a list of files, and the module that is imported for it. */
type Loader = readonly [string, string];

function loadersOf(texts: string, language: string): Loader[] {
  const folder = join(texts, language, 'page');
  const areas = readdirSync(folder).flatMap((file) => /^(\w+)\.ts$/.exec(file)?.[1] ?? []);
  return areas.map((area) => {
    const group = GROUPS[area];
    return [area, group === undefined ? join(folder, `${area}.ts`) : `text-groups/${language}-${group}`];
  });
}

function exportGroup(folder: string, group: string): string {
  const areas = Object.keys(GROUPS).filter((area) => GROUPS[area] === group);
  return areas.map((area) => `export * from ${JSON.stringify(join(folder, `${area}.ts`))};\n`).join('');
}

/** Returns a module with one constant, like what `import.meta.glob` makes of the same files. */
function exportLoaders(name: string, loaders: readonly Loader[]): string {
  const lines = loaders.map(([key, module]) => `  ${JSON.stringify(key)}: () => import(${JSON.stringify(module)}),\n`);
  return `export const ${name} = {\n${lines.join('')}};\n`;
}
