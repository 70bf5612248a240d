import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const PAGE = join(import.meta.dirname, '..', '..', 'apps/verify/page');

/** Writes the static page of the exit to a folder: `index.html` and a classic script, which also runs from a file. */
export async function buildExitPage(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await build({
    root: PAGE,
    configFile: false,
    logLevel: 'warn',
    build: {
      lib: { entry: 'main.ts', formats: ['iife'], name: 'exit', fileName: () => 'exit.js' },
      target: ['chrome103', 'safari16', 'firefox102'],
      minify: true,
      outDir: folder,
      emptyOutDir: false,
    },
  });
  cpSync(join(PAGE, 'index.html'), join(folder, 'index.html'));
}
