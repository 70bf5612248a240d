// @module-tag soak-6
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pushEnvironment } from '@city-mint/devnet/server-environment';
import { savePush } from '@city-mint/server/notices/push/commands';
import { createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildParticipants } from '../builders/participants.ts';
import { tokenOf } from '../builders/sessions.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { type PushService, startPushService } from '../setup/push-service.ts';

let database: TestDatabase;
let owner: Database;
let service: PushService;
let seq = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url, maxConnections: 2, statementTimeoutMs: 60_000 }));
  service = await startPushService();
});
beforeEach(async () => {
  service.messages.length = 0;
  await sql`delete from push_subscription`.execute(owner);
  const [user = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
  const { pushUrl: endpoint, p256dh, auth } = service.subscribe();
  await savePush(owner, tokenOf(user), { endpoint, p256dh, auth, language: 'en', events: ['credited'] });
  seq += 1;
  await sql`insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash, credited_at)
    values (${seq}, ${user}, 0, 1, 1, now(), '0x', now() + interval '1 second')`.execute(owner);
});
afterAll(async () => {
  await owner.destroy();
  await service.stop();
  await database.drop();
});

/** Starts a process that sends due notices, and ends when there are none. */
function startSender(): { readonly child: ChildProcess; readonly ended: Promise<unknown> } {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: database.url,
    ...pushEnvironment(),
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'push-sender.ts')], { env, stdio: 'inherit' });
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

const runSender = () => startSender().ended;
const leaseEnds = () => sql`update notice set due_at = now() where due_at is not null`.execute(owner);
/** The process is killed when the push service has the message, before it answers. */
async function runSenderKilled(): Promise<void> {
  const { child, ended } = startSender();
  service.answerWith(() => {
    child.kill('SIGKILL');
    return { status: 201 };
  });
  await ended;
  service.answerWith(() => ({ status: 201 }));
}

test('a sender that is killed before it records: sent again, once, with the same topic and tag', async () => {
  await runSenderKilled();
  await runSender();
  // Claimed for a minute, in which no other process sends it.
  expect(service.messages).toHaveLength(1);
  await leaseEnds();
  await runSender();
  await runSender();
  expect(service.messages).toHaveLength(2);
  const [first, second] = service.messages;
  expect(second?.topic).toBe(first?.topic);
  expect(second?.content['tag']).toBe(first?.content['tag']);
});

test('the broken twin: a claim that counts as sent loses the notice with its process', async () => {
  const restore = await breakFunction(owner, 'claim_push_notices', [
    "due_at = case when d.is_old then null else now() + interval '1 minute' end",
    'due_at = null',
  ]);
  const { child, ended } = startSender();
  service.answerWith(() => {
    child.kill('SIGKILL');
    return { status: 503 };
  });
  await ended;
  service.answerWith(() => ({ status: 201 }));
  await restore();
  await leaseEnds();
  await runSender();
  expect(service.messages).toHaveLength(0);
});
