import { readdirSync } from 'node:fs';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@city-mint/domain/languages';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPicture } from './build/first-picture.ts';
import { precompress } from './build/precompress.ts';
import { routeDocuments } from './build/route-documents.ts';
import { serviceWorker } from './build/service-worker.ts';

const root = import.meta.dirname;

export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    react(),
    tailwind(),
    firstPicture(`${root}/src/first-picture.tsx`),
    serviceWorker(`${root}/service-worker/service-worker.ts`),
    routeDocuments({
      router: `${root}/src/router.ts`,
      source: `${root}/src`,
      languages: LANGUAGES,
      defaultLanguage: DEFAULT_LANGUAGE,
    }),
    precompress({ publicFiles: readdirSync(`${root}/public`) }),
  ],
  // The library's formatter is made for precompiled texts or brings a large parser.
  resolve: {
    alias: [{ find: /^use-intl\/format-message$/, replacement: `${root}/src/platform/i18n/format-message.ts` }],
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // No inline script anywhere: the page runs under `script-src 'self'`.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // One chunk for the first load compresses better than pieces of it, cut wherever other screens share a part.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first-load', tags: ['$initial'] }] } } },
  },
  server: {
    // For development of the page alone: the API of a running `npm start`.
    proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080' },
  },
  define: { 'import.meta.env.HAS_DEMO_WALLET': JSON.stringify(hasDemoWallet(mode)) },
}));

/** Builds of the mode `devnet` bring a wallet whose key is in the page: never one for the main chain. */
function hasDemoWallet(mode: string): boolean {
  if (mode === 'devnet' && process.env['VITE_CHAIN_ID'] !== '202599') {
    throw new Error('mode devnet is for the chain of this machine, 202599: it brings the demo wallet');
  }
  return mode === 'devnet';
}
