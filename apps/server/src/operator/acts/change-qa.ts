import { language } from '@city-mint/api-contract/languages';
import { MOST_CONTACTS, MOST_QUESTIONS } from '@city-mint/api-contract/operator/qa-endpoints';
import { contactKind } from '@city-mint/api-contract/texts/qa-endpoints';
import { z } from 'zod';
import { orderQuestions } from '#texts/commands/order-questions.ts';
import { removeContact } from '#texts/commands/remove-contact.ts';
import { removeQuestion } from '#texts/commands/remove-question.ts';
import { saveContact } from '#texts/commands/save-contact.ts';
import { saveQuestion } from '#texts/commands/save-question.ts';
import { listContacts } from '#texts/queries/list-contacts.ts';
import { listQuestions } from '#texts/queries/list-questions.ts';
import { type Act, defineAct, type Figures } from '../act.ts';

const key = z.string();
const written = z.strictObject({
  key,
  lang: language,
  question: z.string(),
  answer: z.string(),
  published: z.boolean(),
});

/** Writes a question and its answer in one language. */
export const writeQuestion: Act = defineAct(written, async ({ tx, params }) => {
  const questions = await listQuestions(tx);
  const now = questions.find((entry) => entry.key === params.key);
  if (now === undefined && questions.length >= MOST_QUESTIONS) return tooMany(MOST_QUESTIONS);
  const text = now?.texts.find(({ lang }) => lang === params.lang);
  const isSame =
    now?.published === params.published && text?.question === params.question && text.answer === params.answer;
  if (isSame) return { refusal: 'nothing-changes', details: { field: 'key' } };
  return {
    subject: `${params.key} ${params.lang}`,
    before: now === undefined ? null : figuresOf(text, now.published),
    after: figuresOf(params, params.published),
    loosens: false,
    async apply() {
      await saveQuestion(tx, params);
      return undefined;
    },
  };
});

/** Removes a question in one language or in all. */
export const dropQuestion: Act = defineAct(
  z.strictObject({ key, lang: language.optional() }),
  async ({ tx, params }) => {
    const now = (await listQuestions(tx)).find((entry) => entry.key === params.key);
    const gone = now?.texts.filter(({ lang }) => params.lang === undefined || lang === params.lang) ?? [];
    if (now === undefined || gone.length === 0) {
      return { refusal: 'not-found', details: { field: now === undefined ? 'key' : 'lang' } };
    }
    return {
      subject: params.lang === undefined ? params.key : `${params.key} ${params.lang}`,
      before: Object.fromEntries(gone.map(({ lang, question, answer }) => [lang, `${question}\n${answer}`])),
      after: null,
      loosens: false,
      async apply() {
        await removeQuestion(tx, { key: params.key, lang: params.lang });
        return undefined;
      },
    };
  },
);

/** Puts all questions into another order. */
export const putInOrder: Act = defineAct(z.strictObject({ keys: z.array(key) }), async ({ tx, params: { keys } }) => {
  const now = (await listQuestions(tx)).map((entry) => entry.key);
  const isAll = keys.length === now.length && new Set(keys).size === now.length && now.every((k) => keys.includes(k));
  if (!isAll) return { refusal: 'keys-differ', details: { field: 'keys', limit: now.join(', ') } };
  if (now.every((k, place) => keys[place] === k)) return { refusal: 'nothing-changes', details: { field: 'keys' } };
  return {
    subject: 'questions',
    before: { order: now.join(', ') },
    after: { order: keys.join(', ') },
    loosens: false,
    async apply() {
      await orderQuestions(tx, keys);
      return undefined;
    },
  };
});

/** Sets a contact link. */
export const setContact: Act = defineAct(
  z.strictObject({ key, kind: contactKind, label: z.string(), url: z.string() }),
  async ({ tx, params }) => {
    const contacts = await listContacts(tx);
    const now = contacts.find((contact) => contact.key === params.key);
    if (now === undefined && contacts.length >= MOST_CONTACTS) return tooMany(MOST_CONTACTS);
    const { key: subject, ...after } = params;
    if (now?.kind === after.kind && now.label === after.label && now.url === after.url) {
      return { refusal: 'nothing-changes', details: { field: 'key' } };
    }
    return {
      subject,
      before: now === undefined ? null : { kind: now.kind, label: now.label, url: now.url },
      after,
      loosens: false,
      async apply() {
        await saveContact(tx, params);
        return undefined;
      },
    };
  },
);

/** Removes a contact link. */
export const dropContact: Act = defineAct(z.strictObject({ key }), async ({ tx, params }) => {
  const now = (await listContacts(tx)).find((contact) => contact.key === params.key);
  if (now === undefined) return { refusal: 'not-found', details: { field: 'key' } };
  return {
    subject: params.key,
    before: { kind: now.kind, label: now.label, url: now.url },
    after: null,
    loosens: false,
    async apply() {
      await removeContact(tx, params.key);
      return undefined;
    },
  };
});

function figuresOf(
  text: { readonly question: string; readonly answer: string } | undefined,
  published: boolean,
): Figures {
  return { question: text?.question ?? null, answer: text?.answer ?? null, published: String(published) };
}

function tooMany(most: number) {
  return { refusal: 'too-many-entries', details: { field: 'key', limit: String(most) } } as const;
}
