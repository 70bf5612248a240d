import { type MailAnswer, startMailServer, type TestMailServer } from '@city-mint/devnet/mail-server';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMailDelivery, type MailMessage } from './deliver.ts';
import { readMailServer } from './mail-server.ts';
import type { MailFault } from './outcome-of.ts';

let server: TestMailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.stop());

const faults: MailFault[] = [];
const deliveryTo = (port: number, { requiresTls = false, deadlineMs = 5_000 } = {}) =>
  createMailDelivery({
    server: { ...readMailServer(`smtp://127.0.0.1:${port}`), requiresTls },
    ...{ from: 'notices@mint.example', onFault: (fault) => void faults.push(fault), deadlineMs },
  });
const MESSAGE: MailMessage = {
  ...{ to: 'anna@post.example', id: 'abc123', subject: '您参与的轮次已结算。', text: '您参与的轮次已结算。\n' },
  ...{ stopUrl: `https://mint.example/api/app/mail/unsubscribe/${'0'.repeat(64)}`, language: 'zhHK' },
};

test('sends plain text with the headers of a notice that one click stops', async () => {
  expect(await deliveryTo(server.port)(MESSAGE)).toEqual({ outcome: 'sent' });
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: 'notices@mint.example', recipients: [MESSAGE.to], text: MESSAGE.text });
  expect(mail?.headers).toMatchObject({
    from: 'City Mint <notices@mint.example>',
    to: 'anna@post.example',
    subject: MESSAGE.subject,
    'message-id': '<abc123@mint.example>',
    'list-unsubscribe': `<${MESSAGE.stopUrl}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'auto-submitted': 'auto-generated',
    'content-language': 'zh-HK',
    'content-type': 'text/plain; charset=utf-8',
  });
});

test.each<[string, MailAnswer, string]>([
  ['550 for the recipient', { does: 'refuse', stage: 'recipient', code: 550, text: '5.1.1 no such user' }, 'bounced'],
  ['450 for the recipient', { does: 'refuse', stage: 'recipient', code: 450, text: '4.2.1 greylisted' }, 'retry'],
  ['554 for the content', { does: 'refuse', stage: 'data', code: 554, text: '5.7.1 spam' }, 'dropped'],
  ['a connection that ends before the answer', { does: 'drop' }, 'retry'],
])('%s', async (_name, answer, outcome) => {
  server.answerWith(answer);
  expect(await deliveryTo(server.port)(MESSAGE)).toMatchObject({ outcome });
});

test.each([
  ['is silent', true],
  ['writes a line now and then', false],
])('a server that %s is left at the deadline, and gets the mail again with its Message-ID', async (_name, isSilent) => {
  server.answerWith({ does: 'wait', ms: 3_000, isSilent });
  const deliver = deliveryTo(server.port, { deadlineMs: 500 });
  expect(await deliver(MESSAGE)).toMatchObject({ outcome: 'retry' });
  server.answerWith({ does: 'accept' });
  expect(await deliver(MESSAGE)).toEqual({ outcome: 'sent' });
  expect(server.mails.map(({ headers }) => headers['message-id'])).toEqual(Array(2).fill('<abc123@mint.example>'));
});

test('a server of another machine gets nothing without STARTTLS or with an unknown certificate', async () => {
  expect(await deliveryTo(server.port, { requiresTls: true })(MESSAGE)).toMatchObject({ outcome: 'retry' });
  const unknown = await startMailServer({ offersTls: true });
  onTestFinished(() => unknown.stop());
  expect(await deliveryTo(unknown.port, { requiresTls: true })(MESSAGE)).toMatchObject({ outcome: 'retry' });
  expect([...server.mails, ...unknown.mails]).toEqual([]);
});

test('the broken twin: without the requirement the same server gets it in plain text', async () => {
  expect(await deliveryTo(server.port)(MESSAGE)).toEqual({ outcome: 'sent' });
});

test('a port without a server is retried', async () => {
  const { port } = server;
  await server.stop();
  expect(await deliveryTo(port)(MESSAGE)).toMatchObject({ outcome: 'retry' });
});

test('line breaks in a subject or an address start no header and reach no second recipient', async () => {
  const deliver = deliveryTo(server.port);
  await deliver({ ...MESSAGE, subject: 'Hello\r\nBcc: eve@post.example', language: 'en' });
  for (const to of ['anna@post.example\r\nRCPT TO:<eve@post.example>', 'anna@post.example, eve@post.example'])
    expect(await deliver({ ...MESSAGE, to })).toEqual({ outcome: 'dropped' });
  expect(server.mails.map(({ recipients }) => recipients)).toEqual([['anna@post.example']]);
  expect(server.mails[0]?.headers).not.toHaveProperty('bcc');
});

test.each([
  ['smtp://mail.example', { port: 587, isTls: false, requiresTls: true, login: undefined }],
  ['smtps://mail.example', { port: 465, isTls: true, requiresTls: true }],
  ['smtps://anna:p%40ss%2Fword@mail.example:2465', { port: 2465, login: { user: 'anna', pass: 'p@ss/word' } }],
  ['smtp://localhost:1025', { host: 'localhost', port: 1025, requiresTls: false }],
  ['smtp://127.0.0.1:1025', { requiresTls: false }],
  ['smtp://[::1]:1025', { host: '::1', requiresTls: false }],
  ['smtp://127.0.0.1.mail.example', { requiresTls: true }],
])('%s', (url, expected) => {
  expect(readMailServer(url)).toMatchObject(expected);
});
