import { COMMON_REFUSALS } from '@city-mint/api-contract/envelope';
import { OPERATOR_REFUSALS } from '@city-mint/api-contract/operator/refusals';
import { RULE_REFUSALS } from '@city-mint/api-contract/refusals';
import { LANGUAGES, type Language, operatorLanguage } from '@city-mint/domain/languages';
import { describe, expect, test } from 'vitest';
import { describeRefusal } from './describe-refusal.ts';

const errors = [...Object.keys(COMMON_REFUSALS), ...Object.keys(RULE_REFUSALS)];
const isError = (error: string): error is keyof typeof COMMON_REFUSALS | keyof typeof RULE_REFUSALS =>
  Object.hasOwn(COMMON_REFUSALS, error) || Object.hasOwn(RULE_REFUSALS, error);

/** The script of a language's texts. */
const SCRIPTS: Partial<Record<Language, RegExp>> = {
  zh: /\p{Script=Han}/u,
  zhHK: /\p{Script=Han}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  th: /\p{Script=Thai}/u,
};

const isOperators = (error: string) => Object.hasOwn(OPERATOR_REFUSALS, error);

test.each(LANGUAGES)('default: every refusal has a text in %s, with and without its details', (lang) => {
  expect(errors.length).toBeGreaterThan(60);
  for (const error of errors.filter(isError)) {
    const details = { field: 'thisField', limit: '42', left: '7', until: '1795404660000', retryAfterSeconds: '7' };
    const { msg } = describeRefusal({ error, details }, lang);
    const script = SCRIPTS[isOperators(error) ? operatorLanguage(lang) : lang] ?? /[a-z]/;
    expect(msg, `${lang} ${error}`).toMatch(script);
    expect(msg, error).not.toMatch(/[{}]/);
    const bare = describeRefusal({ error, details: {} }, lang).msg;
    expect(bare.trim(), error).not.toBe('');
    expect(bare, error).not.toMatch(/[{}]|undefined|NaN|\(\s*\)|（）/);
  }
});

test('behavior: a refusal names the same details in every language, and no language repeats a foreign one', () => {
  const details = { field: 'FIELD', limit: '424', left: '535', until: '1795404660000', retryAfterSeconds: '7' };
  for (const error of errors.filter(isError).filter((each) => !isOperators(each))) {
    const texts = LANGUAGES.map((lang) => describeRefusal({ error, details }, lang).msg);
    const named = texts.map((text) =>
      [...text.matchAll(/FIELD|424|535|2026-11-23 03:31 UTC|7/g)].map(String).toSorted(),
    );
    for (const names of named) expect(names, error).toEqual(named[0]);
    // Indonesian and Malay share some short sentences.
    const apart = texts.filter((_, position) => LANGUAGES[position] !== 'ms');
    expect(new Set(apart).size, error).toBe(LANGUAGES.length - 1);
  }
});

describe('details', () => {
  const msgOf = (
    error: 'too-many-requests' | 'insufficient-balance',
    details: Record<string, string>,
    lang: Language,
  ) => describeRefusal({ error, details }, lang).msg;

  test('behavior: a wait is shown in seconds, a long one in minutes', () => {
    expect(msgOf('too-many-requests', { retryAfterSeconds: '1' }, 'en')).toMatch(/in 1 second$/);
    expect(msgOf('too-many-requests', { retryAfterSeconds: '556' }, 'en')).toMatch(/in about 10 minutes$/);
    expect(msgOf('too-many-requests', { retryAfterSeconds: '556' }, 'zh')).toContain('请在约 10 分钟后再试');
  });

  test('behavior: the end of a wait is a date and a time of day, to the next minute', () => {
    const { msg } = describeRefusal({ error: 'address-on-hold', details: { until: '1795404660001' } }, 'en');
    expect(msg).toMatch(/\(from 2026-11-23 03:32 UTC\)$/);
    const zh = describeRefusal({ error: 'withdrawals-cooling', details: { until: '1795404660000' } }, 'zh').msg;
    expect(zh).toContain('（2026-11-23 03:31 UTC 起）');
  });

  test('behavior: an amount has its unit, groups and at most four decimals', () => {
    const details = { unit: 'JU', limit: '2999.9997999999984' };
    const msg = (lang: Language) => describeRefusal({ error: 'amount-over-available', details }, lang).msg;
    expect(msg('en')).toBe('Entered quantity exceeds available balance (≈ 2,999.9997 JU)');
    expect(msg('id')).toBe('Jumlah melebihi saldo yang tersedia (≈ 2.999,9997 JU)');
  });

  test('behavior: an unknown limit leaves no empty parentheses', () => {
    expect(msgOf('insufficient-balance', { limit: '12.5' }, 'zh')).toBe('资产钱包余额不足（可用 12.5 JU），请先充值');
    expect(msgOf('insufficient-balance', {}, 'zh')).toBe('资产钱包余额不足，请先充值');
  });
});
