import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const CHOICES = { opens: false, settled: true, stage: false, credited: false, 'sign-in': true };
const request = (email: string) => ({
  ...{ email, again: false, device: 'd'.repeat(64), language: 'en' as const },
  ...CHOICES,
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { MAIL_FROM: 'notices@mint.example' } });
});
beforeEach(async () => {
  for (const table of ['mail_address', 'mail_request', 'mail_refused']) await api.admin.query(`delete from ${table}`);
});
afterAll(() => api.stop());

const newClient = async (of = api) => of.client(await of.signIn(privateKeyToAccount(generatePrivateKey())));

test('an address is stored in one spelling, unconfirmed, and removed', async () => {
  const client = await newClient();
  const nothing = { opens: false, settled: false, stage: false, credited: false, 'sign-in': false };
  expect(await client.call('POST /api/app/user/mail', {})).toMatchObject({
    data: { isOffered: true, email: null, state: 'none', ...nothing },
  });
  const saved = { isOffered: true, email: 'Anna@post.example', state: 'unconfirmed', ...CHOICES };
  expect(await client.call('POST /api/app/user/mailSave', request('Anna@Post.Example'))).toMatchObject({ data: saved });
  expect(await client.call('POST /api/app/user/mail', {})).toMatchObject({ data: saved });
  await client.call('POST /api/app/user/mailRemove', {});
  expect(await client.call('POST /api/app/user/mail', {})).toMatchObject({ data: { email: null, state: 'none' } });
});

test.each([
  [
    'en',
    'The e-mail address is not valid. Enter a single one such as name@example.com, without a name, quotes or spaces',
  ],
  ['zh', '邮箱地址格式不正确。请只填一个地址，如 name@example.com，不带姓名、引号或空格'],
])('a text that is no address is refused by name in the language %s', async (lang, msg) => {
  const token = await api.signIn(privateKeyToAccount(generatePrivateKey()));
  const reply = await api.send('/api/app/user/mailSave', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, lang },
    body: JSON.stringify(request('Anna <a@post.example>\r\nBcc: b@post.example')),
  });
  expect(reply.json).toMatchObject({ error: 'email-format', details: { field: 'email' }, msg });
});

test('above a limit says when the next try is allowed, and not whose limit it was', async () => {
  const results: (string | null)[] = [];
  for (let n = 0; n < 4; n += 1) {
    const answer = await (await newClient()).call('POST /api/app/user/mailSave', request('anna@post.example'));
    results.push(answer.ok ? null : answer.error);
    if (!answer.ok) expect(answer.details).toEqual({ retryAfterSeconds: '86400' });
  }
  expect(results).toEqual([null, null, null, 'too-many-requests']);
});

test('a system without a sender’s address offers none and stores none', async () => {
  const without = await startTestApi();
  const client = await newClient(without);
  expect(await client.call('POST /api/app/user/mail', {})).toMatchObject({ data: { isOffered: false } });
  expect(await client.call('POST /api/app/user/mailSave', request('anna@post.example'))).toMatchObject({
    error: 'value-not-allowed',
  });
  await without.stop();
});

describe('the link of mail programs', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const count = async () => (await api.admin.query('select from mail_address')).rows.length;
  let path: string;
  beforeEach(async () => {
    await (await newClient()).call('POST /api/app/user/mailSave', request('anna@post.example'));
    const { rows } = await api.admin.query<{ stop_token: string }>('select stop_token from mail_address');
    expect(rows).toHaveLength(1);
    path = `/api/app/mail/unsubscribe/${rows[0]?.stop_token}`;
  });

  test.each([
    ['a form', FORM, 'List-Unsubscribe=One-Click'],
    [
      'a form of parts',
      { 'content-type': 'multipart/form-data; boundary=xyz' },
      '--xyz\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--xyz--\r\n',
    ],
    [
      'a form of parts with more headers',
      { 'content-type': 'multipart/form-data; boundary=xyz' },
      '--xyz\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n' +
        'Content-Type: text/plain\r\n\r\nOne-Click\r\n--xyz--\r\n',
    ],
  ])('deletes the address by a POST of %s, without a session', async (_name, headers, body) => {
    const reply = await api.send(path, { method: 'POST', headers, body });
    expect([reply.status, await count()]).toEqual([200, 0]);
    expect((await api.send(path, { method: 'POST', headers, body })).status).toBe(200);
  });

  test('opens a page by GET, and deletes nothing', async () => {
    const reply = await api.send(path, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, `/mail#stop=${path.split('/').at(-1)}`]);
    expect((await api.send(path, { method: 'HEAD' })).status).toBe(405);
    expect(await count()).toBe(1);
  });

  test.each([
    ['another form', FORM, 'a=b'],
    ['no form', { 'content-type': 'application/json' }, '{"List-Unsubscribe":"One-Click"}'],
    ['a long form', FORM, `List-Unsubscribe=One-Click&a=${'x'.repeat(5_000)}`],
  ])('deletes nothing by %s', async (_name, headers, body) => {
    await api.send(path, { method: 'POST', headers, body });
    expect(await count()).toBe(1);
  });

  test('deletes nothing by another token', async () => {
    for (const token of ['0'.repeat(64), '..%2f..%2flogout', '%00', 'x'])
      await api.send(`/api/app/mail/unsubscribe/${token}`, {
        ...{ method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' },
      });
    expect(await count()).toBe(1);
  });

  test('leaves no token in the log', async () => {
    await api.send(path, { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' });
    await api.send(path, { redirect: 'manual' });
    expect(api.log.join('')).not.toContain(path.split('/').at(-1));
  });
});
