import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';

const ROOT = join(import.meta.dirname, '..');

/** The apps that have a catalogue. */
export const CATALOGUES = ['web', 'console'] as const;
export type CatalogueApp = (typeof CATALOGUES)[number];

/** Returns how Vite serves or builds the catalogue of an app: none of it is part of the app's own build. */
export function catalogueConfig(app: CatalogueApp): InlineConfig {
  const folder = join(ROOT, 'apps', app);
  return {
    configFile: false,
    root: join(folder, 'catalogue'),
    // Apart from that of `npm run dev`.
    cacheDir: join(ROOT, 'node_modules', `.vite-catalogue-${app}`),
    // Addresses are relative: the address of a story has no path.
    base: './',
    plugins: [react(), tailwind()],
    // As in the page's vite.config.ts.
    resolve: {
      alias:
        app === 'web'
          ? [{ find: /^use-intl\/format-message$/, replacement: `${folder}/src/platform/i18n/format-message.ts` }]
          : [],
    },
    define: { 'import.meta.env.HAS_DEMO_WALLET': 'false' },
    build: { target: 'es2022', emptyOutDir: true, minify: false, reportCompressedSize: false },
  };
}
