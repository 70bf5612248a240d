import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const web = join(import.meta.dirname, '..');
const publicFile = (path: string) => readFileSync(join(web, 'public', path));
const textOf = (path: string) => readFileSync(join(web, path), 'utf8');

const icon = z.object({
  src: z.string(),
  sizes: z.string(),
  type: z.string().optional(),
  purpose: z.string().optional(),
});
const manifest = z
  .object({
    start_url: z.string(),
    background_color: z.string(),
    icons: z.array(icon),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(icon) })),
  })
  .parse(JSON.parse(publicFile('manifest.webmanifest').toString()));

/** Returns the size from a PNG's header as manifests write it; throws for another file type. */
function sizeOf(path: string): string {
  const file = publicFile(path);
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];

test.each(icons.filter(({ src }) => src.endsWith('.png')))('$src, $purpose: exists with $sizes', ({ src, sizes }) => {
  expect(sizeOf(src)).toBe(sizes);
});

test('default: has an icon of each kind and size that phones request', () => {
  const kinds = icons.map(({ sizes, purpose = 'any' }) => `${purpose} ${sizes}`);
  for (const kind of ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']) {
    expect(kinds).toContain(kind);
  }
  const [, apple = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(textOf('index.html')) ?? [];
  expect(sizeOf(apple)).toBe('180x180');
});

test('default: start URL and shortcuts are screens of the page', () => {
  const router = textOf('src/router.ts');
  expect(manifest.shortcuts.length).toBeGreaterThan(0);
  for (const url of [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)]) {
    expect(router).toContain(`\n  '${url}':`);
  }
});

test('behavior: splash screen and browser bars have the page’s background colours', () => {
  const colours = [...textOf('index.html').matchAll(/name="theme-color" content="(#\w+)"/g)].map(
    ([, colour]) => colour,
  );
  expect(colours).toHaveLength(2);
  expect(manifest.background_color).toBe(colours[0]);
  for (const colour of colours) {
    for (const file of ['public/theme.js', 'src/platform/theme-store.ts', '../../packages/ui/src/theme.css']) {
      expect(textOf(file)).toContain(colour);
    }
  }
});
