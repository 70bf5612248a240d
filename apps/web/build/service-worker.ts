import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

/**
 * Adds the service worker to the build, outside the page's chunks: one file with a stable address at the root, since a
 * service worker controls only paths below its own address.
 */
export function serviceWorker(path: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false });
      // The source is a module only for the type checker; not every browser starts a module as a service worker.
      const source = code.replace(/^export \{\};?\s*$/m, '');
      this.emitFile({ type: 'asset', fileName: basename(path).replace(/\.ts$/, '.js'), source });
    },
  };
}
