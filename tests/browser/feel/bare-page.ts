import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { type ServedPage, servePage } from '../setup/serve-page.ts';

const SOURCE = join(import.meta.dirname, 'bare');
const FOLDER = join(import.meta.dirname, '..', '..', '..', '.data', 'bare-page');

/** Builds and serves a page of React and nothing else; `?nodes=N` says how many elements it draws. */
export async function serveBarePage(): Promise<ServedPage> {
  mkdirSync(FOLDER, { recursive: true });
  await build({ root: SOURCE, configFile: false, logLevel: 'warn', build: { outDir: FOLDER, emptyOutDir: true } });
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    if (/\.(html|js)$/.test(name)) {
      writeFileSync(join(FOLDER, `${name}.br`), brotliCompressSync(readFileSync(join(FOLDER, name))));
    }
  }
  return servePage(FOLDER, "default-src 'self'");
}
