import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { language } from '../wire.ts';

export const contactKind = z.enum(['website', 'email', 'telegram', 'x', 'discord', 'other']);

export const qaEndpoints = {
  'POST /api/app/qa': endpoint({
    who: 'all',
    rate: 'read',
    summary:
      'Questions and answers in their order, and how to contact the operator. Without `lang`, in that of the lang header.',
    request: z.strictObject({ lang: language.optional() }),
    reply: z.object({
      questions: z.array(
        z.object({
          key: z.string(),
          /** The language of this entry, where the one asked for has no text of it. */
          lang: language,
          question: z.string(),
          answer: z.string(),
        }),
      ),
      contacts: z.array(z.object({ kind: contactKind, label: z.string(), url: z.string() })),
    }),
    refusals: [],
  }),
};
