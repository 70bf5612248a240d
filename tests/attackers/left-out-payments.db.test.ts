import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { checkPaidRounds } from '@city-mint/server/audit/commands/check-paid-rounds';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealEverything, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { KNOWN_OPERATORS as operators } from '../builders/signed-decisions.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/* A settlement that leaves out a payment: every transfer that exists is right. */

let database: TestDatabase;
let owner: Database;
let auditor: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
  await buildEveryKind({ db: owner, pool });
  await showEventsToAuditor(owner);
  await sealEverything(owner);
  await followJournal(auditor, { operators });
});
afterAll(async () => {
  await Promise.all([owner.destroy(), auditor.destroy()]);
  await database.drop();
});

const LEFT_OUT: readonly (readonly [TransferKind, number])[] = [
  ['principal-return', 0],
  ['reward', 0],
  ['split', 0],
  ['mint', 0],
  ['distribute', 2],
  ['distribute', 3],
  ['compensation', 0],
  ['mint-fee', 0],
  ['fee-share', 1],
  ['vest', 0],
  ['loss', 1],
];

/** The joins stay known; the rounds are computed again. */
const forgetRounds = () => sql`truncate audit.round, audit.finding`.execute(owner);

/** Runs the check while a statement of the database's owner is in force. */
async function checkWithout(kind: TransferKind, step: number) {
  const code = TRANSFER_KINDS[kind].code;
  const tx = await owner.startTransaction().execute();
  await sql`set local session_replication_role = replica`.execute(tx);
  const { rows } = await sql<{ round: bigint }>`
    delete from ledger_transfer where id = (
      select max(id) from ledger_transfer where kind = ${code} and step = ${step}
    ) returning case when ${code} in (6, 8, 11, 12, 14, 18)
      then (select round_id from mint_order o where o.id = source_id) else source_id end as round`.execute(tx);
  await tx.commit().execute();
  return { round: rows[0]?.round, findings: await checkPaidRounds(auditor, operators) };
}

test('default: every payment that is owed has its transfer, and each round is checked once', async () => {
  expect(await checkPaidRounds(auditor, operators)).toEqual([]);
  const { rows } = await sql<{ paid: string[] }>`select paid from audit.round order by round_id`.execute(owner);
  expect(rows.map(({ paid }) => paid.join())).toEqual(['minted,ended', 'minted,ended', 'ended', 'ended']);
});

test.each(LEFT_OUT)('attack: a left out transfer of the kind %s, step %i, is found', async (kind, step) => {
  await forgetRounds();
  await sql`create table kept as select * from ledger_transfer`.execute(owner);
  const { round, findings } = await checkWithout(kind, step);
  const subject = `round ${round} ${kind}${step === 0 ? '' : ` ${step}`}`;
  expect(findings).toEqual([expect.objectContaining({ subject, kind })]);
  expect(await checkPaidRounds(auditor, operators)).toMatchObject([{ subject }]);
  // Broken twin: a round that counts as checked.
  await sql`update audit.round set paid = '{minted,ended}'`.execute(owner);
  expect(await checkPaidRounds(auditor, operators)).toEqual([]);
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into ledger_transfer overriding system value select * from kept k
      where not exists (select from ledger_transfer t where t.id = k.id)`.execute(tx);
    await sql`drop table kept`.execute(tx);
  });
});

test('behavior: once people have reviewed it, the round is checked no more', async () => {
  await forgetRounds();
  const { findings } = await checkWithout('split', 0);
  expect(findings).toHaveLength(1);
  await sql`update audit.finding set reviewed_at = now(), review = 'paid by hand'`.execute(owner);
  expect(await checkPaidRounds(auditor, operators)).toEqual([]);
});
