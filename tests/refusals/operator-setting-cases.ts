import type { limitActions, switchActions } from '@city-mint/api-contract/operator/control-endpoints';
import type { offerActions } from '@city-mint/api-contract/operator/offer-endpoints';
import type { reserveActions } from '@city-mint/api-contract/operator/reserve-endpoints';
import { MOST_CONTACTS, MOST_QUESTIONS, type textActions } from '@city-mint/api-contract/operator/text-endpoints';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { namesFor } from '../builders/city-names.ts';
import { postTransfer } from '../builders/post-transfer.ts';
import { JU } from '../builders/rounds.ts';
import type { ActionCases } from './operator-action-case.ts';
import { planCases } from './operator-plan-cases.ts';

const switches: ActionCases<keyof typeof switchActions> = {
  'POST /api/ops/pause': () => ({
    fields: { part: 'joins' },
    operators: 1,
    watch: `select paused, reason is not null from system_switch where name = 'joins'`,
    refused: [[{ part: 'everything' }, 'value-not-allowed']],
    again: 'nothing-changes',
  }),
  'POST /api/ops/unpause': async ({ db }) => {
    await sql`update system_switch set paused = true, reason = 'test' where name = 'swap'`.execute(db);
    return {
      fields: { part: 'swap' },
      operators: 2,
      watch: `select paused, reason from system_switch where name = 'swap'`,
      refused: [[{ part: 'recharge' }, 'nothing-changes']],
      again: 'nothing-changes',
    };
  },
};

const limits: ActionCases<keyof typeof limitActions> = {
  'POST /api/ops/limits/set': () => {
    const now = {
      currency: 'JU' as const,
      perWithdrawal: '50000',
      perUserDay: '100000',
      perDay: '1000000',
      approvalAbove: null,
    };
    return {
      fields: { ...now, perDay: '1000001' },
      operators: 2,
      watch: 'select per_day from withdrawal_limit where currency = 0',
      refused: [[now, 'nothing-changes']],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/limits/hold': async ({ db }) => {
    await sql`update withdrawal_hold set hours = 48`.execute(db);
    return {
      fields: { hours: 47 },
      operators: 2,
      watch: 'select hours from withdrawal_hold',
      refused: [
        [{ hours: 48 }, 'nothing-changes'],
        [{ hours: 721 }, 'hours-out-of-bounds'],
      ],
      again: 'nothing-changes',
    };
  },
};

const reserve: ActionCases<keyof typeof reserveActions> = {
  'POST /api/ops/reserve/fund': async ({ db }) => {
    const amount = tokenAmount(10n * JU);
    const custody = { kind: 'custody', currency: 'JU', owner: 0n } as const;
    const to = { kind: 'treasury', currency: 'JU', owner: 0n } as const;
    await postTransfer(db, { kind: 'funding', from: custody, to, amount, sourceId: -7_000_001n });
    return {
      fields: { amount: '7' },
      operators: 2,
      watch: 'select balance from ledger_account where id = account_reserve()',
      refused: [
        [{ amount: '0' }, 'amount-not-positive'],
        [{ amount: '10.000000000000000001' }, 'treasury-too-small'],
      ],
      again: 'treasury-too-small',
    };
  },
  'POST /api/ops/reserve/cap': () => ({
    fields: { cap: '5' },
    operators: 2,
    watch: 'select cap from reserve_setting',
    refused: [
      [{ cap: '100000' }, 'nothing-changes'],
      [{ cap: '200000.000000000000000001' }, 'setting-out-of-bounds'],
    ],
    again: 'nothing-changes',
  }),
};

const offers: ActionCases<keyof typeof offerActions> = {
  ...planCases,
  'POST /api/ops/cities/add': () => ({
    fields: { name: 'Graz', ...namesFor('Graz'), latitude: 47, longitude: 15.4 },
    operators: 1,
    watch: `select count(*) from city where name = 'Graz'`,
    refused: [[{ name: 'Graz', ...namesFor('Graz'), latitude: 91, longitude: 0 }, 'value-not-allowed']],
    again: 'city-exists',
  }),
  'POST /api/ops/cities/edit': async ({ db }) => {
    await sql`insert into city (name, latitude, longitude) values ('Linz', 48, 14)`.execute(db);
    return {
      fields: { name: 'Linz', latitude: 48.3, longitude: 14.3 },
      operators: 1,
      watch: `select latitude, longitude from city where name = 'Linz'`,
      refused: [
        [{ name: 'Linz', latitude: 48, longitude: 14 }, 'nothing-changes'],
        [{ name: 'Nowhere', latitude: 48, longitude: 14 }, 'unknown-city'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/cities/names': async ({ db }) => {
    await sql`insert into city (name, latitude, longitude) values ('Krems', 48, 15)`.execute(db);
    const names = namesFor('Krems', '克雷姆斯');
    return {
      fields: { name: 'Krems', ...names },
      operators: 2,
      watch: `select names from city where name = 'Krems'`,
      refused: [
        [{ name: 'Nowhere', ...names }, 'unknown-city'],
        [{ name: 'Krems', ...names, th: 't.me/krems' }, 'text-format'],
      ],
      again: 'nothing-changes',
    };
  },
};

const FAQ = 'select key, position from faq_entry order by key';
const question = { lang: 'en', question: 'Is it tested?', answer: 'It is.', published: true } as const;

const texts: ActionCases<keyof typeof textActions> = {
  'POST /api/ops/qa/save': async ({ db }) => {
    await sql`
      with entry as (
        insert into faq_entry (key, position)
        select 'filler-' || n, 1000 + n from generate_series(1, ${MOST_QUESTIONS} - (select count(*) from faq_entry)) n
        returning key
      )
      insert into faq_text select key, 'en', 'question', 'answer' from entry
    `.execute(db);
    return {
      fields: { key: 'round', ...question },
      operators: 2,
      watch: `select question from faq_text where key = 'round' and lang = 'en'`,
      refused: [
        [{ key: 'No Key', ...question }, 'text-format'],
        [{ key: 'one-too-many', ...question }, 'too-many-entries'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/qa/remove': async ({ db }) => {
    const { rows } = await sql<{ key: string }>`select key from faq_entry order by position limit 1`.execute(db);
    return {
      fields: { key: rows[0]?.key ?? '' },
      operators: 2,
      watch: FAQ,
      refused: [[{ key: 'never-asked' }, 'not-found']],
      again: 'not-found',
    };
  },
  'POST /api/ops/qa/order': async ({ db }) => {
    const { rows } = await sql<{ key: string }>`select key from faq_entry order by position`.execute(db);
    const keys = rows.map(({ key }) => key);
    return {
      fields: { keys: [...keys].reverse() },
      operators: 2,
      watch: FAQ,
      refused: [
        [{ keys }, 'nothing-changes'],
        [{ keys: keys.slice(1) }, 'keys-mismatch'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/contacts/save': async ({ db }) => {
    await sql`
      insert into contact_link (key, kind, label, url)
      select 'filler-' || n, 'website', 'Filler', 'https://mint.test/' from generate_series(1, ${MOST_CONTACTS}::int) n
    `.execute(db);
    const mail = { kind: 'email', label: 'Write to us', url: 'mailto:help@mint.test' } as const;
    return {
      fields: { key: 'filler-1', ...mail },
      operators: 2,
      watch: `select * from contact_link where key = 'filler-1'`,
      refused: [
        [{ key: 'filler-1', ...mail, url: 'javascript:alert(1)' }, 'link-format'],
        [{ key: 'one-too-many', ...mail }, 'too-many-entries'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/contacts/remove': async ({ db }) => {
    await sql`insert into contact_link (key, kind, label, url) values ('site', 'website', 'Site', 'https://mint.test/')
      on conflict do nothing`.execute(db);
    return {
      fields: { key: 'site' },
      operators: 2,
      watch: `select * from contact_link where key = 'site'`,
      refused: [[{ key: 'unknown' }, 'not-found']],
      again: 'not-found',
    };
  },
};

/** Cases of what operators set: switches, limits, the reserve, offers and texts. */
export const settingCases = { ...switches, ...limits, ...reserve, ...offers, ...texts };
