import { LANGUAGES } from '@city-mint/domain/languages';
import { expect, test } from 'vitest';
import { QUESTIONS } from './questions.ts';
import { SEED_QUESTIONS } from './seed-question.ts';

test.each(LANGUAGES)('every question has a text in %s that the database accepts', (lang) => {
  expect(Object.keys(QUESTIONS[lang])).toEqual([...SEED_QUESTIONS]);
  for (const { question, answer } of Object.values(QUESTIONS[lang])) {
    expect(question.length).toBeLessThanOrEqual(200);
    expect(answer.length).toBeLessThanOrEqual(4_000);
    expect(`${question}${answer}`).not.toMatch(/ {2}|undefined|NaN|<|>/);
  }
});

test('all languages name the same figures', () => {
  const figuresOf = (text: string) => [...text.matchAll(/\d+%/g)].map(([figure]) => figure);
  for (const key of SEED_QUESTIONS)
    for (const lang of LANGUAGES)
      expect(figuresOf(QUESTIONS[lang][key].answer), `${lang} ${key}`).toEqual(figuresOf(QUESTIONS.en[key].answer));
  expect(figuresOf(QUESTIONS.en.fees.answer)).toEqual(['10%']);
});

test('no language repeats another', () => {
  const answers = LANGUAGES.flatMap((lang) => Object.values(QUESTIONS[lang]).map(({ answer }) => answer));
  expect(new Set(answers).size).toBe(LANGUAGES.length * SEED_QUESTIONS.length);
});
