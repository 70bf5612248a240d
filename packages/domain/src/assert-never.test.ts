import { expect, test } from 'vitest';
import { assertNever, assertNoneLeft } from './assert-never.ts';

test('default: a case that slipped in from outside is named', () => {
  const outside = JSON.parse('{"kind":"new"}') as never;
  expect(() => assertNever(outside)).toThrow('no such case: {"kind":"new"}');
});

test('default: a rest without fields passes', () => expect(assertNoneLeft({})).toBeUndefined());
