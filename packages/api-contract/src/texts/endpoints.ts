import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const textsEndpoints = {
  'GET /api/app/lang': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Returns texts that override the ones bundled with the page, names of cities, by language code, and ' +
      'whether there are announcements.',
    request: z.strictObject({}),
    reply: z.object({
      lang: z.record(z.string(), z.record(z.string(), z.string())),
      /** By language, then by the `city` of any other call; one that is not listed is the name in that language. */
      cities: z.record(z.string(), z.record(z.string(), z.string())),
      /** Whether there are announcements now. Whoever shows them need not ask for them while there are none. */
      hasAnnouncements: z.boolean(),
    }),
    refusals: [],
  }),
};
