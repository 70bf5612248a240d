import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { createLogins } from '@city-mint/devnet/database-logins';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { startPostgres } from '@city-mint/devnet/embedded-postgres';
import { decideUnknownPayments } from '@city-mint/server/assets/unknown-payments/commands';
import { examineUnknownPayments } from '@city-mint/server/assets/unknown-payments/examine-payments';
import { listUnknownPayments } from '@city-mint/server/assets/unknown-payments/queries';
import { readLedgerTotals } from '@city-mint/server/ledger/accounts/queries';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { JU } from '../builders/rounds.ts';
import { copyRunning } from '../setup/copy-running.ts';
import { payVoucher } from '../setup/pay-voucher.ts';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '../setup/start-test-chain.ts';
import { startTestIndexer } from '../setup/start-test-indexer.ts';

const USERS = [10, 11, 12];
const AMOUNT = 5n * JU;

/** Recharges `times` for each user, all final. */
async function recharge(chain: TestChain, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) for (const index of USERS) await chain.depositNative(index, AMOUNT);
  await chain.finalize();
}

/** Returns the credits and, in the order of `USERS`, the balances: ids are in no order within a batch. */
async function credits(owner: Database): Promise<{ count: number; events: number; balances: bigint[] }> {
  const { rows } = await sql<{ count: number; events: number }>`
    select (select count(*)::int from ledger_transfer where kind = kind_deposit()) as count,
      (select count(*)::int from chain_event where kind = 'deposited') as events`.execute(owner);
  const { rows: balances } = await sql<{ balance: bigint }>`
    select balance from app_user u join ledger_account a on a.id = account_available(u.id, currency_ju())
    order by array_position(${USERS.map((index) => devAccount(index).address)}::text[], u.address)`.execute(owner);
  return { ...(rows[0] ?? { count: -1, events: -1 }), balances: balances.map(({ balance }) => balance) };
}

test('default: a restored older copy credits and pays once; broken twin: without source ids twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-restore-'));
  const [live, copy] = [join(folder, 'live'), join(folder, 'copy')];
  const servers = [await startPostgres({ dataDir: live })];
  const chain = await startTestChain();
  const close: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const end of close) await end();
    await Promise.all(servers.map((server) => server.kill()));
    await chain.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const [first] = servers;
  if (first === undefined) throw new Error('no database');
  await migrate({ url: first.url });
  await createLogins(first.url);
  const before = startTestIndexer({ databaseUrl: first.url, chain });
  await recharge(chain);
  await before.catchUp();
  await chain.depositNative(USERS[0] ?? 0, AMOUNT);
  await copyRunning(first.url, { from: live, to: copy });
  // What happens after the copy is on the chain, and in the database that is lost.
  await recharge(chain, 2);
  const paid = await payVoucher(chain, { index: USERS[1] ?? 0, amount: 2n * JU });
  await chain.finalize();
  await before.stop();
  await first.kill();

  const second = await startPostgres({ dataDir: copy });
  servers.push(second);
  const owner = createDatabase({ url: second.url });
  const after = startTestIndexer({ databaseUrl: second.url, chain });
  close.push(() => after.stop().then(() => owner.destroy()));
  expect(await credits(owner)).toMatchObject({ count: USERS.length });
  await migrate({ url: second.url });
  await after.assertSameChain();
  // The copy does not know the withdrawal: reading halts until two operators have booked it.
  while ((await after.catchUp()) !== 'halted');
  const deployment = { chainId: TEST_CHAIN_ID, vault: chain.addresses.vault, fmc: chain.addresses.fmc };
  await examineUnknownPayments({ db: owner, node: chain.publicClient, deployment });
  const [payment] = await listUnknownPayments(owner);
  expect(payment).toMatchObject({ voucherId: paid.id, amount: 2n * JU, proven: true });
  await decideUnknownPayments(owner, { sequences: [payment?.sequence ?? 0n], against: 'account' });
  expect(await after.catchUp()).toBe('caught-up');
  const deposits = 3 * USERS.length + 1;
  const restored = await credits(owner);
  expect(restored).toEqual({
    count: deposits,
    events: deposits,
    balances: [4n * AMOUNT, 3n * AMOUNT - 2n * JU, 3n * AMOUNT],
  });
  const vault = { address: chain.addresses.vault, abi: vaultAbi } as const;
  const held = await chain.publicClient.readContract({
    ...vault,
    functionName: 'accounted',
    args: [chain.nativeToken],
  });
  const totals = await readLedgerTotals(owner);
  expect(totals.JU).toEqual({ inCustody: held, sum: 0n });

  // An indexer that reads everything again finds the transfers by their source ids; without those it does not.
  const readAgain = async () => {
    await sql`delete from chain_cursor`.execute(owner);
    await sql`alter table chain_event disable trigger user`.execute(owner);
    await sql`truncate chain_event, recharge cascade`.execute(owner);
    await sql`alter table chain_event enable trigger user`.execute(owner);
    await sql`update unknown_payment set covered = 0, parts = 0, applied_at = null`.execute(owner);
    const forgetful = startTestIndexer({ databaseUrl: second.url, chain });
    expect(await forgetful.catchUp()).toBe('caught-up');
    await forgetful.stop();
    return (await credits(owner)).count;
  };
  expect(await readAgain()).toBe(deposits);
  await owner.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`update ledger_transfer set source_id = -1000 - source_id where kind = kind_deposit()`.execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
  });
  expect(await readAgain()).toBe(2 * deposits);
  const { JU: doubled } = await readLedgerTotals(owner);
  expect(doubled.inCustody - held).toBe(BigInt(deposits) * AMOUNT);
});
