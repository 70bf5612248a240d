import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../testing/holds.ts';
import { createJsonReader, type JsonPlace, type JsonReader } from './json-reader.ts';

const at = (value: unknown, path = 'place'): JsonPlace => ({ value, path });

/** What one method returns for a value, and the problem that it reports. */
function read<Value>(method: (reader: JsonReader, place: JsonPlace) => Value, value: unknown) {
  const reader = createJsonReader();
  return [method(reader, at(value)), reader.problem()] as const;
}

describe('createJsonReader', () => {
  test('default: walks a document and returns typed values with no problem', () => {
    const reader = createJsonReader();
    const document = at({ orders: [{ rank: 1, amount: '25', inviter: null, isQualified: true, note: 'a' }] }, '');
    const [order = at(undefined)] = reader.list(reader.field(document, 'orders'));
    expect(order.path).toBe('orders[0]');
    expect(reader.wholeNumber(reader.field(order, 'rank'))).toBe(1);
    expect(reader.amount(reader.field(order, 'amount'))).toBe(25n);
    expect(reader.textOrNull(reader.field(order, 'inviter'))).toBeNull();
    expect(reader.boolean(reader.field(order, 'isQualified'))).toBe(true);
    expect(reader.text(reader.field(order, 'note'))).toBe('a');
    expect(reader.field(order, 'amount').path).toBe('orders[0].amount');
    expect(reader.problem()).toBeUndefined();
  });

  test.each<[string, (reader: JsonReader, place: JsonPlace) => unknown, unknown, unknown, string]>([
    ['a text', (reader, place) => reader.text(place), 7, '', 'place: must be a text, is 7'],
    ['a text', (reader, place) => reader.text(place), null, '', 'place: must be a text, is null'],
    ['a text or null', (reader, place) => reader.textOrNull(place), 7, null, 'place: must be a text or null, is 7'],
    ['a text or null', (reader, place) => reader.textOrNull(place), undefined, null, 'place: missing'],
    ['true or false', (reader, place) => reader.boolean(place), 1, false, 'place: must be true or false, is 1'],
    ['a whole number', (reader, place) => reader.wholeNumber(place), 1.5, 0, 'place: must be a whole number, is 1.5'],
    ['a whole number', (reader, place) => reader.wholeNumber(place), '1', 0, 'place: must be a whole number, is "1"'],
    ['a whole number', (reader, place) => reader.wholeNumber(place), 2 ** 53, 0, `place: must be a whole number, is`],
    ['a list', (reader, place) => reader.list(place), {}, [], 'place: must be a list, is an object'],
    ['an amount', (reader, place) => reader.amount(place), 5, 0n, 'place: must be a whole number of base units'],
    ['an amount', (reader, place) => reader.amount(place), '1.5', 0n, 'place: must be a whole number of base units'],
    ['an amount', (reader, place) => reader.amount(place), undefined, 0n, 'place: missing'],
  ])('behavior: instead of %s a bad value is reported', (...[, method, value, fallback, problem]) => {
    const [found, reported] = read(method, value);
    expect(found).toEqual(fallback);
    expect(reported).toContain(problem);
  });

  test('behavior: only the first problem is reported', () => {
    const reader = createJsonReader();
    reader.text(at(1, 'first'));
    reader.text(at(2, 'second'));
    reader.report('third', 'is bad');
    expect(reader.problem()).toBe('first: must be a text, is 1');
  });

  test('behavior: a problem of the document itself has no path before it', () => {
    const reader = createJsonReader();
    reader.report('', 'must have orders');
    expect(reader.problem()).toBe('must have orders');
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'behavior: %s is missing where the document does not own such a field',
    (key) => {
      const reader = createJsonReader();
      expect(reader.field(at({}, ''), key).value).toBeUndefined();
      expect(reader.field(at(JSON.parse(`{"${key}": 1}`), ''), key).value).toBe(1);
    },
  );

  test('behavior: a field of a value that is not an object is reported at that value', () => {
    const reader = createJsonReader();
    expect(reader.field(at('text', 'terms'), 'city')).toEqual({ value: undefined, path: 'terms.city' });
    expect(reader.problem()).toBe('terms: must be an object, is "text"');
  });

  test('behavior: a long text is shown shortened, so that a problem is one short line', () => {
    const [, problem] = read((reader, place) => reader.wholeNumber(place), 'x'.repeat(1_000));
    expect(problem).toBe(`place: must be a whole number, is "${'x'.repeat(40)}"…`);
    expect(read((reader, place) => reader.wholeNumber(place), 'a\nb')[1]).toBe(
      'place: must be a whole number, is "a\\nb"',
    );
  });

  test('property: any document yields a value of the requested type', () => {
    holds(fc.anything(), (value) => {
      const reader = createJsonReader();
      const place = at(value);
      expect(typeof reader.text(place)).toBe('string');
      expect(typeof reader.boolean(place)).toBe('boolean');
      expect(Number.isSafeInteger(reader.wholeNumber(place))).toBe(true);
      expect(reader.amount(place)).toBeGreaterThanOrEqual(0n);
      expect(Array.isArray(reader.list(place))).toBe(true);
      expect(reader.field(place, 'key').path).toBe('place.key');
      expect(reader.problem()).toBeDefined();
    });
  });
});
