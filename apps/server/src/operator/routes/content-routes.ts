import type { announcementOpsEndpoints } from '@city-mint/api-contract/operator/announcement-endpoints';
import type { pageTextEndpoints } from '@city-mint/api-contract/operator/page-text-endpoints';
import type { Handlers } from '#platform/http/handler.ts';
import { ID_KEY, readPage } from '#platform/paging.ts';
import { createDisclosureReader, type DisclosureReadDeps } from '#session/queries/read-disclosure.ts';
import { makePreview } from '#texts/commands/previews.ts';
import { listAnnouncements } from '#texts/queries/announcements.ts';
import { countPageTexts, listPageTexts } from '#texts/queries/list-page-texts.ts';
import { faultOf } from '#texts/queries/page-texts.ts';
import { findRole } from '../queries/operators.ts';

type ContentDeps = DisclosureReadDeps & {
  /** Operators of the configuration, EIP-55. */
  readonly configured: readonly string[];
  /** The origin of the participants' page; null = not known here. */
  readonly pageOrigin: string | null;
};

/** Returns the handlers that read the page's texts, announcements and the disclosure, and those of previews. */
export function contentRoutes(
  deps: ContentDeps,
): Handlers<keyof typeof pageTextEndpoints | keyof typeof announcementOpsEndpoints> {
  const { db, configured, pageOrigin } = deps;
  const readDisclosure = createDisclosureReader(deps);
  return {
    async 'POST /api/ops/texts'({ cursor, limit, ...filters }) {
      const page = await readPage(
        { cursor, limit },
        {
          format: ID_KEY,
          read: (range) => listPageTexts(db, { ...filters, ...range }),
          keyOf: ({ place }) => place,
        },
      );
      if ('refusal' in page) return page;
      const items = page.items.map(({ place: _place, ...text }) => text);
      return { data: { items, nextCursor: page.nextCursor, ...(await countPageTexts(db)) } };
    },
    async 'POST /api/ops/texts/preview'({ key, languages, texts }, { participant }) {
      // Previews are shown under the page's own address, so viewers cannot make any.
      const role = await findRole(db, configured, participant.address);
      if (role === null || role === 'viewer') return { refusal: 'role-too-low', details: { limit: 'operator' } };
      const entries = languages.map((lang, index) => ({ lang, text: texts[index] ?? '' }));
      for (const entry of entries) {
        const fault = await faultOf({ key, ...entry });
        if (fault === null) continue;
        const field = fault.error === 'unknown-text' ? 'key' : 'texts';
        return { refusal: fault.error, details: { field, limit: `${entry.lang}: ${fault.limit}` } };
      }
      const { token, expiresAt } = await makePreview(db, { key, entries, madeBy: participant.address });
      return { data: { token, expiresAt: expiresAt.getTime(), pageUrl: `${pageOrigin ?? ''}/?preview=${token}` } };
    },
    async 'POST /api/ops/announcements'() {
      const announcements = (await listAnnouncements(db)).map(({ startsAt, endsAt, changedAt, texts, ...rest }) => ({
        ...rest,
        startsAt: startsAt.getTime(),
        endsAt: endsAt.getTime(),
        changedAt: changedAt.getTime(),
        texts: [...texts],
      }));
      return { data: { announcements } };
    },
    'POST /api/ops/disclosure': async ({ lang }) => ({ data: await readDisclosure(lang) }),
  };
}
