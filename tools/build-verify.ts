// npm run build:verify [-- FOLDER]: writes the stand-alone verifier to a folder; apps/verify/dist by default. It is one
// file that needs Node and nothing else.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const [folder = join(ROOT, 'apps/verify/dist')] = process.argv.slice(2);

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
    rolldownOptions: { output: { entryFileNames: 'verify.mjs' } },
  },
});
console.log(`${join(folder, 'verify.mjs')}: ${statSync(join(folder, 'verify.mjs')).size} bytes`);
