// @module-tag soak-6
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogins } from '@city-mint/devnet/database-logins';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { migrate } from '@city-mint/server/platform/database/migrate';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestApi } from '../setup/start-test-api.ts';

/** Statements that hold the writes while the readers of one session ask. */
const HELD_WRITES = 40;
const newAccount = () => privateKeyToAccount(generatePrivateKey());

describe('a synchronous standby that is silent', () => {
  /** Starts a database of which every commit waits for a standby that does not exist, once `holdCommits` is called. */
  async function startWithStandby(settings: { readonly sharesPool: boolean }) {
    const dataDir = mkdtempSync(join(tmpdir(), 'city-mint-standby-'));
    mkdirSync(dataDir, { recursive: true });
    const postgres = await startPostgres({ dataDir });
    await migrate({ url: postgres.url });
    await createLogins(postgres.url);
    const api = await startTestApi({ databaseUrl: postgres.url, ...settings });
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    onTestFinished(async () => {
      await admin.end();
      await api.stop();
      await postgres.kill();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const holdCommits = async (standby: string) => {
      await admin.query(`alter system set synchronous_standby_names = '${standby}'`);
      await admin.query('select pg_reload_conf()');
    };
    return { api, holdCommits };
  }

  /** Returns how many of ten signed-in reads are answered while writes wait for the standby. */
  async function readWhileWritesWait(settings: { readonly sharesPool: boolean }): Promise<number> {
    const { api, holdCommits } = await startWithStandby(settings);
    const token = await api.signIn(newAccount());
    const others = await Promise.all(Array.from({ length: HELD_WRITES }, () => api.signIn(newAccount())));
    await api.admin.query(`update session set last_used_at = now() - interval '2 minutes'`);
    await holdCommits('nobody');
    const writes = others.map((other) => api.client(other).call('POST /api/app/user/logout', {}));
    const waiting = async () => {
      const { rows } = await api.admin.query(
        `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep' or wait_event_type = 'Lock'`,
      );
      return rows[0].n;
    };
    // As many as there are connections for them.
    await expect.poll(waiting).toBeGreaterThanOrEqual(settings.sharesPool ? 10 : 4);
    const reads = await Promise.all(
      Array.from({ length: 10 }, () => api.client(token).call('POST /api/app/user/asset', {})),
    );
    await holdCommits('');
    await Promise.all(writes);
    return reads.filter(({ ok }) => ok).length;
  }

  test('default: signed-in reads go on while writes wait for it', async () => {
    expect(await readWhileWritesWait({ sharesPool: false })).toBe(10);
  });

  test('broken twin: where reads and writes share connections the reads wait too', async () => {
    expect(await readWhileWritesWait({ sharesPool: true })).toBeLessThan(10);
  });
});
