import type { Language } from '@city-mint/domain/languages';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Query keys of the disclosure; its text differs by language, its hash does not. */
export const disclosureKeys = {
  all: ['disclosure'] as const,
  inLanguage: (language: Language) => ['disclosure', language] as const,
  own: (address: string, language: Language) => ['disclosure', language, address] as const,
};

/** The disclosure in force, in a language. */
export function disclosureQuery(language: Language) {
  return queryOptions({
    queryKey: disclosureKeys.inLanguage(language),
    queryFn: ({ signal }) => readApi('GET /api/app/disclosure', {}, signal),
  });
}

/** The disclosure in force, and whether the account's last consent covers it, else the changes since. */
export function ownDisclosureQuery(address: string, language: Language) {
  return queryOptions({
    queryKey: disclosureKeys.own(address, language),
    queryFn: ({ signal }) => readApi('POST /api/app/user/disclosure', {}, signal),
    // The user must not accept an outdated text.
    staleTime: 0,
  });
}
