import { expect, test } from 'vitest';
import { searchQuestions } from './search-questions.ts';

const entry = (key: string, question: string, answer: string) => ({ key, lang: 'zh' as const, question, answer });
const ALL = [
  entry('fees', '有哪些费用？', '铸造成功的轮次收取手续费，FMC 不收费。'),
  entry('fmc', 'FMC 从哪里来？', '总量固定。'),
  entry('risk', '会损失多少？', '失败的轮次按条款扣除损失。'),
];
const keys = (search: string) => searchQuestions(ALL, search).map(({ key }) => key);

test('default: ranks a hit in the question before one in the answer', () => {
  expect(keys('FMC')).toEqual(['fmc', 'fees']);
  expect(keys('轮次')).toEqual(['fees', 'risk']);
});

test('behavior: requires every word; ignores width and case', () => {
  expect(keys('fmc 固定')).toEqual(['fmc']);
  expect(keys('ＦＭＣ　固定')).toEqual(['fmc']);
  expect(keys('fmc 损失')).toEqual([]);
});

test('behavior: an empty search returns all in their order', () => {
  expect(keys('  ')).toEqual(['fees', 'fmc', 'risk']);
});
