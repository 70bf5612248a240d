import type { ReplyOf } from '@city-mint/api-contract/endpoints';

export type Question = ReplyOf<'POST /api/app/qa'>['questions'][number];

/**
 * Returns the questions that contain every word of a search in question or answer: those with a hit in the question
 * first, otherwise in their order. Without a word, returns all. Ignores width and case of letters.
 */
export function searchQuestions(questions: readonly Question[], search: string): readonly Question[] {
  const words = normalize(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return questions;
  const hasAll = (text: string) => words.every((word) => normalize(text).includes(word));
  const found = questions.filter(({ question, answer }) => hasAll(`${question} ${answer}`));
  const [first, rest] = [
    found.filter((entry) => hasAll(entry.question)),
    found.filter((entry) => !hasAll(entry.question)),
  ];
  return [...first, ...rest];
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
