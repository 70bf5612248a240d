import { pushEnvironment } from '@city-mint/devnet/server-environment';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { openRound } from '@city-mint/tests/builders/rounds';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type PushService, startPushService } from '@city-mint/tests/setup/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { pushTexts } from '../../processes/start-notice-work.ts';
import { readPushEvents, savePush, stopPush } from './commands.ts';
import { createDelivery } from './deliver.ts';
import { sendPushNotices } from './jobs.ts';

const NEVER = new AbortController().signal;
const { VAPID_PUBLIC_KEY: publicKey = '', VAPID_PRIVATE_KEY: privateKey = '' } = pushEnvironment();
const deliver = createDelivery(
  { publicKey, privateKey, contact: 'mailto:operator@mint.example' },
  { hosts: ['127.0.0.1'], allowsLocal: true },
);

let database: TestDatabase;
let owner: Database;
let api: Database;
let workers: readonly [Database, Database];
let service: PushService;
let texts: Awaited<ReturnType<typeof pushTexts>>;
let user: bigint;
let recharges = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const ownerPool = createPool({ url: database.url, maxConnections: 2, statementTimeoutMs: 60_000 });
  owner = databaseOver(ownerPool);
  api = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 2 });
  const worker = () => createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  workers = [worker(), worker()];
  [service, texts] = await Promise.all([startPushService(), pushTexts()]);
});
beforeEach(async () => {
  await sql`delete from push_subscription`.execute(owner);
  await sql`delete from notice_gathered`.execute(owner);
  await sql`update round set opens_at = opens_at - interval '2 hours'`.execute(owner);
  [user = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
  service.messages.length = 0;
  service.answerWith(() => ({ status: 201 }));
});
afterAll(async () => {
  await Promise.all([owner, api, ...workers].map((db) => db.destroy()));
  await service.stop();
  await database.drop();
});

const ALL = ['opens', 'settled', 'stage', 'credited', 'sign-in'] as const;

/** A browser of a user that is notified of these events. */
async function subscribe(events: readonly (typeof ALL)[number][] = ALL, userId = user) {
  const { pushUrl: endpoint, p256dh, auth } = service.subscribe();
  await savePush(api, tokenOf(userId), { endpoint, p256dh, auth, language: 'en', events });
  await sql`update push_subscription set created_at = now() - interval '10 minutes'
    where endpoint = ${endpoint}`.execute(owner);
  return endpoint;
}

const credit = async (userId = user) => {
  recharges += 1;
  await sql`insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash)
    values (${recharges}, ${userId}, 0, 123456, 1, now(), '0x')`.execute(owner);
};
const send = (db = workers[0]) => sendPushNotices({ db, deliver, texts }, NEVER);
const makeDue = () => sql`update notice set due_at = now() where due_at is not null`.execute(owner);
const waiting = async () => {
  const rows = sql<{ due: number | null; attempts: number }>`
    select round(extract(epoch from due_at - now()))::int as due, attempts from notice`;
  return (await rows.execute(owner)).rows;
};

describe('notices by web push', () => {
  test('tell a browser once of a recharge, without its amount, encrypted for this browser', async () => {
    await subscribe();
    await subscribe(['settled']);
    await credit();
    expect(await send()).toBe(1);
    expect(await send(workers[1])).toBe(0);
    const stopToken = expect.stringMatching(/^[0-9a-f]{64}$/);
    const body = 'Your deposit has been credited.';
    const content = {
      body,
      tag: `recharge ${recharges}`,
      path: '/assets',
      lang: 'en',
      stop: 'Stop notices',
      stopToken,
    };
    expect(service.messages).toEqual([{ topic: expect.stringMatching(/^[\w-]{32}$/), content }]);
    expect(JSON.stringify(service.messages)).not.toContain('123456');
  });

  test('tell of the opening of a round, and those who joined of its settlement and later stages', async () => {
    const { roundId } = await openRound(owner);
    const [other = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    await subscribe();
    await subscribe(ALL, other);
    await sql`insert into mint_order (round_id, user_id, rank, asked, accepted, request_id, joined_at, late)
      values (${roundId}, ${user}, 1, 1, 1, gen_random_uuid(), now(), false)`.execute(owner);
    await sql`insert into round_transition (round_id, state) values (${roundId}, 'minted')`.execute(owner);
    await sql`insert into round_stage (round_id, stage, amount, due_at, paid_at)
      values (${roundId}, 1, 1, now(), now()), (${roundId}, 2, 1, now(), now())`.execute(owner);
    await sql`update round set opens_at = now() - interval '1 minute' where id = ${roundId}`.execute(owner);
    await send();
    // The stages end later, which is no second settlement.
    await sql`insert into round_transition (round_id, state) values (${roundId}, 'ended')`.execute(owner);
    await send();
    const tags = service.messages.map(({ content }) => content['tag']).sort();
    expect(tags).toEqual([`open ${roundId}`, `open ${roundId}`, `round ${roundId}`, `stage ${roundId} 2`]);
  });

  test('tell of a sign-in in another browser, not in this one or by another user', async () => {
    await subscribe(['sign-in']);
    const [other = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    for (const userId of [user, other]) {
      await sql`insert into session (token_hash, user_id, expires_at, created_at)
        values (sha256(convert_to(${`new ${userId}`}, 'UTF8')), ${userId}, now() + interval '1 day',
          now() - interval '40 seconds')`.execute(owner);
    }
    await sql`update session set created_at = now() - interval '40 seconds'
      where token_hash = ${tokenOf(user).hash}`.execute(owner);
    await send();
    expect(service.messages.map(({ content }) => content['path'])).toEqual(['/myDetail']);
  });

  /** Sends to eight browsers; while the first message is on its way, another worker sends due notices too. */
  async function sendByTwo(): Promise<number> {
    for (let browser = 0; browser < 8; browser += 1) await subscribe(['credited']);
    await credit();
    let other: Promise<number> | undefined;
    const deliverSlowly: typeof deliver = async (message) => {
      const outcome = await deliver(message);
      other ??= send(workers[1]);
      await other;
      return outcome;
    };
    await sendPushNotices({ db: workers[0], deliver: deliverSlowly, texts }, NEVER);
    return service.messages.length;
  }

  test('are sent once by two workers at a time', async () => {
    expect(await sendByTwo()).toBe(8);
  });

  test('the broken twin: without the claim both workers send them', async () => {
    const restore = await breakFunction(owner, 'claim_push_notices', ["now() + interval '1 minute' end", 'now() end']);
    expect(await sendByTwo()).toBe(16);
    await restore();
  });

  test.each([404, 410])('end the subscription that a push service answers with %i', async (status) => {
    await subscribe();
    service.answerWith(() => ({ status }));
    await credit();
    expect(await send()).toBe(0);
    expect((await sql`select from push_subscription`.execute(owner)).rows).toHaveLength(0);
  });

  test('are retried later after 429 and 5xx, as the service wishes, and dropped after other refusals', async () => {
    await subscribe();
    service.answerWith(() => ({ status: 429, headers: { 'retry-after': '120' } }));
    await credit();
    await send();
    expect(await waiting()).toEqual([{ due: 120, attempts: 1 }]);
    service.answerWith(() => ({ status: 503 }));
    await makeDue();
    await send();
    expect(await waiting()).toEqual([{ due: 60, attempts: 2 }]);
    service.answerWith(() => ({ status: 201 }));
    await makeDue();
    expect(await send()).toBe(1);
    service.answerWith(() => ({ status: 403 }));
    await credit();
    await send();
    expect((await waiting()).map(({ due }) => due)).toEqual([null, null]);
  });

  test('are no longer sent a day after their event', async () => {
    await subscribe();
    service.answerWith(() => ({ status: 500 }));
    await credit();
    await send();
    service.answerWith(() => ({ status: 201 }));
    await sql`update notice set created_at = now() - interval '25 hours', due_at = now()`.execute(owner);
    expect(await send()).toBe(0);
  });

  test('stop by their token, without a session; another token stops nothing', async () => {
    const endpoint = await subscribe();
    await credit();
    await send();
    await stopPush(api, 'f'.repeat(64));
    expect(await readPushEvents(api, tokenOf(user), endpoint)).toEqual([...ALL]);
    await stopPush(api, service.messages[0]?.content['stopToken'] ?? '');
    expect(await readPushEvents(api, tokenOf(user), endpoint)).toEqual([]);
    await credit();
    expect(await send()).toBe(0);
  });

  test('go to the ten newest browsers of a user', async () => {
    const endpoints: string[] = [];
    for (let browser = 0; browser < 11; browser += 1) endpoints.push(await subscribe());
    const [first = '', second = ''] = endpoints;
    expect(await readPushEvents(api, tokenOf(user), first)).toEqual([]);
    expect(await readPushEvents(api, tokenOf(user), second)).toEqual([...ALL]);
  });

  test('go to the user who subscribed a browser last, and never to the one before', async () => {
    const [other = 0n] = await buildParticipants(owner, { count: 1, available: 0n });
    const endpoint = await subscribe();
    const { p256dh, auth } = service.subscribe();
    await savePush(api, tokenOf(other), { endpoint, p256dh, auth, language: 'en', events: ['credited'] });
    expect(await readPushEvents(api, tokenOf(user), endpoint)).toEqual([]);
    await credit();
    expect(await send()).toBe(0);
  });
});
