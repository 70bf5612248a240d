import type { Language } from '@city-mint/domain/languages';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** How often an open page asks for announcements. */
const REFRESH_MS = 60_000;

const noticesKeys = {
  announcements: (language: Language) => ['notices', language],
};

/** What is announced now, in a language; asked for again every minute while the page is seen, and when it is again. */
export function announcementsQuery(language: Language) {
  return queryOptions({
    queryKey: noticesKeys.announcements(language),
    queryFn: async () => (await readApi('POST /api/app/announcements', { lang: language })).announcements,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
    meta: { silent: true },
  });
}
