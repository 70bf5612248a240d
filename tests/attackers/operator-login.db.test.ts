import { accountId } from '@city-mint/domain/ledger/account-id';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { believesWithdrawal } from '@city-mint/server/audit/queries/believes-withdrawal';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealEverything, showBuiltBalances, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildFunds, buildParticipants } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';
import { DECIDERS, decide, KNOWN_OPERATORS } from '../builders/signed-decisions.ts';
import { buildWithdrawal } from '../builders/withdrawals.ts';
import { asRole } from '../setup/as-role.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A thief with the login of the process that performs what operators sign: everything that it may execute or write, and
 * what each is worth. Payouts, fundings and bookings are in operator-decisions.db.test.ts.
 */

/** At most, by each function with more rights. */
const EXECUTES: Readonly<Record<string, string>> = {
  approve_withdrawal: 'an approval, for which the auditor wants two signatures',
  cancel_round: 'every principal of an open round is returned whole',
  chain_cursor_resume: 'reading continues after a halt; the auditor reads with nodes of its own',
  database_position: 'the public hash of a journal entry',
  end_plan: 'no further round opens',
  exchange_grant_release: 'a grant of hash power is sent again, with the same id',
  exchange_grant_retry_now: 'the same',
  free_exchange_account: 'a user binds their account at the exchange again',
  fund_reserve: 'the treasury’s money in the reserve; the auditor wants two signatures',
  ledger_journal_acknowledge: 'a fault of the journal is no longer shown; the auditor stops at it',
  ledger_lock_accounts: 'waiting',
  ledger_open_accounts: 'empty accounts',
  pay_operator: 'a quarter of the operator’s earnings frozen; the auditor wants two signatures',
  reject_withdrawal: 'the amount is returned to its user',
  remove_leaderboard_name: 'a user is hidden until they choose another name',
  revoke_plan: 'no further round opens',
};

/** At most, by each table that it writes. */
const WRITES: Readonly<Record<string, string>> = {
  'delete announcement': 'texts',
  'delete announcement_text': 'texts',
  'delete contact_link': 'texts',
  'delete faq_entry': 'texts',
  'delete faq_text': 'texts',
  'delete operator_request': 'an operator’s call is answered as busy',
  'delete operator_signed_id': 'a signature of the last ten minutes is used again',
  'delete round_suspension': 'a round continues',
  'delete text_override': 'texts',
  'insert announcement': 'texts',
  'insert announcement_text': 'texts',
  'insert city': 'a city without a plan',
  'insert contact_link': 'texts',
  'insert faq_entry': 'texts',
  'insert faq_text': 'texts',
  'insert mining_setting': 'nothing; the auditor wants operators’ signatures',
  'insert operator_account': 'operators of this process, whom the auditor does not believe',
  'insert operator_log': 'entries without a valid signature, which everyone sees',
  'insert operator_proposal': 'proposals that nobody signed',
  'insert operator_signed_id': 'a signature is refused as used',
  'insert payout_recipient': 'a wallet; see pay_operator',
  'insert phase_plan': 'rounds by any terms, for which the auditor wants two signatures',
  'insert pool_setting': 'see mining_setting',
  'insert region_rule': 'regions are refused or admitted',
  'insert round_suspension': 'a round waits for a day, then every principal is returned',
  'insert team_grant': 'a rank, for which the auditor wants operators’ signatures',
  'insert team_setting': 'thresholds of ranks, for which the auditor wants two signatures',
  'insert text_override': 'texts',
  'update announcement': 'texts',
  'update announcement_text': 'texts',
  'update city': 'a name, a place',
  'update contact_link': 'texts',
  'update faq_entry': 'texts',
  'update faq_text': 'texts',
  'update mining_setting': 'see insert',
  'update operator_account': 'see insert',
  'update operator_proposal': 'proposals end',
  'update operator_request': 'a false answer to an operator',
  'update operator_session': 'sessions end',
  'update operator_signed_id': 'a false refusal',
  'update payout_recipient': 'see insert',
  'update pool_setting': 'see insert',
  'update region_rule': 'see insert',
  'update reserve_setting': 'a cap, for which the auditor wants two signatures',
  'update system_switch': 'pauses, resumes',
  'update text_override': 'texts',
  'update unknown_payment': 'a booking; the auditor wants two signatures',
  'update withdrawal': 'whether further vouchers are signed',
  'update withdrawal_hold': 'no wait for new addresses, which only their user names',
  'update withdrawal_limit': 'no limit but the vault’s cap',
};

let database: TestDatabase;
let pool: pg.Pool;
let owner: Database;
let auditor: Database;
let login: Login;
let stolen: Database;
let victim: bigint;
let victimAddress: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, maxConnections: 2 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
  login = await createLogin(database.url, 'city_mint_operator');
  stolen = createDatabase({ ...asRole(database.url, 'city_mint_operator'), url: login.url, maxConnections: 1 });
  await buildFunds(owner, { reserve: 100n * JU, emission: 0n, treasury: 100n * JU });
  [victim = 0n] = await buildParticipants(owner, { count: 1, available: 20n * JU });
  const user = await owner.selectFrom('app_user').selectAll().where('id', '=', victim).executeTakeFirstOrThrow();
  victimAddress = user.address;
});
afterAll(async () => {
  await Promise.all([owner, auditor, stolen].map((each) => each.destroy()));
  await login.drop();
  await database.drop();
});

/** Every right of the login in the catalogue. */
async function rights(): Promise<{ executes: string[]; writes: string[] }> {
  const executes = await sql<{ name: string }>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and has_function_privilege('city_mint_operator', p.oid, 'execute') order by 1`.execute(owner);
  const writes = await sql<{ name: string }>`
    select kind || ' ' || c.relname as name
    from pg_class c, unnest(array['insert', 'update', 'delete', 'truncate']) kind
    where c.relnamespace in ('public'::regnamespace, 'audit'::regnamespace) and c.relkind in ('r', 'v')
      and case when kind in ('delete', 'truncate') then has_table_privilege('city_mint_operator', c.oid, kind)
        else has_any_column_privilege('city_mint_operator', c.oid, kind) end
    order by 1`.execute(owner);
  return { executes: executes.rows.map(({ name }) => name), writes: writes.rows.map(({ name }) => name) };
}

const balanceOf = async (kind: 'available' | 'withdrawing') => {
  const id = accountId({ kind, currency: 'JU', owner: victim });
  const row = await owner.selectFrom('ledger_account').select('balance').where('id', '=', id).executeTakeFirst();
  return row?.balance ?? 0n;
};

async function follow() {
  await showEventsToAuditor(owner);
  await showBuiltBalances(owner);
  await sealEverything(owner);
  return followJournal(auditor, { operators: KNOWN_OPERATORS });
}

describe('a thief of the operators’ login', () => {
  test('default: has these rights and no other', async () => {
    const { executes, writes } = await rights();
    expect(executes).toEqual(Object.keys(EXECUTES).sort());
    expect(writes.toSorted()).toEqual(Object.keys(WRITES).sort());
  });

  test('broken twin: a further right is noticed', async () => {
    await sql`grant update (address) on app_user to city_mint_operator`.execute(owner);
    expect((await rights()).writes).toContain('update app_user');
    await sql`revoke update (address) on app_user from city_mint_operator`.execute(owner);
  });

  test('attack: takes no other role', async () => {
    for (const role of ['worker', 'indexer', 'api', 'ops', 'verifier', 'auditor'])
      await expect(sql.raw(`set role city_mint_${role}`).execute(stolen)).rejects.toThrow('permission denied');
  });

  test('attack: rejects a withdrawal, whose whole amount its user has again', async () => {
    const parts = { userId: victim, account: victimAddress, amount: tokenAmount(5n * JU) };
    const id = await buildWithdrawal(owner, { ...parts, state: 'requested' });
    expect([await balanceOf('available'), await balanceOf('withdrawing')]).toEqual([15n * JU, 5n * JU]);
    await sql`select reject_withdrawal(${id})`.execute(stolen);
    expect([await balanceOf('available'), await balanceOf('withdrawing')]).toEqual([20n * JU, 0n]);
  });

  test('attack: approves a withdrawal by itself, and the auditor signs no voucher for it', async () => {
    const parts = { userId: victim, account: victimAddress, amount: tokenAmount(3n * JU) };
    const id = BigInt(await buildWithdrawal(owner, { ...parts, state: 'requested' }));
    const [ann, ben] = DECIDERS;
    await sql`select approve_withdrawal(${id}, ${ann.address}, ${ben.address})`.execute(stolen);
    expect(await follow()).toMatchObject({ result: 'followed' });
    const believed = () => believesWithdrawal(auditor, id, KNOWN_OPERATORS);
    expect(await believed()).toBe('no two operators signed its approval');
    const approve = (withdrawalId: bigint) => ({
      ...{ key: 'POST /api/ops/withdrawals/approve' as const, subject: `withdrawal ${id}` },
      fields: { withdrawalId: withdrawalId.toString() },
    });
    await decide(stolen, approve(id + 1n));
    expect(await believed()).toBe('no two operators signed its approval');
    await decide(stolen, approve(id));
    expect(await believed()).toBeUndefined();
  });
});
