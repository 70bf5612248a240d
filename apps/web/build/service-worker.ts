import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

/**
 * Adds the service worker to the build, apart from the page's chunks: one file whose address stays the same from
 * release to release, since a service worker serves what is below its own address.
 */
export function serviceWorker(path: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false });
      // Its source is a module for the type checker alone: not every browser starts a service worker from one.
      const source = code.replace(/^export \{\};?\s*$/m, '');
      this.emitFile({ type: 'asset', fileName: basename(path).replace(/\.ts$/, '.js'), source });
    },
  };
}
