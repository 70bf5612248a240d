import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from './create-test-database.ts';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe('createTestDatabase', () => {
  test('default: migrated, separate from other databases, and gone after drop', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const [inOne, inOther] = [await connect(one.url), await connect(other.url)];
    await inOne.query('create table of_one_test (id int)');
    const { rows } = await inOther.query("select to_regclass('of_one_test') mine, to_regclass('ledger_account') ours");
    expect(rows).toEqual([{ mine: null, ours: 'ledger_account' }]);
    await Promise.all([one.drop(), other.drop()]);
    await expect(connect(one.url)).rejects.toThrow('does not exist');
  });
});
