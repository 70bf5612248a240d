import { sealEverything, showEventsToAuditor } from '@city-mint/tests/builders/audited-chain';
import { buildEveryKind } from '@city-mint/tests/builders/every-kind';
import { KNOWN_OPERATORS as operators } from '@city-mint/tests/builders/signed-decisions';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { followJournal } from './commands/follow-journal.ts';
import { believesWithdrawal } from './queries/believes-withdrawal.ts';

let database: TestDatabase;
let owner: Database;
let auditor: Database;
let open: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 2 });
  await buildEveryKind({ db: owner, pool });
  await showEventsToAuditor(owner);
  await follow();
  const last = owner.selectFrom('withdrawal').select('id').where('state', '=', 'signed').orderBy('id', 'desc');
  open = (await last.executeTakeFirstOrThrow()).id;
});
afterAll(async () => {
  await Promise.all([owner.destroy(), auditor.destroy()]);
  await database.drop();
});
beforeEach(() => sql`delete from audit.finding`.execute(owner));

async function follow() {
  await sealEverything(owner);
  return followJournal(auditor, { operators });
}

/** What the auditor says of a withdrawal while a statement of the owner is in force. */
async function believed(statement: ReturnType<typeof sql>, id = open): Promise<string | undefined> {
  const tx = await owner.startTransaction().execute();
  try {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
    return await believesWithdrawal(tx, id, operators);
  } finally {
    await tx.rollback().execute();
  }
}

describe('believesWithdrawal', () => {
  test('default: believes every open withdrawal that was followed, and no ended one', async () => {
    const rows = await owner.selectFrom('withdrawal').select(['id', 'state']).orderBy('id').execute();
    const states = await Promise.all(
      rows.map(async ({ id, state }) => [state, await believesWithdrawal(auditor, id, operators)]),
    );
    expect(new Set(states.map(String))).toEqual(
      new Set(['completed,it has ended', 'returned,it has ended', 'signed,', 'approved,']),
    );
    expect(await believesWithdrawal(auditor, 123_456n, operators)).toBe('there is no such withdrawal');
  });

  test('behavior: waits until the frozen amount is followed', async () => {
    const { user_id: userId, account } = await owner
      .selectFrom('withdrawal')
      .selectAll()
      .where('id', '=', open)
      .executeTakeFirstOrThrow();
    const id = BigInt(await buildWithdrawal(owner, { userId, account, amount: 7n, state: 'signed' }));
    expect(await believesWithdrawal(auditor, id, operators)).toBe('its frozen amount is not followed yet');
    expect(await believesWithdrawal(auditor, open, operators)).toBeUndefined();
    expect(await follow()).toMatchObject({ result: 'followed' });
    expect(await believesWithdrawal(auditor, id, operators)).toBeUndefined();
  });

  test.each([
    ['another user’s account', sql`update withdrawal set account = '0x1'`, 'its account is not its user’s address'],
    ['a larger amount', sql`update withdrawal set amount = amount + 1`, 'another amount was frozen'],
    [
      'another user',
      sql`update withdrawal w set user_id = u.id, account = u.address from app_user u
      where u.id = w.user_id + 1`,
      'another amount was frozen',
    ],
    [
      'a used voucher',
      sql`insert into audit.vault_event (seq, kind, block_number, voucher_id)
      select 900 + id, 'withdrawn', 1, voucher_id from withdrawal where state = 'signed'`,
      'its voucher is used',
    ],
    [
      'too small a balance',
      sql`update audit.balance set balance = balance - 1 where account & 15 = 2`,
      'the account does not cover its open withdrawals',
    ],
    [
      'an open finding',
      sql`insert into audit.finding (id, subject, expected, found) overriding system value
      values (7, 'transfer 1', '', '')`,
      'finding 7 is open',
    ],
  ])('attack: refuses one with %s', async (_what, statement, problem) => {
    expect(await believed(statement)).toBe(problem.replace('’', "'"));
  });

  test('behavior: believes again once people have reviewed a finding', async () => {
    expect(
      await believed(sql`insert into audit.finding (subject, expected, found, reviewed_at, review)
        values ('transfer 1', '', '', now(), 'looked at')`),
    ).toBeUndefined();
  });
});
