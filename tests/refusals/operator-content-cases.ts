import { type announcementActions, MOST_ANNOUNCEMENTS } from '@city-mint/api-contract/operator/announcement-endpoints';
import type { pageTextActions } from '@city-mint/api-contract/operator/page-text-endpoints';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { sql } from 'kysely';
import type { ActionCases } from './operator-action-case.ts';

const two = {
  key: 'ui.offlineSince',
  languages: ['th', 'en'],
  texts: ['{time} ออฟไลน์', 'Offline since {time}'],
} as const;

const pageTexts: ActionCases<keyof typeof pageTextActions> = {
  'POST /api/ops/texts/set': () => {
    const hello = { lang: 'en', key: 'home.title' } as const;
    return {
      fields: { ...hello, text: 'Hello' },
      operators: 2,
      watch: `select text, proposed_by is not null, changed_by is not null from text_override
        where lang = 'en' and key = 'home.title'`,
      refused: [
        [{ ...hello, text: null }, 'nothing-changes'],
        [{ ...hello, key: 'home.nowhere', text: 'Hello' }, 'unknown-text'],
        [{ ...hello, text: 'Hello {' }, 'text-malformed'],
        [{ ...hello, text: 'Hello {name}' }, 'placeholder-mismatch'],
        [{ ...hello, text: '<a href="//x">Hello</a>' }, 'text-unsafe'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/texts/translate': () => ({
    fields: { ...two, languages: [...two.languages], texts: [...two.texts] },
    operators: 2,
    watch: `select lang, text from text_override where key = 'ui.offlineSince' order by lang`,
    refused: [
      [{ ...two, languages: ['th'] }, 'text-format'],
      [{ ...two, languages: ['th', 'th'] }, 'text-format'],
      [{ ...two, key: 'ui.nowhere' }, 'unknown-text'],
      [{ ...two, texts: ['{time}', '{time'] }, 'text-malformed'],
      [{ ...two, texts: ['{time}', 'Offline'] }, 'placeholder-mismatch'],
      [{ ...two, texts: ['{time} https://evil.test', 'Offline {time}'] }, 'text-unsafe'],
    ],
    again: 'nothing-changes',
  }),
};

const announcements: ActionCases<keyof typeof announcementActions> = {
  'POST /api/ops/announcements/save': async ({ db }) => {
    const owner = `0x${'1'.repeat(40)}`;
    await sql`
      with made as (
        insert into announcement (key, kind, starts_at, ends_at, changed_by)
        select 'filler-' || n, 'general', now(), now() + interval '1 day', ${owner}
        from generate_series(1, ${MOST_ANNOUNCEMENTS}::int) n returning key
      )
      insert into announcement_text select key, 'en', 'A title', 'A text' from made
    `.execute(db);
    const startsAt = Date.UTC(2026, 0, 1);
    const fields = {
      key: 'filler-1',
      kind: 'maintenance' as const,
      startsAt,
      shownMs: DAY_MS,
      languages: ['zh' as const, 'en' as const],
      titles: ['维护', 'Maintenance'],
      texts: ['今晚维护', 'We maintain the system tonight'],
    };
    return {
      fields,
      operators: 2,
      watch: `select a.kind, a.ends_at, t.lang, t.title, t.text from announcement a join announcement_text t using (key)
        where a.key = 'filler-1' order by t.lang`,
      refused: [
        [{ ...fields, titles: ['维护'] }, 'text-format'],
        [{ ...fields, key: 'one-too-many' }, 'too-many-entries'],
        [{ ...fields, texts: ['见 https://evil.test', 'Tonight'] }, 'text-unsafe'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/announcements/remove': async ({ db }) => {
    const owner = `0x${'1'.repeat(40)}`;
    await sql`insert into announcement (key, kind, starts_at, ends_at, changed_by)
      values ('to-remove', 'general', now(), now() + interval '1 day', ${owner})`.execute(db);
    await sql`insert into announcement_text values ('to-remove', 'en', 'A title', 'A text')`.execute(db);
    return {
      fields: { key: 'to-remove' },
      operators: 2,
      watch: `select key from announcement where key = 'to-remove'`,
      refused: [[{ key: 'unknown' }, 'not-found']],
      again: 'not-found',
    };
  },
};

/** Cases of what operators say to participants: texts of the page, and announcements. */
export const contentCases = { ...pageTexts, ...announcements };
