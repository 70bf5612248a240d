import { LANGUAGES } from '@city-mint/domain/languages';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { address, hash, language, pageOf, pageRequest, time } from '../wire.ts';
import { operatorAction } from './operator-action.ts';

/** For how long a preview of texts can be opened, in milliseconds. */
export const PREVIEW_VALID_MS = 1_800_000;

/** The dotted key of a text: its area, then its place in it. */
const textKey = z
  .string()
  .max(200, 'text-too-long')
  .regex(/^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)+$/, 'text-format');

const pageText = z.string().min(1, 'text-format').max(4_000, 'text-too-long');

/** Several languages of one text: as many texts as languages, each language once. */
const translations = {
  key: textKey,
  languages: z.array(language).max(LANGUAGES.length, 'list-too-long'),
  texts: z.array(pageText).max(LANGUAGES.length, 'list-too-long'),
};

/** Adds an issue where lists that belong together are not of one length, or a language is there twice. */
export function checkLanguages(
  request: { readonly languages: readonly string[] } & Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
  lists: readonly string[],
): void {
  const { languages } = request;
  if (languages.length === 0) context.addIssue({ code: 'custom', path: ['languages'], message: 'field-missing' });
  if (new Set(languages).size < languages.length) {
    context.addIssue({ code: 'custom', path: ['languages'], message: 'text-format' });
  }
  for (const name of lists) {
    const list = request[name];
    if (Array.isArray(list) && list.length === languages.length) continue;
    context.addIssue({ code: 'custom', path: [name], message: 'text-format' });
  }
}

/** Why a text is refused: the page has no such text, or would show it wrongly, or it is made to mislead. */
const TEXT_REFUSALS = ['unknown-text', 'text-malformed', 'placeholder-mismatch', 'text-unsafe'] as const;

const section = z.object({ title: z.string(), text: z.string() });
const disclosureVersion = z.object({
  version: z.int(),
  hash,
  publishedAt: time,
  sections: z.array(section),
});

/** Reads of the texts of the page, and of the disclosure. */
export const pageTextEndpoints = {
  'POST /api/ops/texts': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Lists the texts of the page by key, in every language: the bundled text and its override. `search` is ' +
      'part of the key or of a text; `state` `partly` selects those overridden in only some languages.',
    request: z.strictObject({
      area: z
        .string()
        .max(40, 'text-too-long')
        .regex(/^[A-Za-z]+$/, 'text-format')
        .optional(),
      search: z.string().max(200, 'text-too-long').regex(/\S/, 'text-format').optional(),
      state: z.enum(['overridden', 'partly']).optional(),
      ...pageRequest,
    }),
    reply: pageOf(
      z.object({
        key: z.string(),
        area: z.string(),
        /** The placeholders of the text, which an override has as well. */
        placeholders: z.array(z.string()),
        texts: z.array(
          z.object({
            lang: language,
            bundled: z.string(),
            override: z
              .object({
                text: z.string(),
                changedAt: time,
                proposedBy: address.nullable(),
                changedBy: address.nullable(),
              })
              .nullable(),
          }),
        ),
      }),
    ).extend({ areas: z.array(z.string()), keys: z.int(), overridden: z.int() }),
    refusals: [],
  }),
  'POST /api/ops/texts/preview': endpoint({
    who: 'ops',
    rate: 'write',
    summary:
      'Creates a preview of texts, which the page shows for half an hour when opened with the token. Publishes ' +
      'nothing. Requires the role operator.',
    request: z
      .strictObject(translations)
      .superRefine((request, context) => checkLanguages(request, context, ['texts'])),
    reply: z.object({ token: z.string(), expiresAt: time, pageUrl: z.string() }),
    refusals: ['role-too-low', ...TEXT_REFUSALS],
  }),
  'POST /api/ops/disclosure': endpoint({
    who: 'ops',
    rate: 'read',
    summary:
      'Retrieves the current disclosure in one language, made from the live settings, and the version before ' +
      'it; for each version, the number of users whose last consent it is and whether it covers the current ' +
      'disclosure.',
    request: z.strictObject({ lang: language }),
    reply: z.object({
      current: disclosureVersion.omit({ version: true, publishedAt: true }).extend({
        version: z.int().nullable(),
        publishedAt: time.nullable(),
      }),
      previous: disclosureVersion.nullable(),
      versions: z.array(
        disclosureVersion.omit({ sections: true }).extend({
          /** How many accepted it last, and whether that covers the disclosure as it is now. */
          participants: z.int(),
          covers: z.boolean(),
        }),
      ),
      /** Of all who accepted one: how many are covered now, and how many must accept before they can join again. */
      consents: z.object({ covered: z.int(), mustAccept: z.int() }),
    }),
    refusals: [],
  }),
};

/** Actions on texts of the page. */
export const pageTextActions = {
  'POST /api/ops/texts/set': operatorAction({
    summary:
      'Overrides a text of the page in one language; null restores the bundled text. ' +
      'Requires confirmation by a second operator.',
    fields: { lang: language, key: textKey, text: pageText.nullable() },
    consequence: [],
    refusals: [...TEXT_REFUSALS, 'nothing-changes'],
  }),
  'POST /api/ops/texts/translate': operatorAction({
    summary:
      'Overrides a text of the page in several languages: the first text is of the first language, and so on. ' +
      'Requires confirmation by a second operator.',
    fields: translations,
    check: (request, context) => checkLanguages(request, context, ['texts']),
    consequence: [],
    refusals: [...TEXT_REFUSALS, 'nothing-changes'],
  }),
};
