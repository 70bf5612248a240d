import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '@city-mint/server/ledger/commands/post-transfer';
import { sql } from 'kysely';
import { operatorPlan } from '../builders/operator-plan.ts';
import { JU } from '../builders/rounds.ts';
import type { MakeCase } from './act-case.ts';
import { CARE_CASES } from './operator-care-cases.ts';

const pauses: Record<string, MakeCase> = {
  'POST /api/ops/pause': () => ({
    fields: { part: 'joins' },
    people: 1,
    watch: `select paused, reason is not null from system_switch where name = 'joins'`,
    refused: [[{ part: 'everything' }, 'value-not-allowed']],
    again: 'nothing-changes',
  }),
  'POST /api/ops/unpause': async ({ db }) => {
    await sql`update system_switch set paused = true, reason = 'test' where name = 'swap'`.execute(db);
    return {
      fields: { part: 'swap' },
      people: 2,
      watch: `select paused, reason from system_switch where name = 'swap'`,
      refused: [[{ part: 'recharge' }, 'nothing-changes']],
      again: 'nothing-changes',
    };
  },
};

const limits: Record<string, MakeCase> = {
  'POST /api/ops/limits/set': () => {
    const now = {
      currency: 'JU',
      perWithdrawal: '50000',
      perUserDay: '100000',
      perDay: '1000000',
      approvalAbove: null,
    };
    return {
      fields: { ...now, perDay: '1000001' },
      people: 2,
      watch: 'select per_day from withdrawal_limit where currency = 0',
      refused: [[now, 'nothing-changes']],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/limits/hold': async ({ db }) => {
    await sql`update withdrawal_hold set hours = 48`.execute(db);
    return {
      fields: { hours: 47 },
      people: 2,
      watch: 'select hours from withdrawal_hold',
      refused: [
        [{ hours: 48 }, 'nothing-changes'],
        [{ hours: 721 }, 'hours-out-of-bounds'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/regions/set': () => ({
    fields: { region: 'ZZ', joiningAllowed: false, referralAllowed: true },
    people: 1,
    watch: `select region, joining, referral from region_rule where region = 'ZZ'`,
    refused: [
      [{ region: 'default', joiningAllowed: true, referralAllowed: true }, 'nothing-changes'],
      [{ region: 'zz', joiningAllowed: false, referralAllowed: true }, 'text-format'],
    ],
    again: 'nothing-changes',
  }),
  'POST /api/ops/reserve/fund': async ({ db }) => {
    const amount = tokenAmount(10n * JU);
    const custody = { kind: 'custody', currency: 'JU', owner: 0n } as const;
    const to = { kind: 'treasury', currency: 'JU', owner: 0n } as const;
    await postTransfer(db, { kind: 'funding', from: custody, to, amount, cause: -7_000_001n });
    return {
      fields: { amount: '7' },
      people: 1,
      watch: 'select balance from ledger_account where id = ledger_account_id(0, 0, 8)',
      refused: [
        [{ amount: '0' }, 'amount-not-positive'],
        [{ amount: '10.000000000000000001' }, 'treasury-too-small'],
      ],
      again: 'treasury-too-small',
    };
  },
  'POST /api/ops/reserve/cap': () => ({
    fields: { cap: '5' },
    people: 1,
    watch: 'select cap from reserve_setting',
    refused: [[{ cap: '100000' }, 'nothing-changes']],
    again: 'nothing-changes',
  }),
};

const offers: Record<string, MakeCase> = {
  'POST /api/ops/cities/add': () => ({
    fields: { name: 'Graz', latitude: 47, longitude: 15.4 },
    people: 1,
    watch: `select count(*) from city where name = 'Graz'`,
    refused: [[{ name: 'Graz', latitude: 91, longitude: 0 }, 'value-not-allowed']],
    again: 'city-exists',
  }),
  'POST /api/ops/cities/edit': async ({ db }) => {
    await sql`insert into city (name, latitude, longitude) values ('Linz', 48, 14)`.execute(db);
    return {
      fields: { name: 'Linz', latitude: 48.3, longitude: 14.3 },
      people: 1,
      watch: `select latitude, longitude from city where name = 'Linz'`,
      refused: [
        [{ name: 'Linz', latitude: 48, longitude: 14 }, 'nothing-changes'],
        [{ name: 'Nowhere', latitude: 48, longitude: 14 }, 'unknown-city'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/plans/publish': async ({ db }) => {
    await sql`insert into city (name, latitude, longitude) values ('Wels', 48, 14)`.execute(db);
    const plan = operatorPlan('Wels');
    return {
      fields: plan,
      people: 1,
      watch: `select count(*) from phase_plan p join city c on c.id = p.city_id where c.name = 'Wels'`,
      refused: [
        [{ ...plan, city: 'Nowhere' }, 'unknown-city'],
        [{ ...plan, mintFeeBps: 1_001 }, 'plan-out-of-bounds'],
      ],
      again: 'phase-exists',
    };
  },
  'POST /api/ops/texts/set': () => ({
    fields: { lang: 'en', key: 'home.title', text: 'Hello' },
    people: 1,
    watch: `select text from text_override where lang = 'en' and key = 'home.title'`,
    refused: [[{ lang: 'en', key: 'home.title', text: null }, 'nothing-changes']],
    again: 'nothing-changes',
  }),
};

const FAQ = 'select key, position from faq_entry order by key';
const question = { lang: 'en', question: 'Is it tested?', answer: 'It is.', published: true };

const pageWords: Record<string, MakeCase> = {
  'POST /api/ops/qa/save': () => ({
    fields: { key: 'is-it-tested', ...question },
    people: 1,
    watch: FAQ,
    refused: [[{ key: 'No Key', ...question }, 'text-format']],
    again: 'nothing-changes',
  }),
  'POST /api/ops/qa/remove': async ({ db }) => {
    const { rows } = await sql<{ key: string }>`select key from faq_entry order by position limit 1`.execute(db);
    return {
      fields: { key: rows[0]?.key },
      people: 1,
      watch: FAQ,
      refused: [[{ key: 'nobody-asked' }, 'not-found']],
      again: 'not-found',
    };
  },
  'POST /api/ops/qa/order': async ({ db }) => {
    const { rows } = await sql<{ key: string }>`select key from faq_entry order by position`.execute(db);
    const keys = rows.map(({ key }) => key);
    return {
      fields: { keys: [...keys].reverse() },
      people: 1,
      watch: FAQ,
      refused: [
        [{ keys }, 'nothing-changes'],
        [{ keys: keys.slice(1) }, 'keys-differ'],
      ],
      again: 'nothing-changes',
    };
  },
  'POST /api/ops/contacts/save': () => ({
    fields: { key: 'mail', kind: 'email', label: 'Write to us', url: 'mailto:help@mint.test' },
    people: 1,
    watch: 'select * from contact_link',
    refused: [[{ key: 'mail', kind: 'email', label: 'x', url: 'javascript:alert(1)' }, 'link-format']],
    again: 'nothing-changes',
  }),
  'POST /api/ops/contacts/remove': async ({ db }) => {
    await sql`insert into contact_link (key, kind, label, url) values ('site', 'website', 'Site', 'https://mint.test/')
      on conflict do nothing`.execute(db);
    return {
      fields: { key: 'site' },
      people: 1,
      watch: `select * from contact_link where key = 'site'`,
      refused: [[{ key: 'nobody' }, 'not-found']],
      again: 'not-found',
    };
  },
};

/** Every act's case by its call. */
export const ACT_CASES: Readonly<Record<string, MakeCase>> = {
  ...pauses,
  ...limits,
  ...offers,
  ...pageWords,
  ...CARE_CASES,
};
