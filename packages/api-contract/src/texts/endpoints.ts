import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const textsEndpoints = {
  'GET /api/app/lang': endpoint({
    who: 'all',
    rate: 'read',
    summary: 'Texts by language code that override the ones bundled with the page.',
    request: z.strictObject({}),
    reply: z.object({ lang: z.record(z.string(), z.record(z.string(), z.string())) }),
    refusals: [],
  }),
};
