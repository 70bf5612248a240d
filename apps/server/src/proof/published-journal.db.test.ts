import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { run } from '@city-mint/verify/run';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealJournal } from '#ledger/journal/commands.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';

const KEY = 'GET /api/app/proof/journal';
/** More than a page. */
const ENTRIES = 503;

describe('the published journal', () => {
  let database: TestDatabase;
  let owner: Database;
  let worker: Database;
  let api: TestApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
    api = await startTestApi({ databaseUrl: database.url });
    await buildFunds(owner, { reserve: 1_000n, emission: 5_000n });
    await buildParticipants(owner, { count: ENTRIES - 3, available: 1_000n });
    for (let sealed = 0; sealed < ENTRIES; ) sealed += await sealJournal(worker, { entrySize: 1 });
  });
  afterAll(async () => {
    await api.stop();
    await Promise.all([owner.destroy(), worker.destroy()]);
    await database.drop();
  });

  async function verify() {
    const lines: string[] = [];
    const outside = { bytes: async function* () {}, write: (line: string) => void lines.push(line) };
    return { code: await run(['journal', '--from', api.url], outside), lines };
  }

  test('default: two pages, whose chain the stand-alone verifier recomputes', async () => {
    const first = await api.client().call(KEY, {});
    if (!first.ok) throw new Error(first.msg);
    expect(first.data.items).toHaveLength(500);
    expect(first.data.items[0]?.number).toBe(`${ENTRIES}`);
    const second = await api.client().call(KEY, { cursor: first.data.nextCursor });
    expect(second).toMatchObject({ ok: true, data: { nextCursor: null } });
    expect(await verify()).toMatchObject({
      ...{ code: 0, lines: [`agrees: the entries 1 to ${ENTRIES} are one chain of hashes`, expect.any(String)] },
    });
  });

  test('attack: neither salts nor transfers are shown, and none can be guessed without the salt', async () => {
    const answer = JSON.stringify(await api.client().call(KEY, {}));
    const { rows } = await sql<{ guess: string; salt: string; digests: string; content: string }>`
      select encode(sha256(sha256(convert_to(concat_ws('|', t.id, t.debit_account, t.credit_account, t.amount, t.kind,
          t.step, t.source_id, t.debit_balance_after, t.credit_balance_after,
          (extract(epoch from t.created_at) * 1000000)::bigint), 'UTF8'))), 'hex') as guess,
        encode(j.salt, 'hex') as salt, encode(j.digests, 'hex') as digests, encode(j.content, 'hex') as content
      from ledger_journal j join ledger_transfer t on t.id = j.last_id where j.number = ${ENTRIES}`.execute(owner);
    const [row] = rows;
    if (row === undefined) throw new Error('no entry');
    expect(answer).toContain(row.content);
    for (const secret of [row.guess, row.salt, row.digests, row.digests.slice(16)])
      expect(answer).not.toContain(secret);
  });

  test('attack: an entry that was changed in the database is named', async () => {
    await sql`set session_replication_role = replica; update ledger_journal set content = sha256(content)
      where number = 100; set session_replication_role = origin`.execute(owner);
    const { code, lines } = await verify();
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^DIFFERS entry 100: its hash is 0x/)]]);
  });
});
