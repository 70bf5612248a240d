import type { Language } from '@city-mint/domain/languages';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';

/** Polling interval of announcements. */
const REFRESH_MS = 60_000;

const noticesKeys = {
  announcements: (language: Language) => ['notices', language],
};

/** The current announcements, in a language; polled every minute while the page is visible, and when it becomes so. */
export function announcementsQuery(language: Language) {
  return queryOptions({
    queryKey: noticesKeys.announcements(language),
    queryFn: async () => (await readApi('POST /api/app/announcements', { lang: language })).announcements,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
    meta: { silent: true },
  });
}
