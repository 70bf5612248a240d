import { expect, test } from 'vitest';
import { readEmail } from './read-email.ts';

test.each([
  ['anna@mint.example', 'anna@mint.example'],
  ['Anna.Li+mint@Mail.Mint.Example', 'Anna.Li+mint@mail.mint.example'],
  ["o'brien_1@a-b.example", "o'brien_1@a-b.example"],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['a@mint.xn--p1ai', 'a@mint.xn--p1ai'],
  [`${'a'.repeat(64)}@mint.example`, `${'a'.repeat(64)}@mint.example`],
])('%s is an address', (text, address) => {
  expect(readEmail(text)).toBe(address);
});

test.each([
  ['a header', 'a@mint.example\r\nBcc: b@mint.example'],
  ['a line break', 'a@mint.example\n'],
  ['a line separator', 'a@mint.example\u2028'],
  ['a NUL', 'a\u0000@mint.example'],
  ['two recipients', 'a@mint.example,b@mint.example'],
  ['two recipients by semicolon', 'a@mint.example;b@mint.example'],
  ['two recipients by a space', 'a@mint.example b@mint.example'],
  ['a name', 'Anna <a@mint.example>'],
  ['angle brackets', '<a@mint.example>'],
  ['a quoted local part', '"a b"@mint.example'],
  ['a comment', 'a(b)@mint.example'],
  ['a route by %', 'a%other.example@mint.example'],
  ['a route by !', 'other.example!a@mint.example'],
  ['two at signs', 'a@b@mint.example'],
  ['a Cyrillic a', '\u0430@mint.example'],
  ['a Cyrillic domain', 'a@m\u0456nt.example'],
  ['full-width letters', 'ａ@mint.example'],
  ['a Kelvin sign, whose lower case is k', 'a@\u212Aint.example'],
  ['a zero-width space', 'a\u200B@mint.example'],
  ['an option of a program', '-oQ/tmp@mint.example'],
  ['an address of a machine', 'a@127.0.0.1'],
  ['an address in brackets', 'a@[127.0.0.1]'],
  ['a name of a machine', 'a@localhost'],
  ['two dots', 'a..b@mint.example'],
  ['a dot at the end', 'a.@mint.example'],
  ['a domain with a dot at its end', 'a@mint.example.'],
  ['a domain of two dots', 'a@mint..example'],
  ['a domain with a hyphen first', 'a@-mint.example'],
  ['no local part', '@mint.example'],
  ['no domain', 'a@'],
  ['no at sign', 'mint.example'],
  ['nothing', ''],
  ['spaces around', ' a@mint.example '],
  ['a local part of 65 letters', `${'a'.repeat(65)}@mint.example`],
  ['255 letters', `a@${`${'b'.repeat(61)}.`.repeat(4)}exampl`],
])('%s is no address', (_name, text) => {
  expect(readEmail(text)).toBeNull();
});
