import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { language, time } from '../wire.ts';

/** The kind of an announcement. */
export const announcementKind = z.enum(['general', 'maintenance', 'important']);

/** The calls of announcements, and of texts that operators preview. */
export const announcementEndpoints = {
  'POST /api/app/announcements': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'Lists the current announcements, newest first. Without `lang`, in the language of the lang header.',
    request: z.strictObject({ lang: language.optional() }),
    reply: z.object({
      announcements: z.array(
        z.object({
          /** Another one after each change, by which a reader’s dismissal is remembered. */
          announcementId: z.string(),
          kind: announcementKind,
          /** The language of this one, where the one asked for has no text of it. */
          lang: language,
          title: z.string(),
          text: z.string(),
          startsAt: time,
          endsAt: time,
        }),
      ),
    }),
    refusals: [],
  }),
  'POST /api/app/textPreview': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Returns texts of the page that an operator previews, by language and key, for the holder of the ' +
      'preview’s token, until it expires.',
    request: z.strictObject({ token: z.string().regex(/^[0-9a-f]{64}$/, 'text-format') }),
    reply: z.object({ lang: z.record(z.string(), z.record(z.string(), z.string())), expiresAt: time }),
    refusals: ['not-found'],
  }),
};
