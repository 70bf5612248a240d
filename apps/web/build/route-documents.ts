import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { compressFile } from './precompress.ts';
import { readRoutes } from './read-routes.ts';

/** Folder in the build with a document per language and screen; the server sends them under the screens' paths. */
const FOLDER = 'pages';

/** Areas of texts that every screen needs in a language other than the default one. */
const CORE_AREAS = ['ui', 'session', 'home'];

type RouteDocuments = {
  /** Path of the file with the route table. */
  readonly router: string;
  /** Path of the page's source folder. */
  readonly source: string;
  /** Path of the texts, which has a folder per language. */
  readonly texts: string;
  readonly languages: readonly string[];
  readonly defaultLanguage: string;
};

/**
 * Writes a document for each lazily loaded screen, with links that preload the screen's code and texts in parallel with
 * the first load.
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
 * Returns a document that requests its scripts after its style sheet: the first picture needs no script, and on a slow
 * network scripts would compete with the style sheet for bandwidth.
 */
function withLatePriority(html: string): string {
  return html.replace(
    /(<script type="module"|<link rel="modulepreload") crossorigin/g,
    '$1 fetchpriority="low" crossorigin',
  );
}

/** Returns the files of modules and of all their imports, except those of the first load. */
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
