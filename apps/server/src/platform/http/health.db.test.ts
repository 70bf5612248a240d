import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi } from '@city-mint/tests/setup/start-test-api';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

describe('readiness', () => {
  let database: TestDatabase;
  let owner: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Pool({ connectionString: database.url, max: 1 });
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  test('attack: a thousand readiness requests cost one check a second, and are rate limited', async () => {
    const asked = await startTestApi({ databaseUrl: database.url, env: { RATE_LIMIT_PER_MINUTE: '3000' } });
    onTestFinished(() => asked.stop());
    const count = async () => {
      const { rows } = await owner.query(`select xact_commit + xact_rollback as n from pg_stat_database
        where datname = current_database()`);
      return Number(rows[0].n);
    };
    await asked.send('/health/ready');
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => asked.send('/health/ready')));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(300);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(590);
    expect((await count()) - before).toBeLessThan(200);
  });

  test('behavior: with a read-only database it is busy, not ready, and its connections are replaced', async () => {
    const readOnly = await startTestApi();
    onTestFinished(() => readOnly.stop());
    const token = await readOnly.signIn(privateKeyToAccount(generatePrivateKey()));
    const logout = () => readOnly.client(token).call('POST /api/app/user/logout', {});
    const name = new URL(readOnly.config.DATABASE_URL).pathname.slice(1);
    await readOnly.admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await readOnly.admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await expect.poll(logout).toMatchObject({ ok: false, code: 503, error: 'busy' });
    await expect
      .poll(() => readOnly.send('/health/ready'))
      .toMatchObject({ status: 503, json: { dependencies: { database: 'failed' } } });
    // After a failover new connections lead to the writable server; the old ones never would.
    await readOnly.admin.query('set default_transaction_read_only = off');
    await readOnly.admin.query(`alter database ${name} reset default_transaction_read_only`);
    await expect.poll(logout).toMatchObject({ ok: true });
    await expect.poll(() => readOnly.send('/health/ready')).toMatchObject({ status: 200 });
  });
});
