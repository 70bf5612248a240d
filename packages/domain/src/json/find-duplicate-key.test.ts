import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../testing/holds.ts';
import { findDuplicateKey } from './find-duplicate-key.ts';

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":{"b":1},"c":[0,{"b":1,"d":"b","b":2}]}', 'c[1].b'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['[[1],[{"x":{},"y":[],"x":0}]]', '[1][0].x'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('%s', (text, path) => expect(findDuplicateKey(text)).toBe(path));

test('finds none in what JSON.stringify writes', () => {
  holds(fc.json(), (text) => expect(findDuplicateKey(text)).toBeUndefined());
});

test('reads a text of many characters', () => {
  expect(findDuplicateKey(JSON.stringify({ a: 'x"\\'.repeat(1_000_000) }))).toBeUndefined();
});
