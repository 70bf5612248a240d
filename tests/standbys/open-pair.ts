import { createLogins } from '@city-mint/devnet/database-logins';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { prepareDatabase } from '@city-mint/server/processes/prepare-database';
import { expect, onTestFinished } from 'vitest';
import { type DatabasePair, startDatabasePair } from '../faults/database-pair.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';

/** A primary with a standby. */
export type OpenPair = { readonly pair: DatabasePair; readonly owner: Database };
type PairSettings = {
  /** Adds rows before the standby is copied. */
  readonly fill?: (url: string) => Promise<void>;
  readonly mode?: 'synchronous' | 'asynchronous';
};

/** Starts both servers, which stop with the test. */
export async function openPair({ fill, mode = 'asynchronous' }: PairSettings = {}): Promise<OpenPair> {
  const pair = await startDatabasePair();
  const owner = createDatabase({ url: pair.url, maxConnections: 4, statementTimeoutMs: 600_000, waitMs: 60_000 });
  onTestFinished(async () => {
    await owner.destroy();
    await pair.stop();
  });
  await prepareDatabase({ url: pair.url });
  await createLogins(pair.url);
  await fill?.(pair.primary().url);
  await pair.addStandby(mode);
  return { pair, owner };
}

/** Starts an api that may read from these databases, and stops with the test. */
export async function startReader(pair: DatabasePair, readUrls: readonly string[]): Promise<TestApi> {
  const api = await startTestApi({ databaseUrl: pair.url, readUrls });
  onTestFinished(() => api.stop());
  return api;
}

/** Starts a primary and its standby, and an api that may read from both. */
export async function openReadPair(settings: PairSettings = {}): Promise<OpenPair & { readonly api: TestApi }> {
  const opened = await openPair(settings);
  const { pair } = opened;
  return { ...opened, api: await startReader(pair, [pair.primary().url, pair.standby().url]) };
}

/** How many reads were answered by a standby, and by the primary for each reason. */
export type AnsweredReads = Readonly<Record<'standby' | 'none' | 'behind' | 'failed', number>>;

/** Returns the counters of an api's reads. */
export async function countReads(api: TestApi): Promise<AnsweredReads> {
  const { text } = await api.send('/metrics');
  const countOf = (by: string, why: string) =>
    Number(new RegExp(`city_mint_reads_total\\{answered_by="${by}",why="${why}",.*\\} (\\d+)`).exec(text)?.[1] ?? 0);
  const [none, behind, failed] = ['none', 'behind', 'failed'].map((why) => countOf('primary', why));
  return { standby: countOf('standby', ''), none: none ?? 0, behind: behind ?? 0, failed: failed ?? 0 };
}

/** Reads until a standby has answered `more` reads; returns the counters then. */
export async function untilStandbyReads(api: TestApi, more = 1): Promise<AnsweredReads> {
  const before = await countReads(api);
  await expect
    .poll(async () => {
      await api.client().call('GET /api/app/lang', {});
      return (await countReads(api)).standby;
    })
    .toBeGreaterThanOrEqual(before.standby + more);
  return countReads(api);
}
