import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#platform/database/database.ts';
import { purgeSessions } from './commands/purge-sessions.ts';

describe('purgeSessions', () => {
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

  test('default: deletes expired rows in batches, and no row that may still be used or requested', async () => {
    const insert = (expiresAt: string, count: number) =>
      owner.query(`
        with numbers as (select sha256(random()::text::bytea) as hash, n from generate_series(1, ${count}) n),
          sessions as (insert into session (token_hash, user_id, expires_at)
            select hash, n, now() + ${expiresAt} from numbers),
          operators as (insert into operator_session (token_hash, address, nonce, signature, expires_at)
            select hash, '0x' || repeat('1', 40), left(repeat(encode(hash, 'hex'), 2), 100), '0x' || repeat('1', 130),
              now() + ${expiresAt} from numbers),
          nonces as (insert into sign_in_nonce_used (nonce, expires_at)
            select left(repeat(encode(hash, 'hex'), 2), 100), now() + ${expiresAt} from numbers),
          requests as (insert into sign_in_request (token_hash, nonce, signature, asked_at)
            select hash, left(repeat(encode(hash, 'hex'), 2), 100), '0x', now() + ${expiresAt} from numbers)
        insert into confirmation (nonce, user_id, action, fields, message, expires_at)
        select left(encode(hash, 'hex'), 32), n, 'bind-inviter', '{}', '', now() + ${expiresAt} from numbers`);
    await insert("interval '-8 days'", 2_500);
    await insert("interval '1 minute'", 3);
    const worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 });
    expect(await purgeSessions(worker, new AbortController().signal)).toBe(5 * 2_500);
    expect(await purgeSessions(worker, new AbortController().signal)).toBe(0);
    await worker.destroy();
    const { rows } = await owner.query(`select (select count(*)::int from session) as sessions,
      (select count(*)::int from operator_session) as operators,
      (select count(*)::int from sign_in_request) as requests,
      (select count(*)::int from sign_in_nonce_used) as nonces, (select count(*)::int from confirmation) as texts`);
    expect(rows).toEqual([{ sessions: 3, operators: 3, requests: 3, nonces: 3, texts: 3 }]);
  });
});
