// npm run build:verify [-- FOLDER]: writes the stand-alone verifier to a folder; apps/verify/dist by default. It is one
// file that needs Node and nothing else. Beside it, in exit/, is the static page of the exit.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { buildExitPage } from './release/build-exit-page.ts';
import { buildVerifier } from './release/build-verifier.ts';

const [folder = join(import.meta.dirname, '..', 'apps/verify/dist')] = process.argv.slice(2);

await buildVerifier(folder);
await buildExitPage(join(folder, 'exit'));
for (const file of ['verify.mjs', 'exit/index.html', 'exit/exit.js'])
  console.log(`${join(folder, file)}: ${statSync(join(folder, file)).size} bytes`);
