import { expect, test } from 'vitest';
import { findTextFault, placeholdersOf, unsafeText } from './check-text.ts';

const TIME = { own: 'As of {time}', bundled: ['As of {time}', '截至 {time}'] };
const COUNT = { own: '{count} 单', bundled: ['{count} 单', '{count, plural, one {# order} other {# orders}}'] };

test('default: the same placeholders in any order are accepted, with plurals where some language has them', () => {
  expect(findTextFault('{time} now', TIME)).toBeNull();
  expect(findTextFault('{count, plural, =0 {none} other {# ใบ}}', COUNT)).toBeNull();
  expect(findTextFault("It''s {time}\nand so on", TIME)).toBeNull();
});

test.each([
  ['none', 'As of now'],
  ['another', 'As of {clock}'],
  ['one too many', '{time} {amount}'],
  ['one within a branch', '{time, select, a {{secret}} other {}}'],
  ['a number of what is a text', '{time, number}'],
])('error: placeholders: %s', (_name, text) => {
  expect(findTextFault(text, TIME)).toEqual({ error: 'placeholder-mismatch', limit: '{time}' });
});

test.each(['As of {time', 'As of time}', '{time, plural, one {a}}', '{time, script, other {a}}', '{}'])(
  'error: %s is no ICU message',
  (text) => {
    expect(findTextFault(text, TIME)).toMatchObject({ error: 'text-malformed' });
  },
);

test.each([
  ['a tag', '<b>{time}</b>', '<b'],
  ['a comment', '<!doctype>{time}', '<!d'],
  ['an entity', '&#60;script&#62; {time}', '&#60;'],
  ['a link', 'https://evil.example {time}', 'https://'],
  ['a host', 'city-mint-bonus.com {time}', 'city-mint-bonus.com'],
  ['a messaging handle', 't.me/city-mint {time}', 't.me'],
  ['a script', 'javascript:alert(1) {time}', 'javascript:'],
  ['a right-to-left override', '{time} \u202egnp.exe', 'U+202E'],
  ['an isolate', '\u2066{time}', 'U+2066'],
  ['a zero-width space', 'pay\u200bpal {time}', 'U+200B'],
  ['a control character', '{time}\u0000', 'U+0000'],
  ['half a character', '{time}\ud800', 'U+D800'],
])('error: %s', (_name, text, limit) => {
  expect(findTextFault(text, TIME)).toEqual({ error: 'text-unsafe', limit });
});

test('default: a text may repeat parts of the bundled text', () => {
  expect(unsafeText('See example.com', ['Visit example.com'])).toBeNull();
});

test('placeholdersOf: every name once, sorted; none of a malformed text', () => {
  expect(placeholdersOf('{b} {a, plural, other {{c} {a}}}')).toEqual(['a', 'b', 'c']);
  expect(placeholdersOf('{b')).toEqual([]);
});

test('behavior: a word before the number sign of a plural is no placeholder', () => {
  expect(placeholdersOf('{count, plural, other {over # orders in {city}}}')).toEqual(['city', 'count']);
});
