import { SCRIPT_TARGET, STYLE_TARGET } from '@city-mint/client/browser-floor.ts';
import { fieldScopes } from '@city-mint/client/field-scopes.ts';
import { olderStyles } from '@city-mint/client/older-styles.ts';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { thirdPartyNotices } from '../../packages/client/build/third-party-notices.ts';

const root = import.meta.dirname;
const notices = thirdPartyNotices([]);

export default defineConfig(({ mode }) => {
  refuseKnownKeys(mode);
  return {
    root,
    plugins: [react(), tailwind(), olderStyles(), fieldScopes(), notices.page],
    worker: { plugins: () => [notices.worker] },
    build: {
      target: SCRIPT_TARGET,
      cssTarget: STYLE_TARGET,
      outDir: 'dist',
      emptyOutDir: true,
      // No inline script anywhere: the console runs under `script-src 'self'`.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [SCHEMAS] } } },
    },
    server: {
      // Only for developing the console: the operators' process of a running `npm start`.
      proxy: { '/api': process.env['OPS_ORIGIN'] ?? 'http://127.0.0.1:3100' },
    },
  };
});

/** Zod and its configuration share one chunk, so that no schema is created before it is configured. */
const SCHEMAS = { name: 'schemas', test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]platform[\\/]schemas\.ts$/ };

/** Only builds for the local chain, which have their own mode, may contain operators' keys. */
function refuseKnownKeys(mode: string): void {
  if (process.env['VITE_DEMO_OPERATORS'] === undefined) return;
  if (mode !== 'devnet' || process.env['VITE_CHAIN_ID'] !== '202599') {
    throw new Error(
      'VITE_DEMO_OPERATORS is for mode devnet on the chain of this machine, 202599: these keys are known',
    );
  }
}
