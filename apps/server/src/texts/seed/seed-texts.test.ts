import { expect, test } from 'vitest';
import { QUESTIONS_EN } from './questions-en.ts';
import { QUESTIONS_ZH } from './questions-zh.ts';
import { SEED_QUESTIONS } from './seed-question.ts';

test.each([
  ['en', QUESTIONS_EN],
  ['zh', QUESTIONS_ZH],
])('every question has a text in %s that the database accepts', (_, texts) => {
  expect(Object.keys(texts)).toEqual([...SEED_QUESTIONS]);
  for (const { question, answer } of Object.values(texts)) {
    expect(question.length).toBeLessThanOrEqual(200);
    expect(answer.length).toBeLessThanOrEqual(4_000);
    expect(`${question}${answer}`).not.toMatch(/ {2}|undefined|NaN/);
  }
});

test('both languages name the same figures', () => {
  const figuresOf = (text: string) => [...text.matchAll(/\d+%/g)].map(([figure]) => figure);
  for (const key of SEED_QUESTIONS)
    expect(figuresOf(QUESTIONS_ZH[key].answer), key).toEqual(figuresOf(QUESTIONS_EN[key].answer));
  expect(figuresOf(QUESTIONS_EN.fees.answer)).toEqual(['10%']);
});
