import { startMailServer, type TestMailServer } from '@city-mint/devnet/mail-server';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { countBlocked, whileHeld } from '@city-mint/tests/setup/hold-locks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { mailTexts } from '../../processes/start-notice-work.ts';
import { confirmMail, type MailChoice, readMail, removeMail, renewMail, saveMail, stopMail } from './commands.ts';
import { createMailDelivery, type DeliverMail } from './deliver.ts';
import { sendMailNotices } from './jobs.ts';
import { readMailServer } from './mail-server.ts';

const NEVER = new AbortController().signal;
const ADDRESS = 'anna@post.example';
const DEVICE = 'd'.repeat(64);
const ALL = ['opens', 'settled', 'stage', 'credited', 'sign-in'] as const;

let database: TestDatabase;
let owner: Database;
let api: Database;
let workers: readonly [Database, Database];
let server: TestMailServer;
let deliver: DeliverMail;
let texts: Awaited<ReturnType<typeof mailTexts>>;
let user: bigint;
let recharges = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url, maxConnections: 2, statementTimeoutMs: 60_000 }));
  api = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 8 });
  const worker = () => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  workers = [worker(), worker()];
  [server, texts] = await Promise.all([startMailServer(), mailTexts()]);
  deliver = createMailDelivery({
    server: readMailServer(`smtp://127.0.0.1:${server.port}`),
    from: 'notices@mint.example',
  });
});
beforeEach(async () => {
  for (const table of ['mail_address', 'mail_request', 'mail_refused'])
    await sql`delete from ${sql.table(table)}`.execute(owner);
  [user = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
  server.mails.length = 0;
  server.answerWith({ does: 'accept' });
});
afterAll(async () => {
  await Promise.all([owner, api, ...workers].map((db) => db.destroy()));
  await server.stop();
  await database.drop();
});

const save = (choice: Partial<MailChoice> = {}, userId = user) => {
  const common = {
    address: ADDRESS,
    again: false,
    device: DEVICE,
    ip: '192.0.2.1',
    language: 'en',
    events: ALL,
  } as const;
  return saveMail(api, tokenOf(userId), { ...common, ...choice });
};
const send = (db = workers[0], by = deliver) =>
  sendMailNotices({ db, deliver: by, texts, pageOrigin: 'https://mint.example' }, NEVER);
const tokenIn = (kind: 'confirm' | 'stop', mail = server.mails.at(-1)) =>
  new RegExp(`#${kind}=([0-9a-f]{64})`).exec(mail?.text ?? '')?.[1] ?? '';
/** Saves an address and confirms it by the link in its mail, some time ago. */
async function confirmed(choice: Partial<MailChoice> = {}): Promise<void> {
  await save(choice);
  await send();
  expect(await confirmMail(api, tokenIn('confirm'))).toBe(true);
  await sql`update mail_address set confirmed_at = now() - interval '10 minutes'`.execute(owner);
  server.mails.length = 0;
}
const credit = async (userId = user) => {
  recharges += 1;
  await sql`insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash)
    values (${recharges}, ${userId}, 0, 123456, 1, now(), '0x')`.execute(owner);
};
const makeDue = () => sql`update notice set due_at = now() where due_at is not null`.execute(owner);
const subjects = () => server.mails.map(({ headers }) => headers['subject']);
const count = async (table: string) => (await sql`select from ${sql.table(table)}`.execute(owner)).rows.length;

describe('an address', () => {
  test('gets one link, and nothing else before it is confirmed', async () => {
    expect(await save()).toBe(true);
    await credit();
    expect(await send()).toBe(1);
    expect(await send(workers[1])).toBe(0);
    expect(subjects()).toEqual(['Confirm your e-mail address for City Mint']);
    expect(await readMail(api, tokenOf(user))).toMatchObject({ address: ADDRESS, isConfirmed: false });
  });

  test('is confirmed once by its link, of which only the hash is stored', async () => {
    await save();
    await send();
    const token = tokenIn('confirm');
    const { rows } = await sql`select encode(token_hash, 'hex') as hash from mail_link`.execute(owner);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await confirmMail(api, 'f'.repeat(64))).toBe(false);
    expect(await confirmMail(api, token)).toBe(true);
    expect(await confirmMail(api, token)).toBe(false);
    expect(await readMail(api, tokenOf(user))).toMatchObject({ isConfirmed: true, events: [...ALL] });
    expect(await count('mail_link')).toBe(0);
  });

  test('is not confirmed by a link that is older than a day', async () => {
    await save();
    await send();
    await sql`update mail_link set expires_at = now() - interval '1 second'`.execute(owner);
    expect(await confirmMail(api, tokenIn('confirm'))).toBe(false);
  });

  test('the broken twin: without its end an old link confirms', async () => {
    await save();
    await send();
    await sql`update mail_link set expires_at = now() - interval '1 second'`.execute(owner);
    const restore = await breakFunction(owner, 'mail_confirm', [' and expires_at > now()', '']);
    expect(await confirmMail(api, tokenIn('confirm'))).toBe(true);
    await restore();
  });

  test('changes its events without another link, and is replaced unconfirmed by another address', async () => {
    await confirmed();
    expect(await save({ events: ['settled'] })).toBe(true);
    expect(await send()).toBe(0);
    await credit();
    await save({ address: 'bert@post.example' });
    expect(await send()).toBe(1);
    expect(server.mails[0]?.recipients).toEqual(['bert@post.example']);
    expect(await readMail(api, tokenOf(user))).toMatchObject({ address: 'bert@post.example', isConfirmed: false });
  });

  test('is deleted by its user, with everything that was to be sent', async () => {
    await confirmed();
    await credit();
    await sql`select gather_notices()`.execute(workers[0]);
    await removeMail(api, tokenOf(user));
    expect([await count('mail_address'), await count('notice'), await send()]).toEqual([0, 0, 0]);
    expect(await readMail(api, tokenOf(user))).toBeUndefined();
  });

  test('that was not confirmed is deleted after two days, the hashes of its link after three months', async () => {
    await save();
    await sql`update mail_address set created_at = now() - interval '49 hours'`.execute(owner);
    await sql`update mail_request set at = now() - interval '89 days'`.execute(owner);
    await send();
    expect([await count('mail_address'), await count('mail_request')]).toEqual([0, 1]);
    await sql`update mail_request set at = now() - interval '91 days'`.execute(owner);
    await send();
    expect(await count('mail_request')).toBe(0);
  });

  test.each([
    'a@post.example\r\nBcc: b@post.example',
    'a@post.example, b@post.example',
    'A <a@post.example>',
    '"a b"@post.example',
    'a%b@post.example',
    'а@post.example',
    'a@post.EXAMPLE',
    `${'a'.repeat(65)}@post.example`,
    'a@localhost',
  ])('%j is refused by the table too', async (address) => {
    await expect(save({ address })).rejects.toThrow('mail_address');
  });
});

describe('a notice by mail', () => {
  test('is one sentence in the language of the user, without amount and wallet, with the ways to stop', async () => {
    await confirmed({ language: 'zh' });
    await credit();
    expect(await send()).toBe(1);
    expect(await send(workers[1])).toBe(0);
    const [mail] = server.mails;
    expect(mail?.text).toBe(
      '充值已到账。\n\n在 City Mint 中查看：\nhttps://mint.example/assets\n\n' +
        `不想再收到邮件，打开链接点一次即可：\nhttps://mint.example/mail#stop=${tokenIn('stop')}\n`,
    );
    expect(mail?.headers['subject']).toBe('充值已到账。');
    expect(mail?.headers['list-unsubscribe']).toBe(
      `<https://mint.example/api/app/mail/unsubscribe/${tokenIn('stop')}>`,
    );
    expect(JSON.stringify(mail)).not.toMatch(/123456|0x/);
  });

  test('tells of sign-ins elsewhere, not of those of the browser that entered the address', async () => {
    await confirmed({ events: ['sign-in'] });
    const signIn = (name: string) =>
      sql`insert into session (token_hash, user_id, expires_at, created_at) values (sha256(convert_to(${name}, 'UTF8')),
        ${user}, now() + interval '1 day', now() - interval '40 seconds')`.execute(owner);
    await sql`update session set created_at = now() - interval '40 seconds'
      where token_hash = ${tokenOf(user).hash}`.execute(owner);
    await sql`update mail_address set session_id = 0`.execute(owner);
    await renewMail(api, tokenOf(user), { device: 'e'.repeat(64), language: 'vi' });
    const [wrong] = (await sql<{ session_id: bigint }>`select session_id from mail_address`.execute(owner)).rows;
    expect(wrong?.session_id).toBe(0n);
    await renewMail(api, tokenOf(user), { device: DEVICE, language: 'ja' });
    expect(await send()).toBe(0);
    await signIn(`elsewhere ${user}`);
    expect(await send()).toBe(1);
    expect(server.mails[0]?.text).toContain('https://mint.example/myDetail');
    // In the language that the browser has now.
    expect(server.mails[0]?.text).toContain('新しいログイン');
  });

  test('ends the address whose server refuses it permanently', async () => {
    await confirmed();
    server.answerWith({ does: 'refuse', stage: 'recipient', code: 550, text: '5.1.1 no such user' });
    await credit();
    expect(await send()).toBe(0);
    expect(await readMail(api, tokenOf(user))).toMatchObject({ isRefused: true });
    server.answerWith({ does: 'accept' });
    await credit();
    expect([await send(), await count('notice')]).toEqual([0, 0]);
    // Entered again it needs another link.
    await save();
    expect(await send()).toBe(1);
    expect(await readMail(api, tokenOf(user))).toMatchObject({ isConfirmed: false, isRefused: false });
  });

  test('is retried after 450 with a growing pause, and given up a day after its event', async () => {
    await confirmed();
    server.answerWith({ does: 'refuse', stage: 'recipient', code: 450, text: '4.2.1 greylisted' });
    await credit();
    const pauses: unknown[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await send()).toBe(0);
      const due = sql<{ due: number }>`select round(extract(epoch from due_at - now()))::int as due from notice
        where due_at is not null`;
      pauses.push((await due.execute(owner)).rows[0]?.due);
      await makeDue();
    }
    expect(pauses).toEqual([30, 60, 120]);
    server.answerWith({ does: 'accept' });
    await sql`update notice set created_at = now() - interval '25 hours' where due_at is not null`.execute(owner);
    expect([await send(), server.mails.length]).toEqual([0, 0]);
  });

  test('whose answer was lost is sent again with the same Message-ID', async () => {
    await confirmed();
    server.answerWith({ does: 'drop' });
    await credit();
    expect(await send()).toBe(0);
    server.answerWith({ does: 'accept' });
    await makeDue();
    expect(await send()).toBe(1);
    const ids = server.mails.map(({ headers }) => headers['message-id']);
    expect(ids).toEqual([expect.stringMatching(/^<[0-9a-f]{40}@mint\.example>$/), ids[0]]);
  });

  /** Eight addresses of users; while the first mail is on its way, another worker sends due notices too. */
  async function sendByTwo(): Promise<number> {
    for (const userId of await buildParticipants(owner, { count: 8, available: 0n })) {
      await save({ address: `user${userId}@post.example`, ip: `192.0.2.${Number(userId % 200n)}` }, userId);
    }
    let other: Promise<number> | undefined;
    const slowly: DeliverMail = async (message) => {
      const outcome = await deliver(message);
      other ??= send(workers[1]);
      await other;
      return outcome;
    };
    await send(workers[0], slowly);
    return server.mails.length;
  }

  test('is sent once by two workers at a time', async () => {
    expect(await sendByTwo()).toBe(8);
  });

  test('the broken twin: without the claim both workers send it', async () => {
    const restore = await breakFunction(owner, 'claim_mail_notices', ["now() + interval '2 minutes' end", 'now() end']);
    expect(await sendByTwo()).toBe(16);
    await restore();
  });
});

describe('whoever stops', () => {
  test('deletes the address by the token of any mail, without a session; another token deletes nothing', async () => {
    await confirmed();
    await credit();
    await send();
    await stopMail(api, 'f'.repeat(64));
    expect(await count('mail_address')).toBe(1);
    await stopMail(api, tokenIn('stop'));
    expect(await count('mail_address')).toBe(0);
    // The address may be entered again.
    expect(await save()).toBe(true);
  });

  test('before the confirmation gets no further link for three months', async () => {
    await save();
    await send();
    await stopMail(api, tokenIn('stop'));
    const [stranger = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    expect(await save({ address: 'Anna+x@post.example', ip: '192.0.2.9' }, stranger)).toBe(false);
    await sql`update mail_refused set at = now() - interval '91 days'`.execute(owner);
    await send();
    expect(await save({}, stranger)).toBe(true);
  });
});

describe('attack: whoever enters a stranger’s address', () => {
  /** Enters the address; returns the token that stops, from its mail. */
  async function enter(choice: Partial<MailChoice> = {}, userId = user): Promise<string> {
    await save(choice, userId);
    await send();
    return tokenIn('stop');
  }

  test.each<[string, () => Promise<unknown>]>([
    ['removes it', () => removeMail(api, tokenOf(user))],
    ['asks for the link again', () => save({ again: true })],
    ['enters another one', () => save({ address: 'b@post.example' })],
  ])('and %s before the stranger stops has no further link sent', async (_what, next) => {
    const stop = await enter();
    await next();
    await stopMail(api, stop);
    const [other = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    expect([await save(), await save({ ip: '192.0.2.9' }, other)]).toEqual([false, false]);
  });

  test('by two accounts gets nothing sent by either once one mail was stopped', async () => {
    const stop = await enter();
    const [other = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    await save({ ip: '192.0.2.9' }, other);
    await stopMail(api, stop);
    server.mails.length = 0;
    expect([await send(), await count('mail_address')]).toEqual([0, 0]);
  });

  test('twin: an owner who confirmed stops by an old mail, and may enter it again', async () => {
    await confirmed();
    await credit();
    await send();
    const old = tokenIn('stop');
    await removeMail(api, tokenOf(user));
    await confirmed();
    await stopMail(api, old);
    expect(await count('mail_address')).toBe(0);
    expect(await save()).toBe(true);
  });

  test('with dots reaches one mailbox at Gmail, and others elsewhere', async () => {
    const refused = async (address: string, other: string) => {
      await enter({ address });
      await stopMail(api, tokenIn('stop'));
      return save({ address: other });
    };
    expect(await refused('an.na@gmail.com', 'anna@gmail.com')).toBe(false);
    expect(await refused('jo.hn@post.example', 'john@post.example')).toBe(true);
  });
});

describe('links are limited', () => {
  test('to five a day for an account, however many addresses it enters', async () => {
    const saved: boolean[] = [];
    for (let n = 0; n < 7; n += 1) saved.push(await save({ address: `a${n}@post.example`, ip: `192.0.2.${n}` }));
    expect(saved).toEqual([true, true, true, true, true, false, false]);
    await sql`update mail_request set at = now() - interval '25 hours'`.execute(owner);
    expect(await save({ address: 'b@post.example' })).toBe(true);
  });

  /** Six accounts enter spellings of one mailbox at the same time: no one stores before all have begun. */
  async function saveTogether(): Promise<number> {
    const users = await buildParticipants(owner, { count: 6, available: 0n });
    const spellings = [ADDRESS, 'ANNA@post.example', 'anna+2@post.example', 'anna+1@post.example', ADDRESS, ADDRESS];
    const saved = await whileHeld(
      owner,
      (tx) => sql`lock table mail_request in share mode`.execute(tx),
      async (release) => {
        const saving = users.map((userId, n) => save({ address: spellings[n] ?? '', ip: `192.0.2.${n}` }, userId));
        await expect.poll(() => countBlocked(owner, 'mail_save')).toBe(users.length);
        release();
        return Promise.all(saving);
      },
    );
    return saved.filter((isSaved) => isSaved).length;
  }

  test('to three a day to a mailbox, whoever enters it and in whatever spelling', async () => {
    expect(await saveTogether()).toBe(3);
  });

  test('the broken twin: without the lock all of them get a link', async () => {
    const lock = "perform pg_advisory_xact_lock(hashtextextended('mail to ' || encode(p_mailbox, 'hex'), 0));";
    const restore = await breakFunction(owner, 'mail_may_request', [lock, '']);
    expect(await saveTogether()).toBe(6);
    await restore();
  });

  test('to twenty a day from a network', async () => {
    const users = await buildParticipants(owner, { count: 22, available: 0n });
    const entered = (userId: bigint) =>
      save({ address: `n${userId}@post.example`, ip: `2001:db8:0:7${userId % 10n}::1` }, userId);
    const saved = await Promise.all(users.map(entered));
    expect(saved.filter((isSaved) => isSaved)).toHaveLength(20);
  });
});

test('neither login reads an address that is not its own business', async () => {
  for (const db of [api, workers[0]]) {
    for (const table of ['mail_address', 'mail_link', 'mail_request', 'mail_refused', 'notice'])
      await expect(sql`select from ${sql.table(table)}`.execute(db)).rejects.toThrow('permission denied');
  }
  await expect(sql`select * from claim_mail_notices(20)`.execute(api)).rejects.toThrow('permission denied');
  await expect(sql`select * from notice_targets()`.execute(api)).rejects.toThrow('permission denied');
});
