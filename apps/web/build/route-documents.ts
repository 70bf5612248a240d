import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { compressFile } from './precompress.ts';
import { readRoutes } from './read-routes.ts';

/** The folder in the build with a document for each language and screen; the server sends them under their paths. */
const FOLDER = 'pages';

/** Areas of texts that each screen of a language other than the default one needs as well. */
const CORE_AREAS = ['ui', 'session', 'home'];

type RouteDocuments = {
  /** The file with the table of routes. */
  readonly router: string;
  /** The folder of the page's source. */
  readonly source: string;
  /** The folder of the texts, with a folder for each language. */
  readonly texts: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
};

/**
 * Writes, for each screen that is fetched on demand, the page's document with links that preload the screen's code and
 * texts: they come together with the first load instead of after it.
 */
export function routeDocuments(settings: RouteDocuments): Plugin {
  return {
    name: 'route-documents',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: { order: 'post', handler: withLatePriority },
    async writeBundle(output, bundle) {
      const folder = output.dir ?? 'dist';
      const template = await readFile(join(folder, 'index.html'), 'utf8');
      const routes = readRoutes(await readFile(settings.router, 'utf8'));
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const documents = settings.languages.flatMap((language) =>
        routes.map(async ({ path, lazy }) => {
          if (lazy === null) return;
          const { screen, areas } = lazy;
          const isDefault = language === settings.defaultLanguage;
          const modules = [
            screen,
            ...(isDefault ? areas : ['translated-files', ...CORE_AREAS, ...areas]).map((area) =>
              area === 'translated-files' ? `texts/${area}.ts` : join(settings.texts, language, `page/${area}.ts`),
            ),
          ];
          const files = filesOf(
            modules.map((module) => resolve(settings.source, module)),
            chunks,
          );
          const links = files
            .map((file) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`)
            .join('');
          const name = join(folder, FOLDER, language, `${path.slice(1)}.html`);
          await mkdir(dirname(name), { recursive: true });
          await writeFile(
            name,
            template.replace('  </head>', () => `${links}  </head>`),
          );
          await compressFile(name);
        }),
      );
      await Promise.all(documents);
    },
  };
}

/**
 * Returns a document that asks for its scripts after its style sheet: what it shows first is drawn without them, and on
 * a slow network they would take the sheet's share of it.
 */
function withLatePriority(html: string): string {
  return html.replace(
    /(<script type="module"|<link rel="modulepreload") crossorigin/g,
    '$1 fetchpriority="low" crossorigin',
  );
}

/** Returns the files of modules and of all that they import, except for those of the first load. */
function filesOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const collect = (name: string, into: Set<string>): void => {
    if (into.has(name)) return;
    into.add(name);
    for (const imported of byName.get(name)?.imports ?? []) collect(imported, into);
  };
  const first = new Set<string>();
  for (const { isEntry, fileName } of chunks) if (isEntry) collect(fileName, first);
  const found = new Set<string>();
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (chunk === undefined) throw new Error(`no file of the build has ${module}`);
    collect(chunk.fileName, found);
  }
  return [...found].filter((name) => !first.has(name));
}
