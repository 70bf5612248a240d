import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource } from './parse-source.ts';
import type { Repository, TextFile } from './source-file.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCE = /\.tsx?$/;
const BINARY = /\.(png|jpg|jpeg|gif|webp|ico|woff2?|ttf|otf|br|gz|zip|pdf|wasm)$/;

/** Reads every file that is tracked or would be (not ignored); returns them, the sources among them parsed. */
export function readRepository(): Repository {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '' && isFile(path));
  const binaries = paths.filter((path) => BINARY.test(path));
  const readable = paths.filter((path) => !BINARY.test(path));
  const texts = readable.map((path): TextFile => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  return { texts, sources: texts.filter(({ path }) => SOURCE.test(path)).map(parseSource), binaries };
}

/** A tracked file that was deleted but not yet committed is still listed. */
function isFile(path: string): boolean {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() === true;
}
