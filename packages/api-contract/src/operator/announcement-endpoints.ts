import { LANGUAGES } from '@city-mint/domain/languages';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { announcementKind } from '../texts/announcement-endpoints.ts';
import { address, language, time, timeInput } from '../wire.ts';
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
    summary: 'Lists all announcements in every language, those that are not shown now as well, newest first.',
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
      'Creates or replaces an announcement, which the page shows from `startsAt` until `endsAt`: the first title and text ' +
      'are of the first language, and so on. Requires confirmation by a second operator.',
    fields: {
      key: entryKey,
      kind: announcementKind,
      startsAt: timeInput,
      endsAt: timeInput,
      languages: z.array(language).min(1, 'field-missing').max(LANGUAGES.length, 'list-too-long'),
      titles: z.array(shownText(80)).min(1, 'field-missing').max(LANGUAGES.length, 'list-too-long'),
      texts: z.array(shownText(600)).min(1, 'field-missing').max(LANGUAGES.length, 'list-too-long'),
    },
    check: (request, context) => {
      checkLanguages(request, context, ['titles', 'texts']);
      if (request.endsAt <= request.startsAt) {
        context.addIssue({ code: 'custom', path: ['endsAt'], message: 'date-range' });
      }
    },
    refusals: ['too-many-entries', 'text-unsafe', 'nothing-changes'],
  }),
  'POST /api/ops/announcements/remove': operatorAction({
    summary: 'Removes an announcement. Requires confirmation by a second operator.',
    fields: { key: entryKey },
    refusals: ['not-found'],
  }),
};
