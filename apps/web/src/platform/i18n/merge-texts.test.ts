import { expect, test } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

const texts = { home: { title: 'Home', price: { day: 'Day' } }, my: { title: 'My' } };

test('default: replaces an existing text at any depth', () => {
  expect(mergeTexts(texts, { 'home.price.day': 'Today', 'my.title': 'Me' })).toEqual({
    home: { title: 'Home', price: { day: 'Today' } },
    my: { title: 'Me' },
  });
});

test('behavior: ignores unknown keys, groups, empty texts and prototypes', () => {
  const overrides = { nope: 'x', home: 'x', 'home.title': '', '__proto__.polluted': 'x', 'home.constructor': 'x' };
  expect(mergeTexts(texts, overrides)).toEqual(texts);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('behavior: does not change the bundled texts themselves', () => {
  mergeTexts(texts, { 'my.title': 'Me' });
  expect(texts.my.title).toBe('My');
});
