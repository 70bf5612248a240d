import { MOST_BOOKED_PAYMENTS, nextBatch, paymentLine } from '@city-mint/api-contract/operator/booked-payments';
import type { OperatorClient } from '@city-mint/api-contract/operator-client/operator-client';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { buildVaultEvent } from '@city-mint/tests/builders/vault-events';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countOtherPayments, countUncovered } from '#assets/unknown-payments/queries.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';

const reason = 'after the restore';
const BLOCK = `0x${'0'.repeat(64)}`;
const HALTED = 'unexplained-event: the vault paid a voucher';

/** Books batches of payments that a restored ledger lacks, through the calls of two operators. */
describe('a batch of payments', () => {
  let database: TestDatabase;
  let api: TestApi;
  let owner: Database;
  let one: OperatorClient;
  let two: OperatorClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    api = await startTestApi({ databaseUrl: database.url });
    [one, two] = await api.operators();
  });
  afterAll(async () => {
    await api.stop();
    await owner.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    await sql`delete from unknown_payment`.execute(owner);
    await sql`delete from chain_cursor`.execute(owner);
    await sql`insert into chain_cursor (source, chain_id, genesis_hash, block_number, block_hash, block_at, halt_reason)
      values ('vault', 1, ${BLOCK}, 7, ${BLOCK}, now(), ${HALTED})`.execute(owner);
  });

  /** Pays as often from new accounts with 10 JU, 1 JU each, by vouchers that the ledger does not know. */
  async function pay({ times, amount = JU }: { readonly times: number; readonly amount?: bigint }) {
    const users = await buildParticipants(owner, { count: times, available: 10n * JU });
    const payments: { sequence: bigint; line: string; account: string; userId: bigint; voucherId: string }[] = [];
    for (const userId of users) {
      const { address: account } = await owner
        .selectFrom('app_user')
        .select('address')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const voucherId = `0x${userId.toString(16).padStart(64, 'd')}`;
      const payload = { voucherId, account, to: account, currency: 'JU', amount: `${amount}` };
      const sequence = await buildVaultEvent(owner, { kind: 'withdrawn', payload });
      await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash,
          block_number, block_at, examined_at, proven)
        values (${sequence}, ${voucherId}, ${account}, ${account}, 0, ${`${amount}`}::numeric, '0x', 8, now(), now(),
          true)`.execute(owner);
      const whole = `${amount / JU}`;
      const line = paymentLine({ sequence: `${sequence}`, amount: whole, currency: 'JU', account });
      payments.push({ sequence, line, account, userId, voucherId });
    }
    return payments;
  }

  const state = async () => {
    const { rows } = await sql<{ booked: number; transfers: number; halted: string | null }>`
      select (select count(*)::int from unknown_payment where booked_against is not null) as booked,
        (select count(*)::int from ledger_transfer where kind = kind_unknown_payment()) as transfers,
        (select halt_reason from chain_cursor where source = 'vault') as halted`.execute(owner);
    return rows[0];
  };
  const propose = (payments: string[], against: 'account' | 'treasury' = 'account') =>
    one.act('chain/book', { payments, against, reason });
  const proposalOf = async (payments: string[]) => {
    const answer = await propose(payments);
    if (!answer.ok || answer.data.proposalId === null) throw new Error(answer.ok ? 'no proposal' : answer.error);
    return answer.data.proposalId;
  };
  /** Applies the stored events as the indexer does; returns how many of them are booked. */
  const applyAll = async (sequences: readonly bigint[]) => {
    const { rows } = await sql<{ booked: number }>`
      select count(*) filter (where b.booked)::int as booked
      from unnest(${sequences.map(String)}::bigint[]) s (seq), book_unknown_payment(s.seq) b`.execute(owner);
    return rows[0]?.booked;
  };

  test('behavior: an undecided payment is listed first, however many others wait for their accounts', async () => {
    const [{ account, sequence } = { account: '', sequence: 0n }] = await pay({ times: 1 });
    await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash,
        block_number, block_at, examined_at, proven, booked_against, decided_at)
      select 1000000000 + n, '0x' || lpad(n::text, 64, '0'), ${account}, ${account}, 0, 1, ${BLOCK}, 8, now(), now(),
        true, 'treasury', now()
      from generate_series(1, ${MOST_BOOKED_PAYMENTS}::int) n`.execute(owner);
    await sql`update unknown_payment set seq = 2000000000, tx_hash = ${BLOCK} where seq = ${sequence}`.execute(owner);
    const chain = await one.call('POST /api/ops/chain', {});
    if (!chain.ok) throw new Error(chain.error);
    expect(chain.data.unknownPayments).toHaveLength(MOST_BOOKED_PAYMENTS);
    const line = paymentLine({ sequence: '2000000000', amount: '1', currency: 'JU', account });
    expect(nextBatch(chain.data.unknownPayments, 'account')).toEqual([line]);
    expect(nextBatch(chain.data.unknownPayments, 'treasury')).toEqual([line]);
  });

  test('behavior: the consequence counts what the balances do not pay one by one, and all others', async () => {
    const payments = await pay({ times: 3 });
    const [first, second] = payments;
    // Of 10 JU, 6 are paid, 5 are not, and 4 are.
    await sql`update unknown_payment set account = ${first?.account}`.execute(owner);
    const amounts = [6n, 5n, 4n];
    for (const [index, { sequence }] of payments.entries()) {
      const units = `${(amounts[index] ?? 0n) * JU}`;
      await sql`update unknown_payment set amount = ${units}::numeric where seq = ${sequence}`.execute(owner);
    }
    const sequences = payments.map(({ sequence }) => sequence);
    expect(await countUncovered(owner, sequences)).toBe(1);
    expect(await countOtherPayments(owner, sequences)).toBe(0);
    expect(await countOtherPayments(owner, [second?.sequence ?? 0n])).toBe(2);
  });

  test('default: many are booked with one signature each, every one by its own transfer, and once', async () => {
    const payments = await pay({ times: 120 });
    const proposalId = await proposalOf(payments.map(({ line }) => line));
    expect(await state()).toMatchObject({ booked: 0, halted: HALTED });
    expect(await two.confirm(proposalId, reason)).toMatchObject({ data: { state: 'done' } });
    const before = (await state())?.transfers ?? -1;
    expect(await state()).toMatchObject({ booked: 120, halted: null });
    const sequences = payments.map(({ sequence }) => sequence);
    expect(await applyAll(sequences)).toBe(120);
    expect(await applyAll(sequences)).toBe(120);
    expect(await state()).toMatchObject({ transfers: before + 120 });
    const { rows } = await sql<{ count: number; low: bigint; high: bigint }>`
      select count(distinct (kind, source_id, step))::int as count, min(balance) as low, max(balance) as high
      from unnest(${sequences.map(String)}::bigint[]) s (seq)
      join ledger_transfer t on t.kind = kind_unknown_payment() and t.source_id = s.seq
      join ledger_account a on a.id = t.debit_account`.execute(owner);
    expect(rows).toEqual([{ count: 120, low: 9n * JU, high: 9n * JU }]);
    const log = await api.client().call('GET /api/app/operatorLog', {});
    if (!log.ok) throw new Error(log.error);
    const { signed, subject, after } = log.data.items[0] ?? {};
    expect(signed?.message['payments']).toEqual(payments.map(({ line }) => line));
    expect({ subject, after }).toMatchObject({
      subject: 'payments',
      after: { payments: '120', wallets: '120', totalJu: '120', totalFmc: '0', bookedAgainst: 'account' },
    });
  });

  test('default: the consequence counts payments, wallets, JU, shortfalls and the undecided rest', async () => {
    const [first, second, third] = await pay({ times: 3, amount: 6n * JU });
    if (first === undefined || second === undefined || third === undefined) throw new Error('three payments');
    // A second payment of the first account, which has 10 JU for 12.
    await sql`update unknown_payment set account = ${first.account} where seq = ${second.sequence}`.execute(owner);
    const line = paymentLine({ sequence: `${second.sequence}`, amount: '6', currency: 'JU', account: first.account });
    const consequenceOf = async (against: 'account' | 'treasury') => {
      const fields = { payments: [first.line, line], against };
      const preview = await one.call('POST /api/ops/preview', { action: 'chain/book', fields });
      return preview.ok ? preview.data.consequence : preview.error;
    };
    const figures = { amount: '12 JU', fmc: '0 FMC', payments: '2', wallets: '1', others: '1' };
    expect(await consequenceOf('account')).toEqual({ ...figures, against: 'account', short: '1' });
    expect(await consequenceOf('treasury')).toEqual({ ...figures, against: 'treasury', short: '0' });
    // The frozen amount of a withdrawal that waits pays the second.
    const waiting = { userId: first.userId, account: first.account, amount: 6n * JU, state: 'requested' } as const;
    const withdrawalId = await buildWithdrawal(owner, waiting);
    await sql`update withdrawal set voucher_id = ${second.voucherId} where id = ${withdrawalId}`.execute(owner);
    await sql`update ledger_account set balance = balance + ${`${6n * JU}`}::numeric
      where id = account_available(${first.userId}, 0)`.execute(owner);
    expect(await consequenceOf('account')).toMatchObject({ short: '0' });
  });

  test('attack: a payment that never happened, or another amount or account, books nothing of the batch', async () => {
    const [first, second] = await pay({ times: 2 });
    if (first === undefined || second === undefined) throw new Error('two payments');
    const before = await state();
    const never = paymentLine({ sequence: '999999', amount: '1', currency: 'JU', account: one.address });
    const dearer = second.line.replace(': 1 JU', ': 2 JU');
    const fmc = second.line.replace(' JU ', ' FMC ');
    const mine = second.line.replace(second.account, one.address);
    for (const line of [never, dearer, fmc, mine]) {
      const answer = await propose([first.line, line]);
      expect(answer, line).toMatchObject({ error: 'payment-differs', details: { field: 'payments', limit: line } });
    }
    // Recorded by a thief of the indexer’s login, it is decided, but not booked: the vault has no such event.
    await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
        block_at, examined_at, proven)
      values (999999, '0x', ${one.address}, ${one.address}, 0, ${`${JU}`}::numeric, '0x', 8, now(), now(),
        true)`.execute(owner);
    await two.confirm(await proposalOf([first.line, never]), reason);
    await expect(applyAll([999_999n])).rejects.toThrow();
    expect(await state()).toMatchObject({ transfers: before?.transfers });
  });

  test('attack: a payment is booked once: not twice in a batch, nor in two batches at the same time', async () => {
    const [first, second, third] = await pay({ times: 3 });
    if (first === undefined || second === undefined || third === undefined) throw new Error('three payments');
    expect(await propose([first.line, first.line])).toMatchObject({ error: 'payment-differs' });
    const [early, late] = [await proposalOf([first.line, second.line]), await proposalOf([second.line, third.line])];
    const answers = await Promise.all([two.confirm(early, reason), two.confirm(late, reason)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: 'proposal-outdated' });
    expect(await state()).toMatchObject({ booked: 2, halted: HALTED });
    const rest = (
      await sql<{ seq: bigint }>`select seq from unknown_payment where booked_against is null`.execute(owner)
    ).rows[0]?.seq;
    const undecided = [first, third].find(({ sequence }) => sequence === rest);
    const again = await propose([undecided?.line ?? '', second.line]);
    expect(again).toMatchObject({ error: 'payment-booked', details: { limit: `${second.sequence}` } });
    expect(await state()).toMatchObject({ booked: 2 });
  });

  test('attack: a batch that changed after the proposal is refused whole, whatever changed', async () => {
    const [first, second, third] = await pay({ times: 3 });
    if (first === undefined || second === undefined || third === undefined) throw new Error('three payments');
    const changes = [
      [
        'another list',
        sql`update operator_proposal set params = jsonb_set(params, '{payments}',
        to_jsonb(array[${first.line}, ${third.line}])) where state = 'open'`,
      ],
      [
        'against another',
        sql`update operator_proposal set params = jsonb_set(params, '{against}', '"treasury"')
        where state = 'open'`,
      ],
      ['another recipient', sql`update unknown_payment set recipient = ${one.address} where seq = ${second.sequence}`],
      ['another voucher', sql`update unknown_payment set voucher_id = '0xff' where seq = ${second.sequence}`],
    ] as const;
    for (const [name, change] of changes) {
      const proposalId = await proposalOf([first.line, second.line]);
      const body = await two.signConfirmation(proposalId, reason);
      await change.execute(owner);
      const answer = await two.call('POST /api/ops/proposals/confirm', body);
      expect(answer.ok, name).toBe(false);
      expect(await state(), name).toMatchObject({ booked: 0, halted: HALTED });
      await sql`update operator_proposal set state = 'outdated', decided_at = now() where state = 'open'`.execute(
        owner,
      );
    }
  });

  test('behavior: one that a withdrawal explains after all needs no decision, and is refused in a batch', async () => {
    const [first] = await pay({ times: 1 });
    if (first === undefined) throw new Error('a payment');
    const approved = { userId: first.userId, account: first.account, amount: JU, state: 'approved' } as const;
    const withdrawalId = await buildWithdrawal(owner, approved);
    await sql`update withdrawal set voucher_id = ${first.voucherId} where id = ${withdrawalId}`.execute(owner);
    await sql`select complete_withdrawals(array[${`${first.sequence}`}]::bigint[])`.execute(owner);
    expect(await propose([first.line])).toMatchObject({ error: 'payment-booked' });
    const chain = await one.call('POST /api/ops/chain', {});
    expect(chain.ok && chain.data.unknownPayments).toEqual([]);
  });

  test('bound: a batch of 500 fits in a call, one more is refused with the limit', async () => {
    const account = one.address;
    const lines = Array.from({ length: MOST_BOOKED_PAYMENTS + 1 }, (_line, index) =>
      paymentLine({
        sequence: `${10n ** 9n + BigInt(index)}`,
        amount: `123456.${'9'.repeat(18)}`,
        currency: 'JU',
        account,
      }),
    );
    expect(await propose(lines.slice(1))).toMatchObject({ error: 'payment-differs' });
    const previewed = await one.call('POST /api/ops/preview', {
      action: 'chain/book',
      fields: { payments: lines, against: 'account' },
    });
    expect(previewed).toMatchObject({ error: 'list-too-long', details: { limit: '500' } });
  });
});
