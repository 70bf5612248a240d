import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amounts } from '../../testing/arbitraries.ts';
import { holds } from '../../testing/holds.ts';
import { formatAmount, parseAmount, parseBaseUnits, signedUnitsOf, sumOfTexts, unitsOf } from './amount-text.ts';
import { displayAmount } from './display-decimal.ts';
import { tokenAmount } from './token-amount.ts';

const LARGEST = 10n ** 78n - 1n;

test('an amount is never below zero', () => expect(() => tokenAmount(-1n)).toThrow(RangeError));

describe('parseAmount', () => {
  test('reads what formatAmount writes, to the unit', () => {
    holds(amounts(LARGEST), (amount) => expect(parseAmount(formatAmount(amount))).toEqual({ ok: true, amount }), 2_000);
  });

  test.each([
    ['0', 0n],
    ['12.5', 12_500_000_000_000_000_000n],
    ['0.000000000000000001', 1n],
    ['1.500000000000000000', 1_500_000_000_000_000_000n],
    [`${'9'.repeat(60)}.${'9'.repeat(18)}`, LARGEST],
  ])('%s', (text, amount) => expect(parseAmount(text)).toEqual({ ok: true, amount }));

  test.each<unknown>([
    1.1,
    1,
    1e21,
    1n,
    ['5'],
    { toString: () => '5' },
    null,
    undefined,
    true,
    '',
    ' ',
    ' 1 ',
    '1 ',
    '+1',
    '-1',
    '-0',
    '.5',
    '5.',
    '.',
    '00001',
    '01',
    '00',
    '0x10',
    '1e30',
    '1e3',
    '1,000',
    '1_000',
    '1.2.3',
    'NaN',
    'Infinity',
    '١',
    '５',
    '1\n',
    '1\u0000',
    '\uFEFF1',
    '1n',
    '0b1',
    '−1',
    '1\u200B',
  ])('%o is no amount', (text) => expect(parseAmount(text)).toEqual({ ok: false, error: 'amount-format' }));

  test.each(['0.0000000000000000001', '1.0000000000000000000', '1.0000000000000000005', `1.${'0'.repeat(100_000)}`])(
    'more than 18 decimals are too precise',
    (text) => expect(parseAmount(text)).toEqual({ ok: false, error: 'amount-too-precise' }),
  );

  test.each([`1${'0'.repeat(60)}`, '9'.repeat(78), '9'.repeat(100_000)])('more than 78 digits are too large', (text) =>
    expect(parseAmount(text)).toEqual({ ok: false, error: 'amount-too-large' }),
  );

  test('anything else: an error, never a throw', () => {
    holds(fc.anything(), (value) => {
      if (typeof value === 'string') return;
      expect(parseAmount(value)).toEqual({ ok: false, error: 'amount-format' });
    });
  });
});

describe('unitsOf and signedUnitsOf', () => {
  test('property: read what formatAmount writes, to the unit', () => {
    holds(amounts(LARGEST), (amount) => {
      expect(unitsOf(formatAmount(amount))).toBe(amount);
      expect(signedUnitsOf(formatAmount(amount))).toBe(amount);
      expect(signedUnitsOf(formatAmount(-amount))).toBe(-amount);
    });
  });

  test('property: read a text exactly when parseAmount does, and else throw', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^-?\d*\.?\d*$/),
      fc.constantFrom('', '-', '--1', '- 1', '+1'),
    );
    holds(texts, (text) => {
      const parsed = parseAmount(text);
      if (parsed.ok) expect(unitsOf(text)).toBe(parsed.amount);
      else expect(() => unitsOf(text)).toThrow(new TypeError(`not an amount: ${text}`));
      const positive = text.startsWith('-') ? text.slice(1) : text;
      if (parseAmount(positive).ok) expect(() => signedUnitsOf(text)).not.toThrow();
      else expect(() => signedUnitsOf(text)).toThrow(TypeError);
    });
  });
});

describe('parseBaseUnits', () => {
  test('reads the text that formatAmount writes', () => {
    holds(amounts(LARGEST), (amount) => expect(parseBaseUnits(`${amount}`)).toBe(amount));
  });

  test.each<unknown>(['', '-1', '+1', '01', '1.0', '1e3', '0x1', ' 1', '1\n', '５', '9'.repeat(79), 1, 1n, null])(
    '%o is none',
    (text) => expect(parseBaseUnits(text)).toBeUndefined(),
  );
});

describe('formatAmount', () => {
  test.each([
    [0n, '0'],
    [1n, '0.000000000000000001'],
    [10n ** 18n, '1'],
    [-15n * 10n ** 17n, '-1.5'],
  ])('%s', (amount, text) => expect(formatAmount(amount)).toBe(text));
});

describe('displayAmount', () => {
  test.each([
    [1_999_999_999_999_999_999n, '1.9999'],
    [99_999_999_999_999n, '0'],
    [100_000_000_000_000n, '0.0001'],
    [1_500_000_000_000_000_000n, '1.5'],
    [-1_999_999_999_999_999_999n, '-1.9999'],
    [-1n, '0'],
  ])('%s', (amount, text) => expect(displayAmount(amount)).toBe(text));

  test('is never more than the amount', () => {
    holds(amounts(LARGEST), (amount) => {
      const shown = parseAmount(displayAmount(amount));
      if (!shown.ok) throw new Error(shown.error);
      expect(shown.amount).toBeLessThanOrEqual(amount);
      expect(amount - shown.amount).toBeLessThan(10n ** 14n);
    });
  });
});

test('unitsOf and signedUnitsOf read amounts written by a program, and throw on anything else', () => {
  expect([unitsOf('0.5'), signedUnitsOf('0.5'), signedUnitsOf('-0.5')]).toEqual([
    5n * 10n ** 17n,
    5n * 10n ** 17n,
    -5n * 10n ** 17n,
  ]);
  for (const text of ['', '-1', '1e3', '1,000']) expect(() => unitsOf(text)).toThrow('not an amount');
  for (const text of ['-', '--1', '+1']) expect(() => signedUnitsOf(text)).toThrow('not an amount');
});

test('sumOfTexts is exact', () => {
  expect(sumOfTexts(['0.1', '0.2', '-0.000000000000000001'])).toBe('0.299999999999999999');
  expect([sumOfTexts(['1', '-1']), sumOfTexts([])]).toEqual(['0', '0']);
  expect(() => sumOfTexts(['1e3'])).toThrow('1e3');
});
