import { verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { sealEverything } from '@city-mint/tests/builders/audited-chain';
import { buildEveryKind } from '@city-mint/tests/builders/every-kind';
import { exitKeyOf } from '@city-mint/tests/builders/exit-keys';
import { buildVaultEvent } from '@city-mint/tests/builders/vault-events';
import { buildVestingRound } from '@city-mint/tests/builders/vesting-round';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { toBytes } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { makeLiabilitiesTrees } from './commands/make-liabilities-trees.ts';
import { readAccountLeaves, readLiabilitiesRoots } from './queries/read-liabilities.ts';
import { sha256 } from './tree/tree-hashes.ts';

/** The debt to an account, and its counters. */
type Stated = Record<'balance' | 'locked' | 'deposited' | 'withdrawn', bigint> & { currency: number; address: string };

let database: TestDatabase;
let owner: Database;
let worker: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  await buildEveryKind({ db: owner, pool });
  await buildVestingRound({ db: owner, pool });
  await sealEverything(owner);
});
afterAll(async () => {
  await Promise.all([owner.destroy(), worker.destroy()]);
  await database.drop();
});

const makeTrees = () => makeLiabilitiesTrees(worker, { readBlock: async () => 77n, readBalance: async () => 0n });

const addresses = async () =>
  (await owner.selectFrom('app_user').select('address').orderBy('id').execute()).map(({ address }) => address);

/** The statements of the newest trees about every account that they count, each proof verified. */
async function readStated(): Promise<Stated[]> {
  const stated: Stated[] = [];
  for (const tree of await readLiabilitiesRoots(worker)) {
    for (const address of await addresses()) {
      const proofs = await readAccountLeaves(worker, { tree, address, key: await exitKeyOf(worker, address) });
      const [proof] = proofs;
      if (proof === undefined) continue;
      const { deposited, withdrawn, locked } = proof.leaf;
      const balance = proofs.reduce((sum, { leaf }) => sum + leaf.amount, 0n);
      const root = { hash: tree.root, sum: tree.total };
      expect(verifyAccountLeaves(proofs, { account: toBytes(address), balance, root, hash: sha256 })).toBeNull();
      stated.push({ currency: tree.currency, address, balance, locked, deposited, withdrawn });
    }
  }
  return stated;
}

/** The same from the present rows: accounts, orders of open rounds, stages that are not paid, events of the vault. */
async function readPresent(): Promise<Stated[]> {
  const { rows } = await sql<Stated>`
    select c.currency, u.address, h.balance, h.locked, coalesce(e.deposited, 0) as deposited,
      coalesce(e.withdrawn, 0) as withdrawn
    from app_user u cross join (values (0), (1)) c (currency) cross join lateral (
      select coalesce(sum(amount), 0) as balance, coalesce(sum(amount) filter (where is_locked), 0) as locked from (
        select balance as amount, false as is_locked from ledger_account
        where id in (account_available(u.id, c.currency), account_withdrawing(u.id, c.currency))
        union all
        select accepted, true from mint_order o join round r on r.id = o.round_id
        where o.user_id = u.id and c.currency = 0 and r.state = 'open'
        union all
        select case g.stage when 2 then s.stage2 else s.stage3 end, true
        from order_settlement s join round_stage g on g.round_id = s.round_id and g.stage > 1 and g.paid_at is null
        where s.user_id = u.id and c.currency = 1
      ) amounts
    ) h left join lateral (
      select sum((payload->>'amount')::numeric) filter (where kind = 'deposited') as deposited,
        sum((payload->>'amount')::numeric) filter (where kind = 'withdrawn') as withdrawn
      from chain_event where payload->>'account' = u.address and currency_named(payload->>'currency') = c.currency
    ) e on true
    where h.balance > 0 or e.deposited > 0 or e.withdrawn > 0 order by c.currency, u.id`.execute(owner);
  return rows;
}

const readTrees = () =>
  owner
    .selectFrom('liabilities_tree')
    .select(['entry', 'block_number', 'total'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();

/** Changes everything that a tree states: a deposit, a paid withdrawal, an unknown payment. */
async function changeEverything(): Promise<void> {
  const [first = '', second = '', third = ''] = await addresses();
  const credit = { account: first, currency: 'FMC', amount: '55' };
  const deposit = await buildVaultEvent(owner, { kind: 'deposited', payload: credit });
  await sql`select credit_deposits(array[${deposit}]::bigint[])`.execute(owner);
  const { id: userId } = await owner
    .selectFrom('app_user')
    .select('id')
    .where('address', '=', second)
    .executeTakeFirstOrThrow();
  const id = BigInt(await buildWithdrawal(owner, { userId, account: second, amount: 7n, state: 'signed' }));
  const { voucher_id: voucherId } = await owner
    .selectFrom('withdrawal')
    .select('voucher_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const payment = { account: second, to: second, currency: 'JU', amount: '7', voucherId };
  const paid = await buildVaultEvent(owner, { kind: 'withdrawn', payload: payment });
  await sql`select complete_withdrawals(array[${paid}]::bigint[])`.execute(owner);
  const unknown = { account: third, to: third, currency: 'JU', amount: '9', voucherId: `0x${'77'.repeat(32)}` };
  const seq = await buildVaultEvent(owner, { kind: 'withdrawn', payload: unknown });
  await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
      block_at, booked_against)
    values (${seq}, ${unknown.voucherId}, ${third}, ${third}, 0, 9, '0x', 1, now(), 'treasury')`.execute(owner);
  await sql`select book_unknown_payment(${seq})`.execute(owner);
}

describe('trees of liabilities', () => {
  test('default: state balances, amounts in rounds and counters after the newest sealed entry', async () => {
    expect(await makeTrees()).toBe(true);
    const stated = await readStated();
    expect(stated).toEqual(await readPresent());
    expect(stated.filter(({ currency }) => currency === 1).length).toBeGreaterThan(2);
    expect(stated.filter(({ withdrawn }) => withdrawn > 0n).length).toBeGreaterThan(2);
    expect(stated.filter(({ locked, balance }) => locked > 0n && locked < balance).length).toBeGreaterThan(0);
    expect(stated.filter(({ currency, locked }) => currency === 1 && locked > 0n).length).toBeGreaterThan(0);
    const head = await owner.selectFrom('ledger_journal_head').select('number').executeTakeFirstOrThrow();
    expect(await readTrees()).toMatchObject([
      { entry: head.number, block_number: 77n },
      { entry: head.number, block_number: 77n },
    ]);
  });

  test('behavior: transfers that are not sealed are in no tree, and its block is before their events', async () => {
    const before = await readPresent();
    const [fmc, ju] = await readTrees();
    await changeEverything();
    expect(await readPresent()).not.toEqual(before);
    // The tree that exists still proves what it states.
    expect(await readStated()).toEqual(before);
    expect(await makeTrees()).toBe(true);
    expect(await readStated()).toEqual(before);
    expect(await readTrees()).toEqual([
      { ...fmc, block_number: 0n },
      { ...ju, block_number: 0n },
    ]);
    await sealEverything(owner);
    expect(await readStated()).toEqual(before);
    expect(await makeTrees()).toBe(true);
    const after = await readPresent();
    expect(await readStated()).toEqual(after);
    expect((await readTrees())[0]?.entry).toBeGreaterThan(fmc?.entry ?? 0n);
  });

  test('behavior: no tree is made while no transfer is sealed', async () => {
    const { rows } = await sql<{ number: bigint; last_id: bigint }>`
      select number, last_id from ledger_journal_head`.execute(owner);
    await sql`update ledger_journal_head set number = 0, last_id = 0`.execute(owner);
    expect(await makeTrees()).toBe(false);
    await sql`update ledger_journal_head set number = ${rows[0]?.number}, last_id = ${rows[0]?.last_id}`.execute(owner);
    expect(await makeTrees()).toBe(true);
  });
});
