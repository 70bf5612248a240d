import { LANGUAGES } from '@city-mint/domain/languages';
import { expect, test } from 'vitest';
import { loadTexts } from './load-texts.ts';
import { SEED_QUESTIONS } from './question-texts.ts';

const QUESTIONS = await loadTexts('questions');

test.each(LANGUAGES)('every question has a text in %s that the database accepts', (lang) => {
  expect(Object.keys(QUESTIONS[lang].questions)).toEqual([...SEED_QUESTIONS]);
  for (const { question, answer } of Object.values(QUESTIONS[lang].questions)) {
    expect(question.length).toBeLessThanOrEqual(200);
    expect(answer.length).toBeLessThanOrEqual(4_000);
    expect(`${question}${answer}`).not.toMatch(/ {2}|undefined|NaN|<|>/);
  }
});

test('all languages name the same figures', () => {
  const figuresOf = (text: string) => [...text.matchAll(/\d+%/g)].map(([figure]) => figure);
  for (const key of SEED_QUESTIONS)
    for (const lang of LANGUAGES)
      expect(figuresOf(QUESTIONS[lang].questions[key].answer), `${lang} ${key}`).toEqual(
        figuresOf(QUESTIONS.en.questions[key].answer),
      );
  expect(figuresOf(QUESTIONS.en.questions.fees.answer)).toEqual(['10%']);
});

test('no language repeats another', () => {
  const answers = LANGUAGES.flatMap((lang) => Object.values(QUESTIONS[lang].questions).map(({ answer }) => answer));
  expect(new Set(answers).size).toBe(LANGUAGES.length * SEED_QUESTIONS.length);
});
