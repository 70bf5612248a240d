// @module-tag soak-3
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { migrate } from '@city-mint/server/platform/database/migrate';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { buildPlan, JU, openRound } from '../builders/rounds.ts';
import { createTestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, TEST_DOMAIN, TEST_URI } from '../setup/start-test-api.ts';
import { countJoins } from './count-joins.ts';
import { askAllAgain, signInCrowd, startCrowd } from './crowd.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'apps', 'server', 'migrations');

/**
 * The next release's migration before its processes start: it only adds, so that those of the old release keep working.
 */
const NEXT_RELEASE = `
  alter table mint_order add column note text;
  alter table app_user add column note text;
  alter table ledger_account add column note text;
  create table order_note (order_id bigint primary key references mint_order, note text not null);
  create index on mint_order (note) where note is not null;
  grant select, insert on order_note to city_mint_api;`;

/** Returns a folder with the product's migrations, one more of them, and a changed text of a function. */
function nextRelease(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  writeFileSync(join(folder, '9999-next-release.sql'), NEXT_RELEASE);
  appendFileSync(
    join(folder, 'functions/rounds/join-round.sql'),
    '-- a new text of the function that every join calls\n',
  );
  return pathToFileURL(`${folder}/`);
}

async function openCrowd() {
  const database = await createTestDatabase();
  const owner = createDatabase({ url: database.url, statementTimeoutMs: 60_000 });
  const api = await startTestApi({ databaseUrl: database.url });
  onTestFinished(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });
  const members = await signInCrowd(owner, { url: api.url, count: 20, place: { domain: TEST_DOMAIN, uri: TEST_URI } });
  const plan = buildPlan({ windowMs: 3_600_000, firstQuota: tokenAmount(1_000_000n * JU) });
  const { roundId, termsHash } = await openRound(owner, plan);
  const rounds = [{ roundId: String(roundId), termsHash }];
  const crowd = startCrowd({ url: api.url, members, perMember: 1, openRounds: () => rounds });
  expect(await waitUntil(() => crowd.answered() > 40)).toBe(true);
  // A long transaction that has read the orders, such as a backup's.
  const reader = new pg.Client(database.url);
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('begin');
  await reader.query('select count(*) from mint_order');
  return { url: database.url, owner, api, crowd, reader };
}

test('default: while a migration waits for a long transaction no join is lost, refused or blocked', async () => {
  const { url, owner, api, crowd, reader } = await openCrowd();
  let applied: string[] | undefined;
  const migrating = migrate({ url, directory: nextRelease() }).then((names) => {
    applied = names;
  });
  // It cannot get its locks yet, and blocks others only briefly while it tries.
  await sleep(2_500);
  const before = crowd.answered();
  expect(await waitUntil(() => crowd.answered() > before + 20)).toBe(true);
  expect(applied).toBeUndefined();
  await reader.query('commit');
  await migrating;
  const after = crowd.answered();
  expect(await waitUntil(() => crowd.answered() > after + 40)).toBe(true);
  await crowd.settle();
  const joins = await countJoins(owner, { asked: crowd.asked });
  console.log(`migration under load: retries ${crowd.retries()}; ${JSON.stringify(joins)}`);
  expect(applied).toEqual(['9999-next-release.sql', 'functions/rounds/join-round.sql']);
  expect(crowd.retries()).toBe(0);
  expect(joins).toMatchObject({ acknowledged: crowd.asked.length, lost: 0, doubled: 0, gaps: 0 });
  expect(await askAllAgain(api.url, crowd.asked)).toEqual([]);
  expect(api.log.filter((line) => line.includes('call failed'))).toEqual([]);
});

test('broken twin: a migration without a lock timeout blocks every join until calls give up', async () => {
  const { url, crowd, reader } = await openCrowd();
  const withoutTimeout = new pg.Client(url);
  await withoutTimeout.connect();
  onTestFinished(() => withoutTimeout.end());
  const migrating = withoutTimeout.query(NEXT_RELEASE);
  expect(await waitUntil(() => crowd.retries() > 0)).toBe(true);
  await reader.query('commit');
  await migrating;
  await crowd.settle();
});
