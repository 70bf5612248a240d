import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { language } from '../languages.ts';
import { contactKind } from '../texts/qa-endpoints.ts';
import { linkInput } from '../wire.ts';
import { act, actCall, reason } from './operator-action.ts';

/** How many questions, and how many contact links, there may be. */
export const MOST_QUESTIONS = 100;
export const MOST_CONTACTS = 20;

/** Names a question or a contact link for ever; small letters, digits, hyphens. */
const entryKey = z
  .string()
  .max(60, 'text-too-long')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'text-format');

/** Text that is shown as it is, so markup in it is text too; not only white space. */
const shownText = (longest: number) => z.string().max(longest, 'text-too-long').regex(/\S/, 'text-format');

/** The operator's calls for questions and answers, and for contact links. */
export const operatorQaEndpoints = {
  'POST /api/ops/qa': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'All questions in their order, those that are not published too, in every language; and the contact links that were set.',
    request: z.strictObject({}),
    reply: z.object({
      questions: z.array(
        z.object({
          key: z.string(),
          published: z.boolean(),
          texts: z.array(z.object({ lang: language, question: z.string(), answer: z.string() })),
        }),
      ),
      contacts: z.array(z.object({ key: z.string(), kind: contactKind, label: z.string(), url: z.string() })),
    }),
    refusals: [],
  }),
  'POST /api/ops/qa/save': actCall({
    summary:
      'Writes a question and its answer in one language, and says whether it is published; a new key comes last.',
    fields: {
      key: entryKey,
      lang: language,
      question: shownText(200),
      answer: shownText(4_000),
      published: z.boolean(),
    },
    refusals: ['too-many-entries', 'nothing-changes'],
  }),
  'POST /api/ops/qa/remove': actCall({
    summary: 'Removes a question in one language, or without lang in all; one that is left without a text goes.',
    fields: { key: entryKey, lang: language.optional() },
    refusals: ['not-found'],
  }),
  'POST /api/ops/qa/order': actCall({
    summary: 'Puts the questions into this order; each key of all questions stands there once.',
    fields: { keys: z.array(entryKey).max(MOST_QUESTIONS, 'list-too-long') },
    refusals: ['keys-differ', 'nothing-changes'],
  }),
  'POST /api/ops/contacts/save': endpoint({
    who: 'ops',
    rate: 'write',
    summary: 'Sets a contact link: an e-mail address as mailto:, everything else as https.',
    request: z
      .strictObject({ key: entryKey, kind: contactKind, label: shownText(60), url: linkInput, reason })
      .superRefine(({ kind, url }, context) => {
        const scheme = kind === 'email' ? 'mailto:' : 'https:';
        if (url.startsWith(scheme)) return;
        const params = { error: 'link-format', limit: scheme };
        context.addIssue({ code: 'custom', path: ['url'], message: 'link-format', params });
      }),
    reply: act,
    refusals: ['too-many-entries', 'nothing-changes'],
  }),
  'POST /api/ops/contacts/remove': actCall({
    summary: 'Removes a contact link.',
    fields: { key: entryKey },
    refusals: ['not-found'],
  }),
};
