import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogins } from '@city-mint/devnet/database-logins';
import { type EmbeddedPostgres, startPostgres } from '@city-mint/devnet/embedded-postgres';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { sql } from 'kysely';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openRound } from '../builders/rounds.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI, type TestApi } from '../setup/start-test-api.ts';
import { signInCrowd } from './crowd.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let owner: Database;
let api: TestApi;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'city-mint-cancelled-'));
  postgres = await startPostgres({ dataDir: folder, throwaway: true });
  await migrate({ url: postgres.url });
  await createLogins(postgres.url);
  owner = createDatabase({ url: postgres.url });
  await sql`update withdrawal_hold set hours = 0`.execute(owner);
  await sql`create table probe (at timestamptz default now())`.execute(owner);
  api = await startTestApi({ databaseUrl: postgres.url });
});
afterAll(async () => {
  await Promise.all([api.stop(), owner.destroy()]);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function setStandby(name: string): Promise<void> {
  await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(owner);
  await sql`select pg_reload_conf()`.execute(owner);
}

/** Makes every commit wait for a standby that does not exist, and returns once one waits. */
async function holdCommits(): Promise<void> {
  await setStandby('nobody');
  for (let waits = false; !waits; ) {
    const client = await connect();
    let isCommitted = false;
    const committed = client.query('insert into probe default values').then(() => {
      isCommitted = true;
      return client.end();
    });
    committed.catch(() => undefined);
    await waitUntil(async () => isCommitted || (await countWaiting('probe')) > 0);
    waits = !isCommitted;
  }
}

const releaseCommits = () => setStandby('');

async function connect(name = 'probe'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url, application_name: name });
  await client.connect();
  return client;
}

/** Returns how many commits of connections with this name wait for the standby. */
async function countWaiting(name: string): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where wait_event = 'SyncRep' and application_name = ${name}`.execute(owner);
  return rows.length;
}

async function untilWaiting(name: string): Promise<void> {
  expect(await waitUntil(async () => (await countWaiting(name)) > 0, 60_000)).toBe(true);
}

async function cancelWaits(name: string): Promise<void> {
  await sql`select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event = 'SyncRep' and application_name = ${name}`.execute(owner);
}

const API = 'city-mint city_mint_api';

describe('a commit whose wait for the standby someone cancels', () => {
  test('attack: is not acknowledged, and its repeated request waits for the standby again', async () => {
    const { roundId, termsHash } = await openRound(owner);
    const place = { domain: TEST_DOMAIN, uri: TEST_URI };
    const [member] = await signInCrowd(owner, { url: api.url, count: 1, place });
    const client = api.client(member?.token);
    const [id, other] = [randomUUID(), randomUUID()];
    const to = privateKeyToAddress(generatePrivateKey());
    const calls = [
      () => client.call('POST /api/biz/crowdfund', { roundId: String(roundId), termsHash, amount: '3', requestId: id }),
      () => client.call('POST /api/app/user/withdraw', { currency: 'JU', to, amount: '2', requestId: other }),
    ];
    for (const call of calls) {
      await holdCommits();
      const cancelled = call();
      await untilWaiting(API);
      await cancelWaits(API);
      expect(await cancelled).toMatchObject({ ok: false, error: 'busy' });
      let isAnswered = false;
      const repeated = call().finally(() => {
        isAnswered = true;
      });
      await untilWaiting(API);
      expect(isAnswered).toBe(false);
      await releaseCommits();
      expect(await repeated).toMatchObject({ ok: true });
    }
    const { rows } = await sql`select (select count(*)::int from mint_order) as orders,
      (select count(*)::int from withdrawal) as withdrawals`.execute(owner);
    expect(rows).toEqual([{ orders: 1, withdrawals: 1 }]);
  });

  test('broken twin: a plain client gets success from PostgreSQL', async () => {
    const plain = await connect('plain');
    onTestFinished(() => plain.end());
    await holdCommits();
    const written = plain.query('insert into probe default values');
    await untilWaiting('plain');
    await cancelWaits('plain');
    expect((await written).rowCount).toBe(1);
    await releaseCommits();
  });
});
