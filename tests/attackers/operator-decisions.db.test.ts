import { randomBytes, randomUUID } from 'node:crypto';
import { paymentLine } from '@city-mint/api-contract/operator/booked-payments';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { DAY_MS, HOUR_MS } from '@city-mint/domain/time/durations';
import type { KindCheck } from '@city-mint/server/audit/checks/kind-check';
import { KIND_CHECKS } from '@city-mint/server/audit/checks/kind-checks';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sealEverything, showEventsToAuditor } from '../builders/audited-chain.ts';
import { DECIDERS, KNOWN_OPERATORS, logEntries, type SignedEntry, signDecision } from '../builders/signed-decisions.ts';
import { type BuiltPayout, payBy, payoutAction } from '../builders/signed-payouts.ts';
import { buildVaultEvent } from '../builders/vault-events.ts';
import { asRole } from '../setup/as-role.ts';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/*
 * A thief with the login of the process that performs what operators sign: it writes the log, the list of operators and
 * the decisions, and may call the functions that pay. The auditor believes only signatures of operators whom its own
 * settings name, or whom these added.
 */

const UNIT = 10n ** 18n;
const newAccount = () => privateKeyToAccount(generatePrivateKey());
const [THIEF, SECOND, STRANGER] = [newAccount(), newAccount(), newAccount()];
/** The thief's, too. */
const WALLET = newAccount();
const [ANN, BEN] = DECIDERS;
const PAYOUT = { source: 'treasury', amount: UNIT, recipient: WALLET.address } as const;
const FUNDING = {
  key: 'POST /api/ops/reserve/fund',
  fields: { amount: '7' },
  subject: 'reserve-funding',
} as const;

let database: TestDatabase;
let owner: Database;
let auditor: Database;
let login: Login;
let stolen: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 1 });
  login = await createLogin(database.url, 'city_mint_operator');
  stolen = createDatabase({ ...asRole(database.url, 'city_mint_operator'), url: login.url, maxConnections: 1 });
  const payload = { from: THIEF.address, purpose: '0x', currency: 'JU', amount: `${1_000n * UNIT}` };
  const funded = await buildVaultEvent(owner, { kind: 'funded', payload });
  await sql`select book_fundings(array[${funded}]::bigint[])`.execute(owner);
  await sql`insert into payout_recipient (address) values (${WALLET.address})`.execute(stolen);
  await sql`update payout_recipient set registered_at = now() - interval '1 year'`.execute(stolen);
});
afterAll(async () => {
  await Promise.all([owner, auditor, stolen].map((each) => each.destroy()));
  await login.drop();
  await database.drop();
});
afterEach(async () => {
  expect(await unbelieved(CREDULOUS)).toEqual([]);
});

/** Believes whatever is written. */
const credulous: KindCheck = {
  isOfChain: false,
  expected: sql`select t.id, t.debit_account as debit, t.credit_account as credit, t.amount from t`,
};
const CREDULOUS = {
  ...KIND_CHECKS,
  ...{ 'operator-payout': credulous, 'reserve-funding': credulous, 'unknown-payment': credulous },
};

/** The kinds of transfers that the auditor does not believe. */
async function unbelieved(checks = KIND_CHECKS): Promise<(string | null)[]> {
  await sql`delete from audit.finding`.execute(owner);
  await showEventsToAuditor(owner);
  await sealEverything(owner);
  const followed = await followJournal(auditor, { operators: KNOWN_OPERATORS, checks });
  return followed.result === 'stopped' ? followed.findings.map(({ kind }) => kind) : [];
}

type Entries = readonly SignedEntry[];
const payout = payoutAction(PAYOUT);
const signed = (people: readonly [PrivateKeyAccount, PrivateKeyAccount] = DECIDERS) => signDecision(payout, { people });
const held = (age: number) => signDecision(payout, { said: { issuedAt: Date.now() - age } });
const replaced = (entry: SignedEntry, from: string, to: string): SignedEntry => ({
  ...entry,
  signed: JSON.parse(JSON.stringify(entry.signed).replaceAll(from, to)),
});

/** What the thief writes into the log for a payout, by the words in the title. */
const INVENTED: Readonly<Record<string, () => Promise<Entries>>> = {
  'no entry': async () => [],
  'invented signatures': async () => (await signed()).map((entry) => ({ ...entry, signature: `0x${'1'.repeat(130)}` })),
  'signatures of wallets that the thief made operators': async () => {
    await sql`insert into operator_account (address, role, added_at)
      values (${THIEF.address}, 'approver', now()), (${SECOND.address}, 'approver', now())`.execute(stolen);
    return signed([THIEF, SECOND]);
  },
  'signatures of wallets that the thief’s wallets added in the log': async () => {
    const fields = { address: SECOND.address, role: 'approver' };
    const add = { key: 'POST /api/ops/operators/add', fields, subject: `operator ${SECOND.address}` } as const;
    await logEntries(stolen, await signDecision(add, { people: [ANN, THIEF] }));
    return signed([ANN, SECOND]);
  },
  'one operator’s signature and the thief’s': () => signed([ANN, THIEF]),
  'a confirmation without the proposal': async () => (await signed()).slice(1),
  'a proposal that was never confirmed': async () => {
    const [proposal] = await signed();
    return [proposal, { ...proposal, action: 'payouts/pay', operator: BEN.address, signedId: randomUUID() }];
  },
  'signatures for another wallet': async () => {
    const entries = await signDecision(payoutAction({ ...PAYOUT, recipient: STRANGER.address }));
    return entries.map((entry) => replaced(entry, STRANGER.address, WALLET.address));
  },
  'signatures for another amount': async () => {
    const entries = await signDecision(payoutAction({ ...PAYOUT, amount: UNIT / 2n }));
    return entries.map((entry) => replaced(entry, `"amount":"0.5"`, `"amount":"1"`));
  },
  'signatures for the funding of the reserve': async () => {
    const entries = await signDecision({ ...FUNDING, fields: { amount: formatAmount(PAYOUT.amount) } });
    return entries.map((entry) => ({ ...entry, action: entry.action.replace('reserve/fund', 'payouts/pay') }));
  },
  'two proposals, one with the fields of a confirmation that were not signed': async () => {
    const [proposal] = await signed();
    const [other] = await signed([BEN, ANN]);
    const { signed: data, proposalId } = other;
    const added = { proposalId: String(proposalId), proposedBy: ANN.address, proposalReason: 'as proposed' };
    const message = { ...data.message, ...added };
    return [
      { ...proposal, proposalId },
      { ...other, action: 'payouts/pay', proposedBy: ANN.address, signed: { ...data, message } },
    ];
  },
  'signatures for another vault': () => signDecision(payout, { said: { vault: STRANGER.address } }),
  'signatures for another chain': () => signDecision(payout, { said: { chainId: 999_997 } }),
  'signatures that were held back for an hour': () => held(HOUR_MS),
  'a proposal two days older than its confirmation': async () => {
    const [proposal] = await held(2 * DAY_MS);
    const [, confirmation] = await signed();
    return [{ ...proposal, proposalId: confirmation.proposalId }, confirmation];
  },
  'a proposal for another reason than was confirmed': async () => {
    const [proposal] = await signDecision(payout, { said: { reason: 'another one' } });
    const [, confirmation] = await signed();
    return [{ ...proposal, proposalId: confirmation.proposalId }, confirmation];
  },
  'an entry that says they were refused': async () =>
    (await signed()).map((entry) => ({ ...entry, action: entry.action.replace(/^payouts/, 'refuse payouts') })),
};

/** The thief writes entries of the log and pays what they say, by the operators whom the last one names. */
async function pay(paid: BuiltPayout, entries: Entries, { isLogged = false } = {}): Promise<void> {
  if (!isLogged) await logEntries(stolen, entries);
  const last = entries.at(-1);
  const { operator = BEN.address, signedId = randomUUID() } = last ?? {};
  await payBy(stolen, paid, { proposedBy: last?.proposedBy ?? ANN.address, approvedBy: operator, signedId });
}

describe('a payout that the thief of the operators’ login makes', () => {
  test.each(Object.keys(INVENTED))('attack: with %s is not believed', async (name) => {
    await pay(PAYOUT, (await INVENTED[name]?.()) ?? []);
    expect(await unbelieved()).toEqual(['operator-payout']);
    // Broken twin: without its check the thief is paid.
    expect(await unbelieved(CREDULOUS)).toEqual([]);
  });

  test('attack: of a larger amount is not believed, and no signature pays twice', async () => {
    const entries = await signDecision(payoutAction({ ...PAYOUT, amount: UNIT }));
    await pay({ ...PAYOUT, amount: 2n * UNIT }, entries);
    expect(await unbelieved()).toEqual(['operator-payout']);
    await expect(pay({ ...PAYOUT, amount: UNIT }, entries, { isLogged: true })).rejects.toThrow('duplicate key');
  });

  test('default: with both signatures is believed', async () => {
    await pay(PAYOUT, await signed());
    expect(await unbelieved()).toEqual([]);
  });

  test('default: with the signature of an operator that two others added is believed', async () => {
    const fields = { address: SECOND.address, role: 'approver' };
    const add = { key: 'POST /api/ops/operators/add', fields, subject: `operator ${SECOND.address}` } as const;
    await logEntries(stolen, await signDecision(add));
    await pay(PAYOUT, await signed([ANN, SECOND]));
    expect(await unbelieved()).toEqual([]);
  });
});

describe('a funding of the reserve that the thief makes', () => {
  const fund = (amount: bigint, signedId: string) =>
    sql`select fund_reserve(${amount}, 'a reason', ${signedId}::uuid)`.execute(stolen);

  test('attack: without two signatures for its amount is not believed', async () => {
    await fund(UNIT, randomUUID());
    await fund(8n * UNIT, await logEntries(stolen, await signDecision(FUNDING)));
    await fund(7n * UNIT, await logEntries(stolen, await signDecision(FUNDING, { people: [ANN, THIEF] })));
    expect(await unbelieved()).toEqual(['reserve-funding', 'reserve-funding', 'reserve-funding']);
    expect(await unbelieved(CREDULOUS)).toEqual([]);
  });

  test('default: with both signatures is believed once', async () => {
    const signedId = await logEntries(stolen, await signDecision(FUNDING));
    await fund(7n * UNIT, signedId);
    expect(await unbelieved()).toEqual([]);
    await expect(fund(7n * UNIT, signedId)).rejects.toThrow('duplicate key');
    // Also if the database did not refuse it.
    await sql`alter table reserve_funding drop constraint reserve_funding_signed_id_key`.execute(owner);
    await fund(7n * UNIT, signedId);
    expect(await unbelieved()).toEqual(['reserve-funding']);
  });
});

describe('an unknown payment that the thief books', () => {
  /** Pays the victim by a voucher that the ledger does not know; returns its number and the action of booking it. */
  async function payVictim({ deposited: units = 9n } = {}) {
    const victim = newAccount().address;
    const deposit = { account: victim, currency: 'JU', amount: `${units * UNIT}` };
    const deposited = await buildVaultEvent(owner, { kind: 'deposited', payload: deposit });
    await sql`select credit_deposits(array[${deposited}]::bigint[])`.execute(owner);
    const voucherId = `0x${randomBytes(32).toString('hex')}`;
    const payment = { account: victim, to: victim, currency: 'JU', amount: `${5n * UNIT}` };
    const seq = await buildVaultEvent(owner, { kind: 'withdrawn', payload: { voucherId, ...payment } });
    await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
        block_at)
      values (${seq}, ${voucherId}, ${victim}, ${victim}, 0, ${payment.amount}::numeric, '0x', 1, now())`.execute(
      owner,
    );
    const line = paymentLine({ sequence: String(seq), amount: '5', currency: 'JU', account: victim });
    const book = (against: 'account' | 'treasury', payments = [line]) => ({
      key: 'POST /api/ops/chain/book' as const,
      fields: { payments, against },
      subject: 'payments',
    });
    return { seq, line, book };
  }
  const bookAgainst = async (against: 'account' | 'treasury', seq: bigint | number) => {
    await sql`update unknown_payment set booked_against = ${against}, decided_at = now()
      where seq = ${seq}`.execute(stolen);
    await sql`select book_unknown_payment(${seq})`.execute(owner);
  };

  test('attack: against the account without signatures, or with those for the treasury, is not believed', async () => {
    const { seq, book } = await payVictim();
    await bookAgainst('account', seq);
    expect(await unbelieved()).toEqual(['unknown-payment']);
    await logEntries(stolen, await signDecision(book('treasury')));
    expect(await unbelieved()).toEqual(['unknown-payment']);
    expect(await unbelieved(CREDULOUS)).toEqual([]);
  });

  test('attack: against the treasury is not believed, where both signed that a paid account pays', async () => {
    const { seq, book } = await payVictim();
    await logEntries(stolen, await signDecision(book('account')));
    await bookAgainst('treasury', seq);
    expect(await unbelieved()).toEqual(['unknown-payment']);
    // Broken twin: without its check the treasury pays for the account.
    expect(await unbelieved(CREDULOUS)).toEqual([]);
  });

  test('default: against the treasury is believed, once the account has less than the payment', async () => {
    const [first, second] = [await payVictim({ deposited: 1n }), await payVictim({ deposited: 1n })];
    for (const { seq, book } of [first, second]) {
      await logEntries(stolen, await signDecision(book('account')));
      await bookAgainst('account', seq);
    }
    const { rows } = await sql<{ kinds: string }>`
      select string_agg(distinct (debit_account & 15)::text, ',') as kinds from ledger_transfer
      where kind = kind_unknown_payment() and source_id in (${first.seq}, ${second.seq})`.execute(owner);
    expect(rows).not.toEqual([{ kinds: '1' }]);
    expect(await unbelieved()).toEqual([]);
  });

  test('attack: outside the signed batch, or other than its line says, is not believed', async () => {
    const [first, second] = [await payVictim(), await payVictim()];
    const lines = [first.line, second.line.replace(': 5 JU', ': 4 JU')];
    await logEntries(stolen, await signDecision(first.book('account', lines)));
    await bookAgainst('account', first.seq);
    expect(await unbelieved()).toEqual([]);
    await bookAgainst('account', second.seq);
    expect(await unbelieved()).toEqual(['unknown-payment']);
    // Broken twin: an auditor without the check follows it.
    expect(await unbelieved(CREDULOUS)).toEqual([]);
    const third = await payVictim();
    await bookAgainst('account', third.seq);
    expect(await unbelieved()).toEqual(['unknown-payment']);
  });

  test('attack: a list that the thief altered between proposal and confirmation is not believed', async () => {
    const [first, second] = [await payVictim(), await payVictim()];
    const [proposal] = await signDecision(first.book('account'), { proposalId: 7 });
    const altered = first.book('account', [first.line, second.line]);
    const [, confirmation] = await signDecision(altered, { proposalId: 7 });
    await logEntries(stolen, [proposal, confirmation]);
    await bookAgainst('account', first.seq);
    expect(await unbelieved()).toEqual(['unknown-payment']);
  });

  test('default: every payment of a signed batch is believed, each with its own transfer', async () => {
    const batch = [await payVictim(), await payVictim(), await payVictim()];
    const lines = batch.map(({ line }) => line);
    for (const { book } of batch.slice(0, 1)) await logEntries(stolen, await signDecision(book('account', lines)));
    for (const { seq } of batch) await bookAgainst('account', seq);
    expect(await unbelieved()).toEqual([]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit.decision
      where kind = kind_unknown_payment() and source_id = any (${batch.map(({ seq }) => `${seq}`)}::bigint[])`.execute(
      owner,
    );
    expect(rows).toEqual([{ n: 3 }]);
  });

  test('default: with both signatures is believed', async () => {
    const { seq, book } = await payVictim();
    await logEntries(stolen, await signDecision(book('account')));
    await bookAgainst('account', seq);
    expect(await unbelieved()).toEqual([]);
  });
});
