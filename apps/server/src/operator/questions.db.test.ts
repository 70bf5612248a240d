import type { RequestOf } from '@city-mint/api-contract/endpoints';
import { MOST_CONTACTS, MOST_QUESTIONS } from '@city-mint/api-contract/operator/text-endpoints';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { language } from '@city-mint/api-contract/wire';
import { LANGUAGES } from '@city-mint/domain/languages';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const reason = 'because it is tested';
const CONTACT = { kind: 'email', label: 'hello@mint.example', url: 'mailto:hello@mint.example' };

describe('questions, answers and contact links', () => {
  let database: TestDatabase;
  let api: TestApi;
  let ops: OperatorClient;
  let both: readonly [OperatorClient, OperatorClient];

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url, env: { OPERATOR_CONTACT: 'hello@mint.example' } });
    both = await api.operators();
    [ops] = both;
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  type Lang = (typeof language.options)[number];
  const read = async (lang?: Lang) => {
    const answer = await api.client().call('POST /api/app/qa', lang === undefined ? {} : { lang });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  };
  const find = async (key: string, lang: Lang) => (await read(lang)).questions.find((entry) => entry.key === key);
  const save = (entry: { key: string; lang: Lang; question: string; answer: string; published?: boolean }) =>
    takeTogether(both, 'qa/save', { published: true, ...entry, reason });
  const newestLog = async () => {
    const log = await api.client().call('GET /api/app/operatorLog', {});
    return log.ok ? log.data.items.find(({ action }) => !action.startsWith('refuse ')) : undefined;
  };

  test('default: the initial content is complete in Chinese and English, in one order, without a contact', async () => {
    const [zh, en] = [await read('zh'), await read('en')];
    expect(en.questions.length).toBeGreaterThanOrEqual(12);
    expect(zh.questions.map(({ key }) => key)).toEqual(en.questions.map(({ key }) => key));
    expect(zh.questions.every(({ lang, answer }) => lang === 'zh' && /\p{Script=Han}/u.test(answer))).toBe(true);
    expect(en.questions.every(({ lang }) => lang === 'en')).toBe(true);
    expect(en.contacts).toEqual([CONTACT]);
    // Without a language in the request, the header's language applies, which this client sets to en.
    expect(await read()).toEqual(en);
  });

  test('behavior: each language has its own text, else English; Traditional Chinese never reads English', async () => {
    for (const lang of language.options) {
      expect((await find('round', lang))?.lang, lang).toBe(lang);
      const text = { question: `Q ${lang}`, answer: `A ${lang}` };
      expect(await save({ key: 'round', lang, ...text })).toMatchObject({ data: { state: 'done' } });
      expect(await find('round', lang)).toEqual({ key: 'round', lang, ...text });
    }
    await save({ key: 'only-en', lang: 'en', question: 'q', answer: 'a' });
    expect(await find('only-en', 'vi')).toMatchObject({ lang: 'en' });
    expect(await find('only-en', 'zhHK')).toBeUndefined();
    await save({ key: 'only-zh', lang: 'zh', question: '只有中文', answer: '是' });
    expect(await find('only-zh', 'ja')).toMatchObject({ lang: 'zh' });
    await save({ key: 'only-ja', lang: 'ja', question: 'q', answer: 'a' });
    expect(await find('only-ja', 'en')).toBeUndefined();
    expect(await find('only-ja', 'ja')).toMatchObject({ lang: 'ja' });
  });

  test('behavior: texts of the page are overridden and restored in each language', async () => {
    for (const text of ['new & "new"', null]) {
      for (const lang of language.options) {
        const answer = await takeTogether(both, 'texts/set', { lang, key: 'home.title', text, reason });
        expect(answer, lang).toMatchObject({ ok: true });
      }
      const served = await api.client().call('GET /api/app/lang', {});
      const all = Object.fromEntries(language.options.map((lang) => [lang, { 'home.title': text }]));
      expect(served).toMatchObject({ data: { lang: text === null ? {} : all } });
    }
  });

  test('behavior: treats markup as text; the log has the previous text and the reason', async () => {
    const entry = {
      key: 'fees',
      lang: 'en',
      question: '<img src=x onerror=alert(1)>?',
      answer: '=1+1 & "so"',
    } as const;
    const before = await find('fees', 'en');
    expect(await save(entry)).toMatchObject({ ok: true });
    expect(await find('fees', 'en')).toMatchObject({ question: entry.question, answer: entry.answer });
    expect(await newestLog()).toMatchObject({
      operator: both[1].address,
      proposedBy: ops.address,
      action: 'qa/save',
      subject: 'question fees en',
      before: { question: before?.question, answer: before?.answer, published: 'true' },
      after: { question: entry.question, answer: entry.answer, published: 'true' },
      reason,
    });
    expect(await save(entry)).toMatchObject({ ok: false, error: 'nothing-changes' });
    expect(await save({ ...entry, published: false })).toMatchObject({ ok: true });
    expect(await find('fees', 'en')).toBeUndefined();
    const all = await ops.call('POST /api/ops/qa', {});
    expect(all.ok && all.data.questions.find(({ key }) => key === 'fees')).toMatchObject({
      published: false,
      texts: LANGUAGES.toSorted().map((lang) => (lang === 'en' ? { lang, answer: entry.answer } : { lang })),
    });
  });

  test('behavior: removes a question in one language, then in all; without a text it is removed', async () => {
    await save({ key: 'gone', lang: 'en', question: 'q', answer: 'a' });
    await save({ key: 'gone', lang: 'ko', question: 'q', answer: 'a' });
    const remove = (lang?: Lang) => takeTogether(both, 'qa/remove', { key: 'gone', lang, reason });
    expect(await remove('vi')).toMatchObject({ code: 404, error: 'not-found', details: { field: 'lang' } });
    expect(await remove('ko')).toMatchObject({ ok: true });
    expect(await find('gone', 'ko')).toMatchObject({ lang: 'en' });
    expect(await remove('en')).toMatchObject({ ok: true });
    expect(await newestLog()).toMatchObject({ before: { en: 'q\na' }, after: null });
    expect(await remove()).toMatchObject({ error: 'not-found', details: { field: 'key' } });
    const { rows } = await api.admin.query(`select 1 from faq_entry where key = 'gone'`);
    expect(rows).toEqual([]);
  });

  test('behavior: an order must name each question once', async () => {
    const listed = await ops.call('POST /api/ops/qa', {});
    if (!listed.ok) throw new Error(listed.error);
    const keys = listed.data.questions.map(({ key }) => key);
    const order = (asked: string[]) => takeTogether(both, 'qa/order', { keys: asked, reason });
    const [first = '', second = '', ...rest] = keys;
    for (const wrong of [[], [second, ...rest], [first, first, ...rest], [...keys, 'unknown']]) {
      const answer = await order(wrong);
      expect(answer).toMatchObject({ code: 409, error: 'keys-mismatch', details: { field: 'keys' } });
    }
    expect(await order(keys)).toMatchObject({ error: 'nothing-changes' });
    expect(await order([second, first, ...rest])).toMatchObject({ ok: true });
    const changed = await ops.call('POST /api/ops/qa', {});
    expect(changed.ok && changed.data.questions.map(({ key }) => key)).toEqual([second, first, ...rest]);
    expect((await read('zh')).questions.map(({ key }) => key).indexOf(first)).toBeLessThan(2);
    expect(await order(['Not A Key'])).toMatchObject({ code: 400, error: 'text-format', details: { field: 'keys.0' } });
  });

  test('behavior: contact links are https or mailto by kind, and replace those of the configuration', async () => {
    const contact = (entry: Partial<RequestOf<'POST /api/ops/contacts/save'>>) =>
      takeTogether(both, 'contacts/save', {
        ...{ key: 'site', kind: 'website', label: 'Mint', url: 'https://mint.example/' },
        ...entry,
        reason,
      });
    const wrong = { code: 400, error: 'link-format', details: { field: 'url' } };
    expect(await contact({ url: 'javascript:alert(1)' })).toMatchObject(wrong);
    expect(await contact({ url: 'http://mint.example/' })).toMatchObject(wrong);
    expect(await contact({ kind: 'email' })).toMatchObject({ ...wrong, details: { limit: 'mailto:' } });
    expect(await contact({ url: 'mailto:a@b.example' })).toMatchObject({ ...wrong, details: { limit: 'https:' } });
    expect(await contact({ label: 'x'.repeat(61) })).toMatchObject({
      error: 'text-too-long',
      details: { field: 'label', limit: '60' },
    });
    expect(await contact({})).toMatchObject({ ok: true });
    expect(await contact({})).toMatchObject({ error: 'nothing-changes' });
    const mail = { kind: 'email', label: 'Write to us', url: CONTACT.url } as const;
    expect(await contact({ key: 'mail', ...mail })).toMatchObject({ ok: true });
    expect((await read('en')).contacts).toEqual([
      { kind: 'website', label: 'Mint', url: 'https://mint.example/' },
      mail,
    ]);
    expect(await takeTogether(both, 'contacts/remove', { key: 'mail', reason })).toMatchObject({ ok: true });
    expect((await read('en')).contacts[0]).toEqual(CONTACT);
    expect(await takeTogether(both, 'contacts/remove', { key: 'mail', reason })).toMatchObject({
      error: 'not-found',
    });
  });

  test('limit: the numbers of questions and links are limited', async () => {
    await api.admin.query(
      `with e as (
      insert into faq_entry (key, position) select 'n-' || n, 1000 + n from generate_series(1, $1::int) n returning key)
      insert into faq_text select key, 'en', 'q', 'a' from e`,
      [MOST_QUESTIONS],
    );
    await api.admin.query(
      `insert into contact_link
      select 'n-' || n, 'other', 'l', 'https://mint.example/' from generate_series(1, $1::int) n`,
      [MOST_CONTACTS],
    );
    const limit = String(MOST_QUESTIONS);
    expect(await save({ key: 'one-more', lang: 'en', question: 'q', answer: 'a' })).toMatchObject({
      error: 'too-many-entries',
      details: { field: 'key', limit },
    });
    expect(await save({ key: 'n-1', lang: 'th', question: 'q', answer: 'a' })).toMatchObject({ ok: true });
    const link = { key: 'one-more', kind: 'other', label: 'l', url: 'https://mint.example/', reason } as const;
    expect(await takeTogether(both, 'contacts/save', link)).toMatchObject({ error: 'too-many-entries' });
  });

  test('behavior: the database refuses other links, too; broken twin: without the check one is served', async () => {
    const hostile = `
      insert into contact_link (key, kind, label, url) values ('bad', 'other', 'Bad', 'javascript:alert(1)')`;
    await expect(api.admin.query(hostile)).rejects.toThrow('contact_link_check');
    await api.admin.query('alter table contact_link drop constraint contact_link_check');
    await api.admin.query(hostile);
    expect((await read('en')).contacts.map(({ url }) => url)).toContain('javascript:alert(1)');
  });

  test('behavior: only the operator role can change questions and links', async () => {
    for (const role of ['city_mint_api', 'city_mint_worker', 'city_mint_indexer']) {
      for (const table of ['faq_entry', 'faq_text', 'contact_link']) {
        const statement = `begin; set local role ${role}; delete from ${table}; commit`;
        await expect(api.admin.query(statement), statement).rejects.toThrow('permission denied');
        await api.admin.query('rollback');
      }
    }
  });
});
