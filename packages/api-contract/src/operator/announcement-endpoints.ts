import { LANGUAGES } from '@city-mint/domain/languages';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { announcementKind } from '../texts/announcement-endpoints.ts';
import { address, durationInput, language, time, timeInput } from '../wire.ts';
import { operatorAction } from './operator-action.ts';
import { checkLanguages } from './page-text-endpoints.ts';
import { entryKey, shownText } from './text-endpoints.ts';

/** How many announcements there can be, shown or not. */
export const MOST_ANNOUNCEMENTS = 50;

/** The announcements that operators wrote. */
export const announcementOpsEndpoints = {
  'POST /api/ops/announcements': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists all announcements in every language, including those not shown now, newest first.',
    request: z.strictObject({}),
    reply: z.object({
      announcements: z.array(
        z.object({
          key: z.string(),
          kind: announcementKind,
          startsAt: time,
          endsAt: time,
          changedAt: time,
          changedBy: address,
          texts: z.array(z.object({ lang: language, title: z.string(), text: z.string() })),
        }),
      ),
    }),
    refusals: [],
  }),
};

/** Actions on announcements. */
export const announcementActions = {
  'POST /api/ops/announcements/save': operatorAction({
    summary:
      'Creates or replaces an announcement, which the page shows from `startsAt` for `shownMs` milliseconds: the first title and text ' +
      'are of the first language, and so on. Requires confirmation by a second operator.',
    fields: {
      key: entryKey,
      kind: announcementKind,
      startsAt: timeInput,
      shownMs: durationInput,
      languages: z.array(language).max(LANGUAGES.length, 'list-too-long'),
      titles: z.array(shownText(80)).max(LANGUAGES.length, 'list-too-long'),
      texts: z.array(shownText(600)).max(LANGUAGES.length, 'list-too-long'),
    },
    check: (request, context) => checkLanguages(request, context, ['titles', 'texts']),
    consequence: [],
    refusals: ['too-many-entries', 'text-unsafe', 'nothing-changes'],
  }),
  'POST /api/ops/announcements/remove': operatorAction({
    summary: 'Removes an announcement. Requires confirmation by a second operator.',
    fields: { key: entryKey },
    consequence: [],
    refusals: ['not-found'],
  }),
};
