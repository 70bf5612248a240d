import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createMailDelivery } from '@city-mint/server/notices/mail/deliver';
import { readMailServer } from '@city-mint/server/notices/mail/mail-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pickPort } from '../ports.ts';
import { waitUntil } from '../wait-until.ts';

let program: ChildProcess;
let url: string;
let printed = '';

beforeAll(async () => {
  url = `smtp://127.0.0.1:${(await pickPort()).port}`;
  const env = { PATH: process.env['PATH'], SMTP_URL: url };
  program = spawn(process.execPath, [join(import.meta.dirname, 'mail.ts')], { env });
  program.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  expect(await waitUntil(async () => printed.includes('listens'), 60_000)).toBe(true);
});
afterAll(() => {
  program.kill();
});

test('prints a mail with its links, and ends by a signal', async () => {
  const deliver = createMailDelivery({ server: readMailServer(url), from: 'notices@mint.example' });
  const message = { to: 'anna@post.example', id: '1', subject: '您好', text: 'http://localhost/mail#stop=1\n' };
  expect(await deliver({ ...message, stopUrl: 'http://localhost/', language: 'zh' })).toEqual({ outcome: 'sent' });
  expect(await waitUntil(async () => printed.includes('mail#stop=1'), 60_000)).toBe(true);
  expect(printed).toContain('to anna@post.example: 您好');
  const ended = new Promise((resolve) => {
    program.once('exit', resolve);
  });
  program.kill('SIGTERM');
  expect(await ended).toBe(0);
});
