import { MOST_ANNOUNCEMENTS } from '@city-mint/api-contract/operator/announcement-endpoints';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { LANGUAGES } from '@city-mint/domain/languages';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { takeTogether } from '@city-mint/tests/builders/take-together';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const reason = 'because it is tested';
const KEY = 'ui.offlineSince';

describe('the contents of the page', () => {
  let database: TestDatabase;
  let api: TestApi;
  let ops: OperatorClient;
  let both: readonly [OperatorClient, OperatorClient];

  beforeAll(async () => {
    database = await createTestDatabase();
    api = await startTestApi({ databaseUrl: database.url, env: { PAGE_ORIGIN: 'https://mint.test' } });
    both = await api.operators();
    [ops] = both;
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  const texts = async (filters: object = {}) => {
    const answer = await ops.call('POST /api/ops/texts', { limit: 100, ...filters });
    if (!answer.ok) throw new Error(answer.error);
    return answer.data;
  };
  const served = async () => {
    const answer = await api.client().call('GET /api/app/lang', {});
    return answer.ok ? answer.data.lang : null;
  };

  test('default: every text of the page is listed once, in every language, in pages', async () => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof texts>> = await texts({ cursor });
      for (const item of page.items) expect(item.texts.map(({ lang }) => lang)).toEqual([...LANGUAGES]);
      found.push(...page.items.map(({ key }) => key));
      cursor = page.nextCursor;
    } while (cursor !== null);
    const { keys, areas } = await texts({ limit: 1 });
    expect(found.length).toBe(keys);
    expect(new Set(found).size).toBe(keys);
    expect(keys).toBeGreaterThan(1_000);
    expect(new Set(found.map((key) => key.split('.')[0]))).toEqual(new Set(areas));
  });

  test('default: finds texts by a part of the key and by words of any language; filters by area', async () => {
    expect((await texts({ search: 'OFFLINEsince' })).items.map(({ key }) => key)).toEqual([KEY]);
    const thai = (await texts({ search: KEY })).items[0]?.texts.find(({ lang }) => lang === 'th')?.bundled ?? '';
    expect((await texts({ search: thai })).items.map(({ key }) => key)).toContain(KEY);
    expect((await texts({ area: 'swap' })).items.every(({ area }) => area === 'swap')).toBe(true);
    expect((await texts({ search: 'no text of the page has this' })).items).toEqual([]);
  });

  test('behavior: two operators set several languages in one action, and the texts name them', async () => {
    const fields = { key: KEY, languages: ['th', 'en'], texts: ['{time} ออฟไลน์', 'Offline since {time}'], reason };
    const taken = await takeTogether(both, 'texts/translate', fields as never);
    expect(taken).toMatchObject({ data: { state: 'done' } });
    expect(await served()).toEqual({ th: { [KEY]: '{time} ออฟไลน์' }, en: { [KEY]: 'Offline since {time}' } });
    const [item] = (await texts({ state: 'partly' })).items;
    expect(item).toMatchObject({ key: KEY, placeholders: ['time'] });
    const set = item?.texts.filter(({ override }) => override !== null);
    expect(set?.map(({ lang }) => lang).sort()).toEqual(['en', 'th']);
    expect(set?.[0]?.override).toMatchObject({ proposedBy: ops.address, changedBy: both[1].address });
    expect(await texts({ state: 'overridden' })).toMatchObject({ overridden: 1, items: [{ key: KEY }] });
    await takeTogether(both, 'texts/set', { lang: 'th', key: KEY, text: null, reason });
    expect(await served()).toEqual({ en: { [KEY]: 'Offline since {time}' } });
  });

  test.each([
    ['text-malformed', '{time'],
    ['placeholder-mismatch', 'Offline'],
    ['placeholder-mismatch', '{time} {secret}'],
    ['text-unsafe', '<script>{time}</script>'],
    ['text-unsafe', '{time} https://evil.test'],
    ['text-unsafe', '\u202e{time}'],
    ['text-too-long', `{time}${'x'.repeat(4_000)}`],
  ])('error: %s: %j', async (error, text) => {
    const before = await served();
    for (const name of ['texts/set', 'texts/translate'] as const) {
      const own =
        name === 'texts/set' ? { lang: 'th', text } : { languages: ['en', 'th'], texts: ['{time} now', text] };
      const answer = await ops.act(name, { key: KEY, ...own, reason } as never);
      expect(answer, name).toMatchObject({ ok: false, error });
    }
    const preview = await ops.call('POST /api/ops/texts/preview', { key: KEY, languages: ['th'], texts: [text] });
    expect(preview).toMatchObject({ ok: false, error });
    expect(await served()).toEqual(before);
  });

  test('default: only the token of a preview shows its texts; the preview publishes nothing and expires', async () => {
    const before = await served();
    const made = await ops.call('POST /api/ops/texts/preview', { key: KEY, languages: ['th'], texts: ['{time} ลอง'] });
    if (!made.ok) throw new Error(made.error);
    const { token, pageUrl, expiresAt } = made.data;
    expect(pageUrl).toBe(`https://mint.test/?preview=${token}`);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(1_800_000);
    const open = () => api.client().call('POST /api/app/textPreview', { token });
    expect(await open()).toMatchObject({ data: { lang: { th: { [KEY]: '{time} ลอง' } } } });
    expect(await served()).toEqual(before);
    const guessed = await api.client().call('POST /api/app/textPreview', { token: '0'.repeat(64) });
    expect(guessed).toMatchObject({ ok: false, error: 'not-found' });
    const { rows } = await api.admin.query('select token_hash, made_by from text_preview');
    expect(rows).toMatchObject([{ made_by: ops.address }]);
    expect(rows[0].token_hash.toString('hex')).not.toBe(token);
    await api.admin.query(`update text_preview set expires_at = now() - interval '1 second'`);
    expect(await open()).toMatchObject({ ok: false, error: 'not-found' });
    // A new preview deletes expired ones, so that they do not fill the disk.
    await ops.call('POST /api/ops/texts/preview', { key: KEY, languages: ['en'], texts: ['{time} try'] });
    const left = await api.admin.query('select texts from text_preview');
    expect(left.rows).toEqual([{ texts: { en: { [KEY]: '{time} try' } } }]);
  });

  test('error: neither participants nor visitors can make a preview', async () => {
    const token = await api.signIn(privateKeyToAccount(generatePrivateKey()));
    for (const caller of [api.client(), api.client(token)]) {
      const answer = await caller.call('POST /api/ops/texts/preview', {
        key: KEY,
        languages: ['th'],
        texts: ['{time}'],
      });
      expect(answer).toMatchObject({ ok: false, code: 501 });
    }
  });

  test('attack: a viewer cannot show a text under the address of the page', async () => {
    const viewer = privateKeyToAccount(generatePrivateKey());
    await api.admin.query(`insert into operator_account (address, role, added_at) values ($1, 'viewer', now())`, [
      viewer.address,
    ]);
    const asked = { key: KEY, languages: ['th' as const], texts: ['{time} x'] };
    const answer = await (await api.operator(viewer)).call('POST /api/ops/texts/preview', asked);
    expect(answer).toMatchObject({ ok: false, error: 'role-too-low', details: { limit: 'operator' } });
  });

  test('default: announcements are shown in their time and in the reader’s language', async () => {
    const read = async (lang: (typeof LANGUAGES)[number]) => {
      const answer = await api.client().call('POST /api/app/announcements', { lang });
      return answer.ok ? answer.data.announcements : [];
    };
    const isAnnounced = async () => {
      const answer = await api.client().call('GET /api/app/lang', {});
      return answer.ok && answer.data.hasAnnouncements;
    };
    const save = (key: string, startsAt: number) =>
      takeTogether(both, 'announcements/save', {
        ...{ key, kind: 'maintenance', startsAt, shownMs: DAY_MS, reason },
        ...{ languages: ['zh', 'en', 'vi'], titles: ['维护', 'Maintenance', 'Bảo trì'] },
        texts: ['今晚维护', 'Tonight', 'Tối nay'],
      } as never);
    await save('later', Date.now() + DAY_MS);
    await save('past', Date.now() - 2 * DAY_MS);
    expect(await isAnnounced()).toBe(false);
    expect(await save('now', Date.now() - 1_000)).toMatchObject({ data: { state: 'done' } });
    expect(await isAnnounced()).toBe(true);
    expect(await read('zhHK')).toMatchObject([{ kind: 'maintenance', lang: 'zh', title: '维护' }]);
    expect(await read('vi')).toMatchObject([{ lang: 'vi', title: 'Bảo trì' }]);
    const [before] = await read('th');
    expect(before).toMatchObject({ lang: 'en', text: 'Tonight' });
    await save('now', Date.now() - 2_000);
    expect((await read('th'))[0]?.announcementId).not.toBe(before?.announcementId);
    const listed = await ops.call('POST /api/ops/announcements', {});
    expect(listed.ok && listed.data.announcements.map(({ key }) => key)).toEqual(['later', 'now', 'past']);
    await takeTogether(both, 'announcements/remove', { key: 'now', reason });
    expect(await read('zh')).toEqual([]);
    expect(await isAnnounced()).toBe(false);
  });

  test('attack: one operator announces nothing; no markup, no link, no endless list', async () => {
    const announcement = (key: string, title: string, text: string) => ({
      ...{ key, kind: 'general' as const, startsAt: Date.now() - 1_000, shownMs: 60_000, reason },
      ...{ languages: ['zh' as const, 'en' as const], titles: ['公告', title], texts: ['内容', text] },
    });
    const save = (key: string, title = 'News', text = 'Some') =>
      ops.act('announcements/save', announcement(key, title, text));
    for (const evil of ['https://evil.test', '<b>bold</b>', 'turned \u202earound']) {
      for (const words of [[evil, 'Some'] as const, ['News', evil] as const]) {
        const answer = await save('evil', ...words);
        expect(answer).toMatchObject({
          error: 'text-unsafe',
          details: { field: 'texts', limit: expect.stringMatching(/^en: /) },
        });
      }
    }
    expect(await save('alone')).toMatchObject({ data: { state: 'proposed' } });
    const shown = await api.client().call('POST /api/app/announcements', { lang: 'en' });
    expect(shown).toMatchObject({ data: { announcements: [] } });
    await api.admin.query(
      `with row as (
        insert into announcement (key, kind, starts_at, ends_at, changed_by)
        select 'full-' || n, 'general', now() - interval '2 days', now() - interval '1 day', '${ops.address}'
        from generate_series(1, $1 - (select count(*)::int from announcement)) n returning key)
      insert into announcement_text (key, lang, title, text) select key, 'en', 'Full', 'Full' from row`,
      [MOST_ANNOUNCEMENTS],
    );
    expect(await save('more')).toMatchObject({
      ...{ error: 'too-many-entries', details: { field: 'key', limit: String(MOST_ANNOUNCEMENTS) } },
    });
    expect(await save('full-1')).toMatchObject({ data: { state: 'proposed' } });
  });

  test('default: the disclosure is shown as participants read it, with the previous version', async () => {
    const read = async () => {
      const answer = await ops.call('POST /api/ops/disclosure', { lang: 'en' });
      if (!answer.ok) throw new Error(answer.error);
      return answer.data;
    };
    expect(await read()).toMatchObject({ current: { version: null, publishedAt: null }, previous: null, versions: [] });
    await api.admin.query(`insert into disclosure (hash, conduct_hash, content)
      values ('0x${'1'.repeat(64)}', '0x${'2'.repeat(64)}', '{"en": [{"title": "Before", "text": "What it said"}]}')`);
    const shown = await api.client().call('GET /api/app/disclosure', {});
    if (!shown.ok) throw new Error(shown.error);
    const { current, previous, versions } = await read();
    expect(current).toMatchObject({ ...shown.data });
    expect(previous).toMatchObject({ version: 1, sections: [{ title: 'Before', text: 'What it said' }] });
    expect(versions.map(({ version }) => version)).toEqual([shown.data.version, 1]);
  });
});
