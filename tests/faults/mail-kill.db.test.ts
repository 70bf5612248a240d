// @module-tag soak-1
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { startMailServer, type TestMailServer } from '@city-mint/devnet/mail-server';
import { confirmMail, saveMail } from '@city-mint/server/notices/mail/commands';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildParticipants } from '../builders/participants.ts';
import { tokenOf } from '../builders/sessions.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

let database: TestDatabase;
let owner: Database;
let server: TestMailServer;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url, maxConnections: 2, statementTimeoutMs: 60_000 }));
  server = await startMailServer();
});
beforeEach(async () => {
  server.mails.length = 0;
  server.answerWith({ does: 'accept' });
  await sql`delete from mail_address`.execute(owner);
  await sql`delete from mail_request`.execute(owner);
  const [user = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
  await saveMail(owner, tokenOf(user), {
    ...{ address: 'anna@post.example', again: false, device: 'd'.repeat(64), ip: '192.0.2.1' },
    ...{ language: 'en', events: ['credited'] },
  });
});
afterAll(async () => {
  await owner.destroy();
  await server.stop();
  await database.drop();
});

/** Starts a process that sends due notices, and ends when there are none. */
function startSender(): { readonly child: ChildProcess; readonly ended: Promise<unknown> } {
  const env = {
    ...{ PATH: process.env['PATH'], DATABASE_URL: database.url },
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'mail-sender.ts')], { env, stdio: 'inherit' });
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

const runSender = () => startSender().ended;
const claimEnds = () => sql`update notice set due_at = now() where due_at is not null`.execute(owner);
/** The process is killed when the server has the mail, before it answers. */
async function runSenderKilled(): Promise<void> {
  const { child, ended } = startSender();
  server.answerWith({ does: 'drop', onReceived: () => void child.kill('SIGKILL') });
  await ended;
  server.answerWith({ does: 'accept' });
}
const linkIn = (mail: number) => /#confirm=([0-9a-f]{64})/.exec(server.mails[mail]?.text ?? '')?.[1] ?? '';

test('a sender of mail that is killed before it records: sent again, once, with the same Message-ID', async () => {
  await runSenderKilled();
  await runSender();
  // Claimed for two minutes, in which no other process sends it.
  expect(server.mails).toHaveLength(1);
  await claimEnds();
  await runSender();
  await runSender();
  expect(server.mails).toHaveLength(2);
  const [first, second] = server.mails;
  expect(second?.headers['message-id']).toBe(first?.headers['message-id']);
  // A receiver may show only one of both: the link in either confirms.
  expect(linkIn(0)).not.toBe(linkIn(1));
  expect(await confirmMail(owner, linkIn(0))).toBe(true);
});

test('the broken twin: a claim that counts as sent loses the mail with its process', async () => {
  const restore = await breakFunction(owner, 'claim_mail_notices', [
    "due_at = case when d.is_old then null else now() + interval '2 minutes' end",
    'due_at = null',
  ]);
  const { child, ended } = startSender();
  server.answerWith({ does: 'drop', onReceived: () => void child.kill('SIGKILL') });
  await ended;
  server.answerWith({ does: 'accept' });
  await restore();
  server.mails.length = 0;
  await claimEnds();
  await runSender();
  expect(server.mails).toHaveLength(0);
});
