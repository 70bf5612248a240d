import { BOUND_TEXTS, type BoundRule } from '@city-mint/domain/json/bound';
import { expect, test } from 'vitest';
import { boundWords } from './bound-words.ts';

test.each([
  ['whole 0 1000', '为 0 至 1,000 的整数', 'a whole number from 0 to 1,000'],
  ['at-most 4999.999999999999999995', '不超过 4,999.999999999999999995', 'at most 4,999.999999999999999995'],
  ['not-before 3600000', '不早于 1970-01-01 01:00:00 UTC', 'at 1970-01-01 01:00:00 UTC or later'],
  ['at-most-quota', '不超过额度', 'at most the quota'],
])('default: %s in both languages', (bound, zh, en) => {
  expect(boundWords(bound, { language: 'zh' })).toBe(zh);
  expect(boundWords(bound, { language: 'en' })).toBe(en);
});

test('behavior: another field is named by its label', () => {
  const labelOf = (field: string) => (field === 'level4' ? '等级 4 业绩' : field);
  expect(boundWords('at-least-field level4', { language: 'zh', labelOf })).toBe('不低于“等级 4 业绩”');
});

test('limit: what other refusals name as their limit stays as it is', () => {
  for (const limit of ['1000', '0.5', '72', '2026-11-23 01:00', '']) {
    expect(boundWords(limit, { language: 'en' })).toBe(limit);
  }
});

test('texts: every rule says its figures in both languages', () => {
  const isRule = (rule: string): rule is BoundRule => Object.hasOwn(BOUND_TEXTS, rule);
  for (const rule of Object.keys(BOUND_TEXTS).filter(isRule)) {
    const figures = BOUND_TEXTS[rule].match(/\{\d\}/g)?.map((_place, index) => `7${index}`) ?? [];
    const code = [rule === 'whole-between' ? 'whole' : rule, ...figures].join(' ');
    for (const language of ['zh', 'en'] as const) {
      const words = boundWords(code, { language });
      if (language === 'zh') expect(words).toMatch(/[\u4e00-\u9fff]/);
      for (const figure of figures) expect(words.replace('1970-01-01 00:00:00 UTC', '70')).toContain(figure);
    }
  }
});
