import { TRANSFER_KIND_NAMES, TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { sealJournal } from '@city-mint/server/ledger/journal/commands';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

let database: TestDatabase;
let owner: Database;
let auditor: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 2 });
  await buildEveryKind({ db: owner, pool });
  await showEventsToAuditor(owner);
});
afterAll(async () => {
  await Promise.all([owner.destroy(), auditor.destroy()]);
  await database.drop();
});

describe('the auditor', () => {
  test('default: believes an honest history of every kind, and has the balances of the ledger', async () => {
    const { rows } = await sql<{ kind: number; count: number }>`
      select kind, count(*)::int as count from ledger_transfer group by kind order by kind`.execute(owner);
    expect(rows.map(({ kind }) => kind)).toEqual(TRANSFER_KIND_NAMES.map((name) => TRANSFER_KINDS[name].code));
    await sealJournal(owner);
    await sealJournal(owner);
    expect(await followJournal(auditor)).toMatchObject({ result: 'followed' });
    expect(await followJournal(auditor)).toEqual({ result: 'complete' });
  });
});
