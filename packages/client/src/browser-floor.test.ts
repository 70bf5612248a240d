import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BROWSER_FLOOR } from './browser-floor.ts';

const ROOT = `${import.meta.dirname}/../../..`;

test('package.json and README.md name the same oldest browsers', () => {
  const { browserslist } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
  const { chrome, safari, firefox } = BROWSER_FLOOR;
  expect(browserslist).toEqual([
    `chrome >= ${chrome}`,
    `safari >= ${safari}`,
    `ios_saf >= ${safari}`,
    `firefox >= ${firefox}`,
  ]);
  expect(readFileSync(`${ROOT}/README.md`, 'utf8').replace(/\s+/g, ' ')).toContain(
    `Chrome ${chrome}, Safari ${safari}, Firefox ${firefox}`,
  );
});
