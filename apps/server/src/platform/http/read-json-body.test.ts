import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJsonBody } from './read-json-body.ts';

describe('readJsonBody', () => {
  test('default: returns the result of JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8, noUnicodeString: true } as object), (text) => {
        const body = readJsonBody(text);
        if (body.ok) expect(body.value).toEqual(JSON.parse(text));
        else expect(text).toMatch(/__proto__|\\u0000|\\ud|\[|\{/);
      }),
    );
  });

  test.each([
    ['{"a":1,"a":1}', 'body-not-json', 'body'],
    ['{"a":1,"\\u0061":2}', 'body-not-json', 'body'],
    ['{"x":{"b":[{"c":1,"c":2}]}}', 'body-not-json', 'body'],
    ['{"__proto__":1}', 'unknown-field', '__proto__'],
    ['{"x":{"__proto__":{}}}', 'unknown-field', 'x.__proto__'],
    ['{"x":"a\\u0000"}', 'text-format', 'x'],
    ['{"x":["\\ud800"]}', 'text-format', 'x.0'],
    [`{"x":${'['.repeat(10)}${']'.repeat(10)}}`, 'body-not-json', 'x.0.0.0.0.0.0.0.0.0'],
    ['{"a":1', 'body-not-json', undefined],
  ])('behavior: refuses %s', (text, error, field) => {
    expect(readJsonBody(text)).toMatchObject({ ok: false, error, details: field === undefined ? {} : { field } });
  });

  test('broken twin: JSON.parse returns the last of two keys, at any depth, and text that no database stores', () => {
    expect(JSON.parse('{"amount":"1","amount":"1000"}')).toEqual({ amount: '1000' });
    const depths = [10, 10_000].map((depth) => `{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(depths.map((text) => Object.keys(JSON.parse(text)))).toEqual([['x'], ['x']]);
    expect(['{"x":"a\\u0000"}', '{"x":"\\ud800"}'].map((text) => JSON.parse(text).x.length)).toEqual([2, 1]);
  });

  test.each(['{"a":"b:c","d":"\\":\\"","e":[":",{"f":"\\\\"}]}', '{}', '{"a":{"b":{"c":1}}}'])(
    'behavior: colons and quotes inside texts do not count as keys: %s',
    (text) => expect(readJsonBody(text)).toEqual({ ok: true, value: JSON.parse(text) }),
  );
});
