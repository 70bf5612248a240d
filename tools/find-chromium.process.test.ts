import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findChromium, findOnSystem } from './find-chromium.ts';
import { findOldChromium } from './find-old-chromium.ts';

/** The time of the last change of each file in the folder of a program. */
function changesBeside(program: string): Record<string, number> {
  const folder = dirname(program);
  const paths = ['.', ...readdirSync(folder)];
  return Object.fromEntries(paths.map((path) => [path, statSync(join(folder, path)).ctimeMs]));
}

test.skipIf(findOnSystem({ PATH: process.env['PATH'] ?? '' }) !== undefined || process.platform !== 'linux')(
  'concurrency: a browser that one process unpacked is not written again when others look for it',
  () => {
    const programs = [findChromium(), findOldChromium()].map((browser) => browser?.executablePath ?? '');
    const before = programs.map(changesBeside);
    findChromium();
    findOldChromium();
    expect(programs.map(changesBeside)).toEqual(before);
  },
);
