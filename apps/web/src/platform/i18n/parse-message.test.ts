import { LANGUAGES, localeOf } from '@city-mint/domain/languages';
import { parseMessage } from '@city-mint/texts/parse-message';
import compile from 'icu-minify/compile';
import { describe, expect, test, vi } from 'vitest';
import formatMessage from './format-message.ts';

/** All texts of the page. */
const texts = Object.values(
  import.meta.glob<object>('./*/page/*.ts', { eager: true, base: '../../../../../packages/texts/src/' }),
).flatMap(leaves);

function leaves(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(leaves);
}

describe('parseMessage', () => {
  test('parses every text of the page as the library does', () => {
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => JSON.stringify(parseMessage(text)) !== JSON.stringify(compile(text)))).toEqual([]);
  });

  test.each([
    '',
    'plain',
    '{n}',
    'a { n } b',
    '{n, plural, =0 {none} one {# day of {x}} other {# days}}',
    '{n, selectordinal, one {#st} other {#th}}',
    '{s, select, a {x {q} #} other {}}',
    '{n, plural, other {{n}}}',
    '{n, plural, other {#}}',
    '{n, plural, one {{s, select, a {#} other {b}}} other {c}}',
    '{n, number} {d, date} {t, time}',
    "it's {n}'s, two '' apostrophes, '{quoted}' and 'half",
    "'{n}",
    "{n, plural, other {'#' is #}}",
    '# outside',
  ])('as the library: %s', (text) => {
    expect(parseMessage(text)).toEqual(compile(text));
  });

  test.each([
    '{',
    'a {n',
    '{n, plural}',
    '{n, plural, one {x}}',
    '{n, what, other {x}}',
    '{n, plural, other {x}',
    '{}',
  ])('error: %s', (text) => {
    expect(() => parseMessage(text)).toThrow();
    expect(() => compile(text)).toThrow();
  });
});

describe('formatMessage', () => {
  const options = {
    cache: {},
    formatters: {
      getNumberFormat: (locale: string) => new Intl.NumberFormat(locale),
      getPluralRules: (locale: string, rules: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, rules),
    },
    locale: 'en',
  } as unknown as Parameters<typeof formatMessage>[3];

  test('default: inserts values and chooses the language’s plurals', () => {
    const text = '{count, plural, =0 {none} one {# day} other {# days}} in {city}';
    expect(formatMessage('k', text, { count: 1, city: 'London' }, options)).toBe('1 day in London');
    expect(formatMessage('k', text, { count: 1_200, city: 'London' }, options)).toBe('1,200 days in London');
  });

  test.each(LANGUAGES)(
    'numbers in %s are as the browser writes them, which is asked only from a thousand',
    (language) => {
      const asked = vi.fn((locale: string) => new Intl.NumberFormat(locale));
      const counting = { ...options, formatters: { ...options.formatters, getNumberFormat: asked } } as typeof options;
      const locale = localeOf(language);
      const written = (n: number) => formatMessage('k', '{n, plural, other {#}}', { n }, { ...counting, locale });
      for (let n = 0; n < 1_000; n += 1) expect(written(n)).toBe(new Intl.NumberFormat(locale).format(n));
      expect(asked).not.toHaveBeenCalled();
      for (const n of [1_000, 123_456, 0.5, -1]) expect(written(n)).toBe(new Intl.NumberFormat(locale).format(n));
      expect(asked).toHaveBeenCalledTimes(4);
    },
  );

  test('error: returns a malformed text as it is', () => {
    expect(formatMessage('k', '收益 {', {}, options)).toBe('收益 {');
  });
});
