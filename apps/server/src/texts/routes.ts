import { type announcementEndpoints, announcementKind } from '@city-mint/api-contract/texts/announcement-endpoints';
import type { textsEndpoints } from '@city-mint/api-contract/texts/endpoints';
import type { qaEndpoints } from '@city-mint/api-contract/texts/qa-endpoints';
import { languagesFor } from '@city-mint/domain/languages';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readCityNames } from '#rounds/offers/queries/cities.ts';
import { openPreview } from './commands/previews.ts';
import { contactOf } from './contact-of.ts';
import { hasAnnouncements, readAnnouncements } from './queries/announcements.ts';
import { readQa } from './queries/read-qa.ts';
import { readTexts } from './queries/read-texts.ts';

export type TextsDeps = {
  readonly db: Database;
  /** The operator's contact from the configuration. */
  readonly operatorContact: string;
};

/** Returns the handlers of the calls for texts, questions and contact links. */
export function textsRoutes({
  db,
  operatorContact,
}: TextsDeps): Handlers<keyof typeof textsEndpoints | keyof typeof qaEndpoints | keyof typeof announcementEndpoints> {
  const configured = contactOf(operatorContact);
  return {
    async 'GET /api/app/lang'() {
      const [lang, cities, isAnnounced] = await Promise.all([readTexts(db), readCityNames(db), hasAnnouncements(db)]);
      return { data: { lang, cities, hasAnnouncements: isAnnounced } };
    },
    'POST /api/app/qa': async ({ lang }, call) => ({
      data: await readQa(db, { lang: lang ?? call.lang, configured }),
    }),
    async 'POST /api/app/announcements'({ lang }, call) {
      const rows = await readAnnouncements(db, languagesFor(lang ?? call.lang));
      const announcements = rows.map(({ key, kind, startsAt, endsAt, changedAt, ...text }) => ({
        announcementId: `${key}:${changedAt.getTime()}`,
        kind: announcementKind.parse(kind),
        ...text,
        startsAt: startsAt.getTime(),
        endsAt: endsAt.getTime(),
      }));
      return { data: { announcements } };
    },
    async 'POST /api/app/textPreview'({ token }) {
      const preview = await openPreview(db, token);
      if (preview === undefined) return { refusal: 'not-found', details: { field: 'token' } };
      return { data: { lang: preview.texts, expiresAt: preview.expiresAt.getTime() } };
    },
  };
}
