import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { Language } from '#platform/i18n/languages.ts';

/** The disclosure now in force, in a language. */
export function disclosureQuery(language: Language) {
  return queryOptions({
    queryKey: ['disclosure', language],
    queryFn: ({ signal }) => readApi('GET /api/app/disclosure', {}, signal),
  });
}
