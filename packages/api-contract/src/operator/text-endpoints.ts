import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { contactKind } from '../texts/qa-endpoints.ts';
import { language, linkInput } from '../wire.ts';
import { operatorAction } from './operator-action.ts';

/** How many questions there can be. */
export const MOST_QUESTIONS = 100;
/** How many contact links there can be. */
export const MOST_CONTACTS = 20;

/** Identifies a question, a contact link or an announcement permanently; lower-case letters, digits, hyphens. */
export const entryKey = z
  .string()
  .max(60, 'text-too-long')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'text-format');

/** Returns a field of text that is shown as it is, so markup in it is text too; not only white space. */
export const shownText = (longest: number) => z.string().max(longest, 'text-too-long').regex(/\S/, 'text-format');

/** Questions and answers, and contact links. */
export const textEndpoints = {
  'POST /api/ops/qa': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists all questions in order, in every language, unpublished ones included, and all contact links.',
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
};

/** Actions on questions and answers, and on contact links. */
export const textActions = {
  'POST /api/ops/qa/save': operatorAction({
    summary:
      'Creates or updates a question and its answer in one language. A new question is added at the end. A text ' +
      'that is published before or after requires confirmation by a second operator.',
    fields: {
      key: entryKey,
      lang: language,
      question: shownText(200),
      answer: shownText(4_000),
      published: z.boolean(),
    },
    consequence: [],
    refusals: ['too-many-entries', 'nothing-changes'],
  }),
  'POST /api/ops/qa/remove': operatorAction({
    summary:
      'Removes a question in one language, or without `lang` in all. Removing the last text deletes it. ' +
      'A published one requires confirmation by a second operator.',
    fields: { key: entryKey, lang: language.optional() },
    consequence: [],
    refusals: ['not-found'],
  }),
  'POST /api/ops/qa/order': operatorAction({
    summary:
      'Sets the order of the questions. `keys` lists every question exactly once. ' +
      'Requires confirmation by a second operator.',
    fields: { keys: z.array(entryKey).max(MOST_QUESTIONS, 'list-too-long') },
    consequence: [],
    refusals: ['keys-mismatch', 'nothing-changes'],
  }),
  'POST /api/ops/contacts/save': operatorAction({
    summary:
      'Creates or updates a contact link: mailto: for an e-mail address, https: for everything else. ' +
      'Requires confirmation by a second operator.',
    fields: { key: entryKey, kind: contactKind, label: shownText(60), url: linkInput },
    check: ({ kind, url }, context) => {
      const scheme = kind === 'email' ? 'mailto:' : 'https:';
      if (url.startsWith(scheme)) return;
      const params = { error: 'link-format', limit: scheme };
      context.addIssue({ code: 'custom', path: ['url'], message: 'link-format', params });
    },
    consequence: [],
    refusals: ['too-many-entries', 'nothing-changes'],
  }),
  'POST /api/ops/contacts/remove': operatorAction({
    summary: 'Removes a contact link. Requires confirmation by a second operator.',
    fields: { key: entryKey },
    consequence: [],
    refusals: ['not-found'],
  }),
};
