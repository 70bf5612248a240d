import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
const COMPRESSIBLE = /\.(js|css|html|svg|txt|webmanifest|json)$/;

/**
 * Writes `FILE.br` next to each text file of the build, compressed once at the best quality, for the server to send.
 */
export function precompress(files: { readonly publicFiles: readonly string[] }): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    async writeBundle(output, bundle) {
      const folder = output.dir ?? 'dist';
      const names = [...Object.keys(bundle), ...files.publicFiles].filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compressFile(join(folder, name))));
    },
  };
}

/** Writes `PATH.br`, compressed at the best quality. */
export async function compressFile(path: string): Promise<void> {
  const source = await readFile(path);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
  };
  await writeFile(`${path}.br`, await compress(source, options));
}
