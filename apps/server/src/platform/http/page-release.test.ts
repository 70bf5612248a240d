import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPageRelease } from './page-release.ts';

test.each([
  [
    'its first module',
    '<script src="/theme.js"></script><script type="module" crossorigin src="/assets/m-1.js">',
    '/assets/m-1.js',
  ],
  ['no release without one', '<script src="/theme.js"></script>', null],
])('a document names %s', (_what, text, release) => {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), text);
  expect(readPageRelease(folder)).toBe(release);
});
