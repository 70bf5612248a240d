import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/** Folder in the build whose module the API runs; it is never served. */
const FOLDER = 'server';

/** Builds the module with which the API renders the first picture of the page. */
export function firstPicture(entry: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'first-picture',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        plugins: [onlyTexts(), react()],
        resolve: { alias: config.resolve.alias },
        // The settings of the build, which screens show.
        define: config.define ?? {},
        ssr: { noExternal: true },
        build: {
          ssr: entry,
          outDir: resolve(config.root, config.build.outDir, FOLDER),
          emptyOutDir: true,
          copyPublicDir: false,
          minify: true,
          rolldownOptions: { output: { codeSplitting: false } },
        },
      });
    },
  };
}

/** The picture needs only the texts of all lazily loaded code; the rest stays out of its module. */
function onlyTexts(): Plugin {
  return {
    name: 'only-texts',
    enforce: 'pre',
    resolveId(id, _importer, { kind }) {
      return kind === 'dynamic-import' && !/[#/](?:page-)?texts\//.test(id)
        ? { id: '/not-in-the-picture', external: 'absolute' }
        : null;
    },
  };
}
