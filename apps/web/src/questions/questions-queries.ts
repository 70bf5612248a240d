import type { Language } from '@city-mint/domain/languages';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Query keys of questions and contacts; both differ by language. */
export const questionsKeys = {
  all: ['questions'] as const,
  inLanguage: (language: Language) => ['questions', language] as const,
};

/** The questions and answers in their order, and the operator's official channels. */
export function questionsQuery(language: Language) {
  return queryOptions({
    queryKey: questionsKeys.inLanguage(language),
    queryFn: ({ signal }) => readApi('POST /api/app/qa', { lang: language }, signal),
    staleTime: 10 * 60_000,
  });
}
