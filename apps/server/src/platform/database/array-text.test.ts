import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayText } from './array-text.ts';

test.each([
  [[], '{}'],
  [['0xab', '', 'NULL', null, 'a b,{c}'], '{"0xab","","NULL",null,"a b,{c}"}'],
  [[1, -2, 0.5], '{1,-2,0.5}'],
  [[new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6))], '{"2026-01-02T03:04:05.006Z"}'],
])('default: %j is written as %s', (values, text) => expect(arrayText(values)).toBe(text));

test.each([
  [['a"b']],
  [['a\\b']],
  [['a\nb']],
  [['\u0000']],
  [['\ud800']],
  [[Number.NaN]],
  [[Number.POSITIVE_INFINITY]],
  [[undefined]],
  [[1n]],
  [[true]],
  [[['nested']]],
  [[{ a: 1 }]],
  [[Buffer.from('ab')]],
  [[new Date(Number.NaN)]],
  [[new Date(Date.UTC(10_000, 0))]],
])('boundary: leaves %o to the driver', (values: readonly unknown[]) => expect(arrayText(values)).toBeUndefined());

test('attack: no text can end its element or begin another', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (values) => {
      const text = arrayText(values);
      if (text === undefined) return;
      expect(text.slice(1, -1).split('"').length - 1).toBe(2 * values.length);
      expect(JSON.parse(`[${text.slice(1, -1)}]`)).toEqual(values);
    }),
  );
});
