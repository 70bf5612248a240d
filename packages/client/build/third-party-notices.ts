import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { z } from 'zod';

/** Path below the page's root at which a build serves the notices. */
const FILE = 'licences.txt';

const INSTALLED = join(import.meta.dirname, '../../../node_modules');

/** Packages whose code is in every build although no module of theirs is: helpers of the bundler, basic styles. */
const ALWAYS_SHIPPED = ['rolldown', 'tailwindcss', 'vite'];

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;
/** Heads the licences of the bundler's own tools, which no build contains. */
const TOOLS_OF_VITE = '\n# Licenses of bundled dependencies';
const PACKAGE_FOLDER = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

const MIT_TERMS = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const packageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

type Notice = { readonly title: string; readonly text: string };

type Files = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

/**
 * Returns two plugins of Vite that write the licences of all packages whose code a build contains into `licences.txt`:
 * `page` for the build itself, `worker` for the builds of its workers, which run first. `shipped` names packages that
 * browsers receive in another form than as modules. A package without a text of its licence fails the build.
 */
export function thirdPartyNotices(shipped: readonly string[]): { readonly page: Plugin; readonly worker: Plugin } {
  const folders = new Set([...ALWAYS_SHIPPED, ...shipped].map((name) => join(INSTALLED, name)));
  const collect = (bundle: Files) => {
    for (const folder of packageFolders(bundle)) folders.add(folder);
  };
  return {
    worker: {
      name: 'third-party-packages',
      generateBundle: (_options, bundle) => collect(bundle),
    },
    page: {
      name: 'third-party-notices',
      apply: 'build',
      generateBundle(_options, bundle) {
        collect(bundle);
        this.emitFile({ type: 'asset', fileName: FILE, source: noticesText([...folders].map(readNotice)) });
      },
    },
  };
}

/** Returns the folders of the packages whose modules the scripts contain. */
function packageFolders(bundle: Files): string[] {
  return Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[1] ?? []) : [],
  );
}

/** Returns name, version and licence of the package in a folder. Throws if it has no text of the licence. */
export function readNotice(folder: string): Notice {
  const { name, version, license, author } = packageFile.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const title = `${name} ${version}${license === undefined ? '' : ` (${license})`}`;
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').split(TOOLS_OF_VITE)[0]?.trim() ?? '');
  if (texts.some((text) => text !== '')) return { title, text: texts.join('\n\n') };
  if (license !== 'MIT' || author === undefined) throw new Error(`${title} is in the build and has no licence text`);
  return { title, text: `Copyright (c) ${author}\n\n${MIT_TERMS}` };
}

/** Returns the notices as text: each licence once, below the names of all packages under it. */
function noticesText(notices: readonly Notice[]): string {
  const titlesOf = Map.groupBy(notices, ({ text }) => text);
  const sections = [...titlesOf].map(([text, group]) => {
    const titles = [...new Set(group.map(({ title }) => title))].sort();
    return `${titles.join('\n')}\n\n${text}\n`;
  });
  const line = `\n${'-'.repeat(80)}\n\n`;
  return ['This site contains code of others, under these licences.\n', ...sections.sort()].join(line);
}
