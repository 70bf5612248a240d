import { randomUUID } from 'node:crypto';
import { accountId } from '@city-mint/domain/ledger/account-id';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';

const SPLIT = 18;
const COMPENSATION = 11;
const OUTPUT = 15;
const RESERVE = accountId({ kind: 'reserve', currency: 'JU', owner: 0n });
const EMISSION = accountId({ kind: 'emission', currency: 'FMC', owner: 0n });

let database: TestDatabase;
let owner: Database;
let worker: Database;
let users: bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 2 });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 1 });
  await buildFunds(owner, { reserve: 1_000n, emission: 5_000n });
  users = await buildParticipants(owner, { count: 3, available: 100n });
});
afterAll(async () => {
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});

type Payment = { kind: number; from: bigint; to: bigint; amount: bigint; sourceId: bigint };

const coinsOf = (user: number) => accountId({ kind: 'available', currency: 'JU', owner: users[user] ?? 0n });
const tokensOf = (user: number) => accountId({ kind: 'available', currency: 'FMC', owner: users[user] ?? 0n });

async function post(db: Database, payments: readonly Payment[]): Promise<bigint | undefined> {
  const column = (name: keyof Payment) => payments.map((payment) => payment[name].toString());
  const { rows } = await sql<{
    made: bigint;
  }>`select ledger_write_batch(${column('kind')}::int[], ${column('from')}::bigint[],
    ${column('to')}::bigint[], ${column('amount')}::numeric[], ${column('sourceId')}::bigint[]) as made`.execute(db);
  return rows[0]?.made;
}

async function balances(): Promise<string> {
  const { rows } = await sql`select id, balance from ledger_account order by id`.execute(owner);
  return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

test('default: posts several kinds from several accounts; each transfer records both balances after it', async () => {
  const made = await post(owner, [
    { kind: SPLIT, from: RESERVE, to: coinsOf(1), amount: 7n, sourceId: 1n },
    { kind: OUTPUT, from: EMISSION, to: tokensOf(0), amount: 11n, sourceId: 1n },
    { kind: SPLIT, from: RESERVE, to: coinsOf(0), amount: 5n, sourceId: 2n },
    { kind: COMPENSATION, from: RESERVE, to: coinsOf(1), amount: 3n, sourceId: 1n },
    { kind: SPLIT, from: RESERVE, to: coinsOf(2), amount: 0n, sourceId: 3n },
  ]);
  expect(made).toBe(4n);
  const { rows } =
    await sql`select kind, credit_account as to, debit_balance_after as debit, credit_balance_after as credit
    from ledger_transfer where kind in (${SPLIT}, ${COMPENSATION}, ${OUTPUT}) order by id`.execute(owner);
  expect(rows).toEqual([
    { kind: SPLIT, to: coinsOf(0), debit: 995n, credit: 105n },
    { kind: OUTPUT, to: tokensOf(0), debit: 4_989n, credit: 11n },
    { kind: SPLIT, to: coinsOf(1), debit: 988n, credit: 107n },
    { kind: COMPENSATION, to: coinsOf(1), debit: 985n, credit: 110n },
  ]);
});

test.each<[string, readonly Payment[], RegExp]>([
  [
    'an account that does not exist',
    [{ kind: SPLIT, from: RESERVE, to: 1_000_000n * 256n + 1n, amount: 1n, sourceId: 10n }],
    /does not exist/,
  ],
  ['more than there is', [{ kind: SPLIT, from: RESERVE, to: 257n, amount: 10_000n, sourceId: 11n }], /not_negative/],
  [
    'an account that gives and gets',
    [
      { kind: COMPENSATION, from: RESERVE, to: 257n, amount: 1n, sourceId: 12n },
      { kind: 2, from: 257n, to: 258n, amount: 1n, sourceId: 12n },
    ],
    /does not exist/,
  ],
  [
    'a movement that there is not',
    [{ kind: SPLIT, from: EMISSION, to: 257n, amount: 1n, sourceId: 13n }],
    /violates check/,
  ],
  [
    'the same movement twice',
    [
      { kind: SPLIT, from: RESERVE, to: 257n, amount: 1n, sourceId: 15n },
      { kind: SPLIT, from: RESERVE, to: 257n, amount: 1n, sourceId: 15n },
    ],
    /ledger_transfer_key/,
  ],
])('refusal: %s changes nothing', async (_name, payments, message) => {
  const before = await balances();
  const good = {
    kind: COMPENSATION,
    from: RESERVE,
    to: coinsOf(0),
    amount: 1n,
    sourceId: BigInt(`0x${randomUUID().slice(0, 8)}`),
  };
  await expect(post(owner, [good, ...payments])).rejects.toThrow(message);
  expect(await balances()).toBe(before);
});

test('refusal: no process posts a batch', async () => {
  const split = { kind: SPLIT, from: RESERVE, to: coinsOf(0), amount: 1n, sourceId: 14n };
  await expect(post(worker, [split])).rejects.toThrow('permission denied');
});

test('refusal: rejects an account on both sides even where every transfer is allowed', async () => {
  const escrow = accountId({ kind: 'escrow', currency: 'JU', owner: 1n });
  await sql`select ledger_open_accounts(array[${escrow}::bigint])`.execute(owner);
  const before = await balances();
  const twice = [
    { kind: 1, from: 0n, to: coinsOf(0), amount: 5n, sourceId: 77n },
    { kind: 5, from: coinsOf(0), to: escrow, amount: 1n, sourceId: 77n },
  ];
  await expect(post(owner, twice)).rejects.toThrow('does not exist');
  expect(await balances()).toBe(before);
});
