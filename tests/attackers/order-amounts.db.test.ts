import { accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KIND_NAMES, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { KindCheck } from '@city-mint/server/audit/checks/kind-check';
import { KIND_CHECKS } from '@city-mint/server/audit/checks/kind-checks';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { paySettlementParts, runRounds } from '@city-mint/server/rounds/jobs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealEverything, showBuiltBalances, showEventsToAuditor } from '../builders/audited-chain.ts';
import { acceptAnyTerms } from '../builders/consent.ts';
import { createJoins } from '../builders/joins.ts';
import { buildFunds, buildParticipants } from '../builders/participants.ts';
import { buildPlan, JU, openRound } from '../builders/rounds.ts';
import { KNOWN_OPERATORS } from '../builders/signed-decisions.ts';
import { signPlans } from '../builders/signed-settings.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A settlement pays by the orders. No login writes one after its join; whoever owns the database does, with the
 * sum of the round as it was, and the settlement follows. The auditor pays by the joins that it has followed.
 */

const ROLES = ['api', 'ops', 'operator', 'worker', 'verifier', 'indexer', 'auditor'] as const;

let database: TestDatabase;
let owner: Database;
let auditor: Database;
let victim: bigint;
let thief: bigint;
let roundId: bigint;

beforeEach(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
  await buildFunds(owner, { reserve: 100n * JU, emission: 10_000n * JU });
  [victim = 0n, thief = 0n] = await buildParticipants(owner, { count: 2, available: 900n * JU });
  await acceptAnyTerms(owner, [victim, thief]);
  const round = await openRound(owner, buildPlan({ rounds: 1, terms: { stageDelaysMs: [0, 3_600_000, 7_200_000] } }));
  ({ roundId } = round);
  const join = createJoins({ pool, db: owner });
  for (const [userId, amount] of [
    [victim, 900n],
    [thief, 100n],
  ] as const) {
    const asked = { userId, amount: tokenAmount(amount * JU), requestId: crypto.randomUUID(), consented: true };
    expect(await join({ ...round, ...asked })).toHaveProperty('order');
  }
});
afterEach(async () => {
  await Promise.all([owner.destroy(), auditor.destroy()]);
  await database.drop();
});

/** Believes any transfer. */
const credulous: KindCheck = {
  isOfChain: false,
  expected: sql`select t.id, t.debit_account as debit, t.credit_account as credit, t.amount from t`,
};
const CREDULOUS = Object.fromEntries(TRANSFER_KIND_NAMES.map((kind) => [kind, credulous])) as Record<
  TransferKind,
  KindCheck
>;

async function follow(checks = KIND_CHECKS) {
  await showEventsToAuditor(owner);
  await showBuiltBalances(owner);
  await signPlans(owner);
  await sealEverything(owner);
  return followJournal(auditor, { operators: KNOWN_OPERATORS, checks });
}

/** The thief's order becomes the victim's, and the other way round. */
const swapAmounts = () =>
  sql`update mint_order set asked = ${1_000n * JU} - accepted, accepted = ${1_000n * JU} - accepted`.execute(owner);

async function settle(): Promise<void> {
  await runRounds(owner);
  await paySettlementParts(owner);
  await runRounds(owner);
}

async function balanceOf(user: bigint, currency: 'JU' | 'FMC'): Promise<bigint> {
  const id = accountId({ kind: 'available', currency, owner: user });
  const row = await owner.selectFrom('ledger_account').select('balance').where('id', '=', id).executeTakeFirst();
  return row?.balance ?? 0n;
}

async function writersOf(table: string): Promise<string[]> {
  const rows = await Promise.all(
    ROLES.map((role) =>
      sql<{ role: string }>`
        select ${role} as role where has_any_column_privilege(${`city_mint_${role}`}, ${table}, 'insert')
          or has_any_column_privilege(${`city_mint_${role}`}, ${table}, 'update')
          or has_table_privilege(${`city_mint_${role}`}, ${table}, 'delete')`.execute(owner),
    ),
  );
  return rows.flatMap((found) => found.rows.map(({ role }) => role));
}

describe('amounts of orders', () => {
  test('attack: no login writes an order; broken twin: a right to its amount is noticed', async () => {
    expect(await writersOf('mint_order')).toEqual([]);
    await sql`grant update (accepted) on mint_order to city_mint_worker`.execute(owner);
    expect(await writersOf('mint_order')).toEqual(['worker']);
    await sql`revoke update (accepted) on mint_order from city_mint_worker`.execute(owner);
  });

  test('attack: swapped after the joins, they pay the thief, and the auditor believes no payment', async () => {
    expect(await follow()).toMatchObject({ result: 'followed' });
    await swapAmounts();
    await settle();
    // 900 JU less the fee, for an order of 100.
    expect(await balanceOf(thief, 'JU')).toBeGreaterThan(1_690n * JU);
    const followed = await follow();
    const kinds = followed.result === 'stopped' ? followed.findings.map(({ kind }) => kind) : [];
    expect(kinds).toEqual(expect.arrayContaining(['principal-return', 'mint']));
    await sql`delete from audit.finding`.execute(owner);
    // Broken twin: without checks the settlement is followed.
    expect(await follow(CREDULOUS)).toMatchObject({ result: 'followed' });
  });

  test('attack: swapped before the joins are followed, neither joins nor payments are believed', async () => {
    await swapAmounts();
    await settle();
    const followed = await follow();
    const kinds = followed.result === 'stopped' ? followed.findings.map(({ kind }) => kind) : [];
    expect(kinds).toEqual(expect.arrayContaining(['join', 'principal-return']));
  });

  test('attack: swapped once the totals are known, the next stage of the thief is not believed', async () => {
    await settle();
    expect(await follow()).toMatchObject({ result: 'followed' });
    await swapAmounts();
    await sql`select ledger_write_transfer(kind_distribute(),
      ${accountId({ kind: 'vesting', currency: 'FMC', owner: roundId })}::bigint,
      ${accountId({ kind: 'available', currency: 'FMC', owner: thief })}::bigint,
      div(900 * r.stage2, 1000), o.id, 2)
      from mint_order o join audit.round r on r.round_id = o.round_id
      where o.user_id = ${thief}`.execute(owner);
    expect(await follow()).toMatchObject({ result: 'stopped', findings: [{ kind: 'distribute' }] });
  });

  test('default: as they joined, the settlement is believed', async () => {
    await settle();
    expect(await follow()).toMatchObject({ result: 'followed' });
  });
});
