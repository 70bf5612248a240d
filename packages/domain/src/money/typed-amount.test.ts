import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amounts } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { LANGUAGES, localeOf } from '../languages.ts';
import { formatAmount, parseAmount } from './amount-text.ts';
import { groupDigits, NUMBER_FORMS, typedDecimal } from './number-form.ts';
import { readTypedAmount, type TypedAmount } from './typed-amount.ts';

const LARGEST = 10n ** 60n;
const languages = fc.constantFrom(...LANGUAGES);

/** What a strict reader of the language reads, by its own separators only; null for anything else. */
function strictReading(text: string, language: (typeof LANGUAGES)[number]): string | null {
  const { decimal, group } = NUMBER_FORMS[language];
  const plain = text.replaceAll(group, '').replace(decimal, '.');
  const parsed = parseAmount(plain);
  return parsed.ok && groupDigits(plain, language) === text ? formatAmount(parsed.amount) : null;
}

function readingsOf(read: TypedAmount): readonly string[] {
  if (read.kind === 'amount') return [read.decimal];
  return read.kind === 'ambiguous' ? read.readings : [];
}

describe('readTypedAmount', () => {
  test('property: an amount as the language shows it is read as the same amount, or asked with it first', () => {
    holds(fc.tuple(amounts(LARGEST), languages), ([amount, language]) => {
      const shown = groupDigits(formatAmount(amount), language);
      const read = readTypedAmount(shown, { language });
      expect(readingsOf(read)[0]).toBe(formatAmount(amount));
      if (read.kind === 'ambiguous') expect(shown.match(/[.,]/g)).toEqual([NUMBER_FORMS[language].group]);
    });
  });

  test('property: an amount as a field of the language has it is read as the same amount', () => {
    holds(fc.tuple(amounts(LARGEST), languages), ([amount, language]) => {
      const decimal = formatAmount(amount);
      expect(readTypedAmount(typedDecimal(decimal, language), { language })).toEqual({ kind: 'amount', decimal });
    });
  });

  test('property: no text is read as another amount than a reader of the language reads', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'0123456789.,'), maxLength: 12 });
    holds(
      fc.tuple(texts, languages),
      ([text, language]) => {
        const strict = strictReading(text, language);
        if (strict === null) return;
        expect(readingsOf(readTypedAmount(text, { language }))[0]).toBe(strict);
      },
      5_000,
    );
  });

  test('property: the amount of another language is read, or asked, or the own decimal separator decides', () => {
    holds(fc.tuple(amounts(10n ** 30n), languages, languages), ([amount, writer, reader]) => {
      const read = readTypedAmount(groupDigits(formatAmount(amount), writer), { language: reader });
      const isOwn = readingsOf(read).includes(formatAmount(amount));
      // Else the reader's own decimal separator decided: "1,125" of an English page is 1.125 in Indonesian.
      if (!isOwn) expect(NUMBER_FORMS[writer].group).toBe(NUMBER_FORMS[reader].decimal);
    });
  });

  test('property: readings are plain decimals', () => {
    const letters = fc.constantFrom(..."0123456789.,’' ٫٬१२๗٣５。，、JU-e\u200b\u202e\u00a0");
    holds(fc.tuple(fc.string({ unit: letters }), languages), ([text, language]) => {
      for (const decimal of readingsOf(readTypedAmount(text, { language }))) {
        expect(decimal).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      }
    });
  });

  test('reads the digits of every script of Unicode', () => {
    for (let code = 0; code < 0x20000; code++) {
      const digit = String.fromCodePoint(code);
      if (!/\p{Nd}/u.test(digit)) continue;
      expect(readTypedAmount(digit, { language: 'en' }).kind, code.toString(16)).toBe('amount');
    }
    const zeros = [0x30, 0x660, 0x966, 0xe50, 0xff10, 0x1d7ce, 0x1d7f6, 0x1e950];
    for (const zero of zeros) {
      const digits = Array.from({ length: 9 }, (_, index) => String.fromCodePoint(zero + index + 1)).join('');
      expect(readTypedAmount(digits, { language: 'en' })).toEqual({ kind: 'amount', decimal: '123456789' });
    }
  });
});

describe('groupDigits', () => {
  test.each(LANGUAGES)('property: writes as Intl.NumberFormat does in %s', (language) => {
    const intl = new Intl.NumberFormat(`${localeOf(language)}-u-nu-latn`, { maximumFractionDigits: 18 });
    holds(amounts(LARGEST), (amount) => {
      const decimal = formatAmount(amount);
      expect(groupDigits(String(amount), language)).toBe(intl.format(amount));
      expect(groupDigits(`-${decimal}`, language)).toBe(`-${groupDigits(decimal, language)}`);
    });
    for (const [decimal, number] of [
      ['0.5', 0.5],
      ['1234567.8125', 1234567.8125],
    ] as const) {
      expect(groupDigits(decimal, language)).toBe(intl.format(number));
    }
  });

  test.each([
    ['1234567.891234', { en: '1,234,567.891234', id: '1.234.567,891234', hi: '12,34,567.891234' }],
    ['-1000', { en: '-1,000', id: '-1.000', hi: '-1,000' }],
    ['999', { en: '999', id: '999', hi: '999' }],
    ['0.1234567', { en: '0.1234567', id: '0,1234567', hi: '0.1234567' }],
    ['', { en: '', id: '', hi: '' }],
  ])('%j is %o in English, Indonesian and Hindi', (decimal, shown) => {
    expect({ en: groupDigits(decimal, 'en'), id: groupDigits(decimal, 'id'), hi: groupDigits(decimal, 'hi') }).toEqual(
      shown,
    );
  });
});
