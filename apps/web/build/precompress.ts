import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { minify, type Plugin } from 'vite';

const compress = promisify(brotliCompress);
const COMPRESSIBLE = /\.(js|css|html|svg|txt|webmanifest|json)$/;

/**
 * Writes `FILE.br` next to each text file of the build, compressed once at the best quality, for the server to send.
 * Scripts among the public files, which the build copies as they are, lose comments and spaces before.
 */
export function precompress(files: { readonly publicFiles: readonly string[] }): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    async writeBundle(output, bundle) {
      const folder = output.dir ?? 'dist';
      const scripts = files.publicFiles.filter((name) => name.endsWith('.js'));
      await Promise.all(scripts.map((name) => minifyFile(join(folder, name))));
      const names = [...Object.keys(bundle), ...files.publicFiles].filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compressFile(join(folder, name))));
    },
  };
}

/** Keeps the syntax but for quotes, since browsers below the supported versions read it too. */
async function minifyFile(path: string): Promise<void> {
  const { code, errors } = await minify(path, await readFile(path, 'utf8'), { compress: false });
  if (errors.length > 0) throw new Error(`${path} was not minified`, { cause: errors });
  await writeFile(path, code);
}

/** Writes `PATH.br`, compressed at the best quality. */
export async function compressFile(path: string): Promise<void> {
  const source = await readFile(path);
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
  };
  await writeFile(`${path}.br`, await compress(source, options));
}
