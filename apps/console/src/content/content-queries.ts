import type { Language } from '@city-mint/domain/languages';
import { queryOptions } from '@tanstack/react-query';
import { readApi } from '#platform/api.ts';
import type { PagedRead } from '#platform/paged.ts';
import type { PageText, TextFilters } from './content-types.ts';

/** Keys of what participants read. */
export const contentKeys = {
  texts: (filters: TextFilters) => ['content', 'texts', filters] as const,
  text: (key: string) => ['content', 'text', key] as const,
  questions: ['content', 'questions'] as const,
  announcements: ['content', 'announcements'] as const,
  disclosure: (lang: Language) => ['content', 'disclosure', lang] as const,
};

/** The texts of the page that match, page by page. */
export function textsRead(filters: TextFilters): PagedRead<PageText> {
  return {
    queryKey: contentKeys.texts(filters),
    read: (page, signal) => readApi('POST /api/ops/texts', { ...filters, ...page }, signal),
  };
}

/** One text of the page in all languages; null where the page has none of this key. */
export function textQuery(key: string) {
  return queryOptions({
    queryKey: contentKeys.text(key),
    queryFn: async ({ signal }) => {
      const { items } = await readApi('POST /api/ops/texts', { search: key, limit: 100 }, signal);
      return items.find((text) => text.key === key) ?? null;
    },
  });
}

/** Questions in their order, and contact links. */
export const questionsQuery = queryOptions({
  queryKey: contentKeys.questions,
  queryFn: ({ signal }) => readApi('POST /api/ops/qa', {}, signal),
});

/** All announcements, those that begin last first. */
export const announcementsQuery = queryOptions({
  queryKey: contentKeys.announcements,
  queryFn: ({ signal }) => readApi('POST /api/ops/announcements', {}, signal),
});

/** The disclosure in a language, and the version before. */
export function disclosureQuery(lang: Language) {
  return queryOptions({
    queryKey: contentKeys.disclosure(lang),
    queryFn: ({ signal }) => readApi('POST /api/ops/disclosure', { lang }, signal),
  });
}
