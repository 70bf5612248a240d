// npm run build:verify [-- FOLDER]: writes the stand-alone verifier to a folder; apps/verify/dist by default. It is one
// file that needs Node and nothing else.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { buildVerifier } from './release/build-verifier.ts';

const [folder = join(import.meta.dirname, '..', 'apps/verify/dist')] = process.argv.slice(2);

await buildVerifier(folder);
console.log(`${join(folder, 'verify.mjs')}: ${statSync(join(folder, 'verify.mjs')).size} bytes`);
