import { MOST_CONTACTS, MOST_QUESTIONS, type textActions } from '@city-mint/api-contract/operator/text-endpoints';
import { orderQuestions } from '#texts/commands/order-questions.ts';
import { removeContact } from '#texts/commands/remove-contact.ts';
import { removeQuestion } from '#texts/commands/remove-question.ts';
import { saveContact } from '#texts/commands/save-contact.ts';
import { saveQuestion } from '#texts/commands/save-question.ts';
import { listContacts } from '#texts/queries/list-contacts.ts';
import { listQuestions } from '#texts/queries/list-questions.ts';
import { type ActionDefinitions, change, type Figures } from '../operator-action.ts';

/** Published texts require two operators; drafts of questions, which are not shown, require one. */
export const textDefinitions: ActionDefinitions<keyof typeof textActions> = {
  async 'POST /api/ops/qa/save'({ tx, fields, refuse }) {
    const questions = await listQuestions(tx);
    const current = questions.find(({ key }) => key === fields.key);
    if (current === undefined && questions.length >= MOST_QUESTIONS) {
      return refuse('too-many-entries', { field: 'key', limit: String(MOST_QUESTIONS) });
    }
    const text = current?.texts.find(({ lang }) => lang === fields.lang);
    const isSame =
      current?.published === fields.published && text?.question === fields.question && text.answer === fields.answer;
    if (isSame) return refuse('nothing-changes', 'key');
    return change({
      subject: `question ${fields.key} ${fields.lang}`,
      before: current === undefined ? null : figuresOf(text, current.published),
      after: figuresOf(fields, fields.published),
      loosens: fields.published || current?.published === true,
      async apply() {
        await saveQuestion(tx, fields);
      },
    });
  },

  async 'POST /api/ops/qa/remove'({ tx, fields, refuse }) {
    const current = (await listQuestions(tx)).find(({ key }) => key === fields.key);
    if (current === undefined) return refuse('not-found', 'key');
    const removed = current.texts.filter(({ lang }) => fields.lang === undefined || lang === fields.lang);
    if (removed.length === 0) return refuse('not-found', 'lang');
    return change({
      subject: `question ${fields.key}${fields.lang === undefined ? '' : ` ${fields.lang}`}`,
      before: Object.fromEntries(removed.map(({ lang, question, answer }) => [lang, `${question}\n${answer}`])),
      after: null,
      loosens: current.published,
      async apply() {
        await removeQuestion(tx, { key: fields.key, lang: fields.lang });
      },
    });
  },

  async 'POST /api/ops/qa/order'({ tx, fields: { keys }, refuse }) {
    const current = (await listQuestions(tx)).map(({ key }) => key);
    const isComplete =
      keys.length === current.length &&
      new Set(keys).size === current.length &&
      current.every((key) => keys.includes(key));
    if (!isComplete) return refuse('keys-mismatch', { field: 'keys', limit: current.join(', ') });
    if (current.every((key, index) => keys[index] === key)) return refuse('nothing-changes', 'keys');
    return change({
      subject: 'questions',
      before: { order: current.join(', ') },
      after: { order: keys.join(', ') },
      loosens: true,
      async apply() {
        await orderQuestions(tx, keys);
      },
    });
  },

  async 'POST /api/ops/contacts/save'({ tx, fields, refuse }) {
    const contacts = await listContacts(tx);
    const current = contacts.find(({ key }) => key === fields.key);
    if (current === undefined && contacts.length >= MOST_CONTACTS) {
      return refuse('too-many-entries', { field: 'key', limit: String(MOST_CONTACTS) });
    }
    const { key, ...after } = fields;
    if (current?.kind === after.kind && current.label === after.label && current.url === after.url) {
      return refuse('nothing-changes', 'key');
    }
    return change({
      subject: `contact ${key}`,
      before: current === undefined ? null : { kind: current.kind, label: current.label, url: current.url },
      after,
      loosens: true,
      async apply() {
        await saveContact(tx, fields);
      },
    });
  },

  async 'POST /api/ops/contacts/remove'({ tx, fields, refuse }) {
    const current = (await listContacts(tx)).find(({ key }) => key === fields.key);
    if (current === undefined) return refuse('not-found', 'key');
    return change({
      subject: `contact ${fields.key}`,
      before: { kind: current.kind, label: current.label, url: current.url },
      after: null,
      loosens: true,
      async apply() {
        await removeContact(tx, fields.key);
      },
    });
  },
};

function figuresOf(
  text: { readonly question: string; readonly answer: string } | undefined,
  published: boolean,
): Figures {
  return { question: text?.question ?? null, answer: text?.answer ?? null, published: String(published) };
}
