import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../testing/holds.ts';
import { LANGUAGES } from '../languages.ts';
import { shownLimit } from './shown-limit.ts';
import { spokenAmount } from './spoken-amount.ts';

describe('spokenAmount', () => {
  test.each([
    ['1125', 'en', '1 thousand 125'],
    ['1.125', 'en', '1 point 125'],
    ['1001', 'en', '1 thousand 1'],
    ['1000000.5', 'en', '1 million point 5'],
    ['0.0001', 'en', '0 point 000 1'],
    ['12345678', 'zh', '1234万5678'],
    ['10005', 'zh', '1万0005'],
    ['10005', 'ja', '1万5'],
    ['1234567.5', 'hi', '12 लाख 34 हज़ार 567 दशमलव 5'],
    ['1.125', 'id', '1 koma 125'],
    ['1005', 'vi', '1 nghìn 005'],
    ['1234567', 'th', '1 ล้าน 2 แสน 3 หมื่น 4 พัน 567'],
    ['1005', 'th', '1 พัน 005'],
    ['123450000', 'ko', '1 억 2345 만'],
    ['1234', 'zhHK', '1234'],
  ] as const)('says %s in %s', (decimal, language, said) => {
    expect(spokenAmount(decimal, language)).toBe(said);
  });

  test('needs no words for a whole number below 1,000', () => {
    expect(spokenAmount('999', 'en')).toBeNull();
    expect(spokenAmount('0', 'vi')).toBeNull();
  });

  test('property: has no separator, and is another text for another amount', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String);
    const fraction = fc.bigInt({ min: 1n, max: 9_999n }).map((digits) => `${digits}1`);
    const decimals = fc.oneof(
      whole,
      fc.tuple(whole, fraction).map(([one, other]) => `${one}.${other}`),
    );
    holds(fc.tuple(decimals, decimals, fc.constantFrom(...LANGUAGES)), ([one, other, language]) => {
      const said = spokenAmount(one, language);
      expect(said ?? '').not.toMatch(/[.,]/);
      if (said !== null && one !== other) expect(spokenAmount(other, language)).not.toBe(said);
    });
  });
});

describe('shownLimit', () => {
  test('rounds the most down and the least up, and says so', () => {
    const limit = (decimal: string, rounding: 'down' | 'up') =>
      shownLimit(decimal, { language: 'en', unit: 'JU', rounding });
    expect(limit('2999.9997999999984', 'down')).toBe('≈ 2,999.9997 JU');
    expect(limit('2999.9997999999984', 'up')).toBe('≈ 2,999.9998 JU');
    expect(limit('2999.5', 'down')).toBe('2,999.5 JU');
    expect(limit('0.00001', 'down')).toBe('0.00001 JU');
    expect(limit('0.00001', 'up')).toBe('≈ 0.0001 JU');
  });

  test('writes as the language does', () => {
    expect(shownLimit('1234567.5', { language: 'id', unit: 'JU', rounding: 'down' })).toBe('1.234.567,5 JU');
    expect(shownLimit('1234567.5', { language: 'hi', rounding: 'down' })).toBe('12,34,567.5');
  });
});
