import { expect, test } from 'vitest';
import { OPERATOR_TEXTS } from './operator-languages.ts';
import { subjectWords } from './subject-words.ts';

test.each([
  ['round 12', '轮次 #12', 'Round #12'],
  ['plans New York', 'New York 的计划', 'Plans of New York'],
  ['questions', '常见问题的顺序', 'Order of the questions'],
  // A replacement text of String.replace is none.
  ['announcement $&', '公告 $&', 'Announcement $&'],
  ['announcement {of}', '公告 {of}', 'Announcement {of}'],
])('default: %s is said in both languages', (subject, zh, en) => {
  expect(subjectWords(subject, { language: 'zh' })).toBe(zh);
  expect(subjectWords(subject, { language: 'en' })).toBe(en);
});

test('behavior: codes of parts are named by the reader’s words', () => {
  const nameOf = (code: string) => (code === 'joins' ? '参与' : code);
  expect(subjectWords('part joins', { language: 'zh', nameOf })).toBe('系统部分 参与');
  expect(subjectWords('region joins', { language: 'zh', nameOf })).toBe('地区 joins');
});

test('limit: a kind that is not known, or a name of every object, is shown as it is stored', () => {
  for (const subject of ['moon 3', 'constructor', '', ' round']) {
    expect(subjectWords(subject, { language: 'en' })).toBe(subject);
  }
});

test('texts: which one is said in both languages or in none', () => {
  const named = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts)
      .filter(([, text]) => text.includes('{of}'))
      .map(([kind]) => kind);
  expect(named(OPERATOR_TEXTS.zh.subjects)).toEqual(named(OPERATOR_TEXTS.en.subjects));
});
