import { describe, expect, test } from 'vitest';
import { newerCode, newerStyles } from './browser-floor.ts';

describe('newerCode', () => {
  test.each([
    ['class A { static { a(); } }', 'static block'],
    ['const a = 1; class A { #b = a; }', 'field without a scope'],
    ['const a = /(?<=x)y/;', 'lookbehind'],
    ['const a = /[a&&b]/v;', 'regular expression with v'],
    ['Promise.withResolvers();', 'Promise.withResolvers'],
    ['Object.groupBy(a, b);', 'Object.groupBy'],
    ['a.isSubsetOf(b);', 'isSubsetOf'],
    ['map.values().map(b);', 'values().map()'],
    ['text.matchAll(b).toArray();', 'matchAll().toArray()'],
    ['Array.fromAsync(a);', 'Array.fromAsync'],
  ])('finds %s', (source, use) => {
    expect(newerCode('a.js', source)).toEqual([expect.stringContaining(use)]);
  });

  test.each([
    'a.toSorted(); a.findLast(b); Map.groupBy(a, b); AbortSignal.any([a]); crypto.randomUUID();',
    'Object.values(a).map(b); [...map.values()].map(b); a.keys(prefix).map(b);',
    'const a = /(?<name>x)(?:y)/; const b = a?.b ?? c; class A { #x = 1; has(o) { return #x in o; } }',
  ])('lets %s pass', (source) => {
    expect(newerCode('a.js', source)).toEqual([]);
  });
});

describe('newerStyles', () => {
  test.each([
    ['@media (width>=40rem){a{b:c}}', 'media range'],
    ['.a{translate:1px 2px}', 'individual transform'],
    ['.a{max-height:88dvh}', 'dvh without vh before it'],
    ['.a{color:red;& .b{c:d}}', 'nesting'],
    ['@container (min-width:1px){a{b:c}}', '@container'],
  ])('finds %s', (source, name) => {
    expect(newerStyles(source)).toEqual([name]);
  });

  test.each([
    '@media (min-width:40rem){a{b:c}}',
    '.a{max-height:88vh;max-height:88dvh}',
    '.a{translate:1px 2px}@supports not (translate:0px){.a{transform:translate(1px,2px)}}',
  ])('lets %s pass', (source) => {
    expect(newerStyles(source)).toEqual([]);
  });
});
