import { paymentLine } from '@city-mint/api-contract/operator/booked-payments';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { signDueWithdrawal } from '@city-mint/server/assets/withdrawals/commands/sign-due-withdrawal';
import type { KindCheck } from '@city-mint/server/audit/checks/kind-check';
import { KIND_CHECKS } from '@city-mint/server/audit/checks/kind-checks';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { believesWithdrawal } from '@city-mint/server/audit/queries/believes-withdrawal';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealEverything, showBuiltBalances, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildParticipants } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';
import { DECIDERS, decide, KNOWN_OPERATORS } from '../builders/signed-decisions.ts';
import { buildComparison, buildVaultEvent } from '../builders/vault-events.ts';
import { buildWithdrawal } from '../builders/withdrawals.ts';
import { asRole } from '../setup/as-role.ts';
import { breakFunction } from '../setup/break-function.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A thief with the login of the process that performs operators' actions, and an account with 100 JU: it wants the
 * amount of one withdrawal twice. With the indexer's login too, it wants a paid withdrawal to be returned.
 */

const VAULT = getAddress('0x5fbdb2315678afecb367f032d93f642f64180aa3');
const AMOUNT = 100n * JU;
/** The rights that the operators' login had before. */
const FORMER_RIGHT = sql`grant update (state, due_at, proposed_by, approved_by) on withdrawal to city_mint_operator`;

let database: TestDatabase;
let owner: Database;
let auditor: Database;
let worker: Database;
let indexer: Database;
let operator: Database;
let thief: bigint;
let account: string;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  const open = (role: Parameters<typeof asRole>[1]) =>
    createDatabase({ ...asRole(database.url, role), maxConnections: 1 });
  auditor = open('city_mint_auditor');
  worker = open('city_mint_worker');
  indexer = open('city_mint_indexer');
  operator = open('city_mint_operator');
  [thief = 0n] = await buildParticipants(owner, { count: 2, available: AMOUNT });
  const user = owner.selectFrom('app_user').select('address').where('id', '=', thief);
  ({ address: account } = await user.executeTakeFirstOrThrow());
  await sql`insert into chain_cursor (source, chain_id, block_number, block_hash, block_at, head_number, head_at)
    values ('vault', 1, 1, '0x1', now(), 1, now())`.execute(owner);
});
afterEach(async () => {
  await Promise.all([owner, auditor, worker, indexer, operator].map((each) => each.destroy()));
  await database.drop();
});

async function follow(checks = KIND_CHECKS) {
  await showEventsToAuditor(owner);
  await showBuiltBalances(owner);
  await sealEverything(owner);
  return followJournal(auditor, { operators: KNOWN_OPERATORS, checks });
}

async function sign() {
  await buildComparison(owner);
  const signer = privateKeyToAccount(devAccount(3).privateKey);
  return signDueWithdrawal({ db: worker, deployment: { chainId: 31_337, vault: VAULT, fmc: VAULT }, signer });
}

const believed = (id: bigint, db = auditor) => believesWithdrawal(db, id, KNOWN_OPERATORS);
const build = async (state: 'approved' | 'signed') =>
  BigInt(await buildWithdrawal(owner, { userId: thief, account, amount: AMOUNT, state }));
const available = async () => {
  const { rows } = await sql<{ balance: bigint }>`
    select ledger_balance(account_available(${thief}, currency_ju())) as balance`.execute(owner);
  return rows[0]?.balance;
};
const setState = (id: bigint, state: string) =>
  sql`update withdrawal set state = ${state}, due_at = now() where id = ${id}`.execute(operator);

/** Rejects the first withdrawal, and gets both signatures for a second one of the same amount. */
async function withdrawRejected(): Promise<{ readonly rejected: bigint; readonly signed: bigint }> {
  const rejected = await build('approved');
  await sql`select reject_withdrawal(${rejected})`.execute(operator);
  const signed = await build('approved');
  expect(await sign()).toBe('signed');
  expect(await follow()).toMatchObject({ result: 'followed' });
  expect(await believed(signed)).toBeUndefined();
  return { rejected, signed };
}

describe('a thief with the login of the operators’ process: a rejected withdrawal', () => {
  test('attack: gets no second voucher, since no right or function revives it', async () => {
    const { rejected, signed } = await withdrawRejected();
    for (const id of [rejected, signed]) await expect(setState(id, 'approved')).rejects.toThrow('permission denied');
    const [ann, ben] = DECIDERS;
    const approve = sql<{ done: boolean }>`
      select approve_withdrawal(${rejected}, ${ann.address}, ${ben.address}) as done`;
    expect((await approve.execute(operator)).rows).toEqual([{ done: false }]);
    await sql`update withdrawal set cancel_asked_at = null`.execute(operator);
    expect(await sign()).toBe('none');
    // Broken twin: a function that approves any state lets it be signed.
    await breakFunction(owner, 'approve_withdrawal', [` and state = 'requested'`, '']);
    expect((await approve.execute(operator)).rows).toEqual([{ done: true }]);
  });

  test('attack: with the former right the worker signs the amount twice, and the auditor does not', async () => {
    const { rejected, signed } = await withdrawRejected();
    await FORMER_RIGHT.execute(owner);
    await setState(signed, 'completed');
    await setState(rejected, 'approved');
    expect(await sign()).toBe('signed');
    expect(await follow()).toEqual({ result: 'complete' });
    expect(await believed(rejected)).toBe('its amount is no longer frozen');
    // Broken twin: without the transfer that returned the amount, the auditor signs too.
    const tx = await owner.startTransaction().execute();
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from ledger_transfer where kind = kind_withdrawal_returned()`.execute(tx);
    expect(await believed(rejected, tx)).toBeUndefined();
    await tx.rollback().execute();
  });
});

/** The vault pays the withdrawal; the thief records an unknown payment instead. Returns the number of the event. */
async function payUnrecorded(id: bigint): Promise<bigint> {
  const row = owner.selectFrom('withdrawal').select('voucher_id').where('id', '=', id);
  const { voucher_id: voucherId } = await row.executeTakeFirstOrThrow();
  const payload = { voucherId, account, to: account, currency: 'JU', amount: `${AMOUNT}` };
  const seq = await buildVaultEvent(indexer, { kind: 'withdrawn', payload });
  await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
      block_at)
    values (${seq}, ${voucherId}, ${account}, ${account}, 0, ${`${AMOUNT}`}::numeric, '0x', 1, now())`.execute(indexer);
  await sql`update unknown_payment set booked_against = 'treasury', decided_at = now()`.execute(operator);
  await sql`update withdrawal_voucher set deadline = now() - interval '1 minute'`.execute(owner);
  return seq;
}

/** Books the payment against an empty treasury, as if the withdrawal were no longer open, and returns it. */
async function bookAndReturn(id: bigint, seq: bigint) {
  await setState(id, 'returned');
  await sql`select book_unknown_payment(${seq})`.execute(indexer);
  await setState(id, 'signed');
  // The booked payment counts as gone from the vault, so ledger and vault agree.
  await buildComparison(owner);
  return (await sql`select return_expired_withdrawal(${id}) as done`.execute(indexer)).rows;
}

describe('a thief with the logins of the operators’ process and the indexer: a paid withdrawal', () => {
  test('attack: is not booked as an unknown payment, so that ledger and vault never agree', async () => {
    const id = await build('signed');
    const seq = await payUnrecorded(id);
    await expect(bookAndReturn(id, seq)).rejects.toThrow('permission denied');
    await expect(sql`select book_unknown_payment(${seq})`.execute(indexer)).rejects.toThrow('explains event');
    const { rows } = await sql`select unapplied_vault_event(0, ${seq}) as seq`.execute(owner);
    expect(rows).toEqual([{ seq }]);
  });

  test('attack: with the former right it is returned; the auditor wants two signatures for the booking', async () => {
    const id = await build('signed');
    const seq = await payUnrecorded(id);
    await FORMER_RIGHT.execute(owner);
    expect(await bookAndReturn(id, seq)).toEqual([{ done: true }]);
    // Paid once by the vault, and in the account again.
    expect(await available()).toBe(AMOUNT);
    expect(await follow()).toMatchObject({ result: 'stopped', findings: [{ kind: 'withdrawal-returned' }] });
    // Broken twin: an auditor that believes the stored decision follows the return.
    await sql`delete from audit.finding`.execute(owner);
    expect(await follow({ ...KIND_CHECKS, 'withdrawal-returned': trusting })).toMatchObject({ result: 'followed' });
  });

  test('default: a return before a payment that two operators booked is believed', async () => {
    const id = await build('signed');
    const seq = await payUnrecorded(id);
    await FORMER_RIGHT.execute(owner);
    await bookAndReturn(id, seq);
    const line = paymentLine({ sequence: String(seq), amount: formatAmount(AMOUNT), currency: 'JU', account });
    const fields = { payments: [line], against: 'treasury' };
    await decide(operator, { key: 'POST /api/ops/chain/book', fields, subject: 'payments' });
    expect(await follow()).toMatchObject({ result: 'followed' });
  });
});

/** Believes a return if the vault did not pay, or a stored decision says that its payment is booked. */
const trusting: KindCheck = {
  isOfChain: true,
  expected: sql`
    select t.id, t.debit_account as debit, t.credit_account as credit, w.amount
    from t join withdrawal w on w.id = t.source_id
    where not exists (
      select from audit.vault_event e where e.voucher_id = w.voucher_id and e.kind = 'withdrawn'
        and not exists (select from unknown_payment p where p.seq = e.seq and p.booked_against is not null))`,
};
