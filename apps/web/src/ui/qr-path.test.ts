import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

/** Draws the path as a grid, as a browser would. */
function draw(path: string, size: number): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(width); step += 1) {
      const row = grid[Number(y)];
      if (row !== undefined) row[Number(x) + step] = true;
    }
  }
  return grid;
}

describe('qrPath', () => {
  test.each([
    'https://mint.example/index',
    `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`,
    '城市',
  ])('default: the modules of %s, each once', (text) => {
    const { size, path } = qrPath(text);
    expect(draw(path, size)).toEqual(encode(text, { ecc: 'M', border: 0 }).data);
  });

  test('behavior: another text has another code', () => {
    expect(qrPath('https://mint.example/index').path).not.toBe(qrPath('https://mint.example/indez').path);
  });
});
