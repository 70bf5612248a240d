import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** Writes the stand-alone verifier, one file, to a folder. */
export async function buildVerifier(folder: string): Promise<void> {
  await build({
    root: join(ROOT, 'apps/verify'),
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/main.ts',
      target: 'node20',
      minify: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'verify.mjs', codeSplitting: false } },
    },
  });
}
