import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { sealEverything } from '@city-mint/tests/builders/audited-chain';
import { exitKeyOf } from '@city-mint/tests/builders/exit-keys';
import { KNOWN_OPERATORS as operators } from '@city-mint/tests/builders/signed-decisions';
import { buildVaultEvent } from '@city-mint/tests/builders/vault-events';
import { buildWithdrawal } from '@city-mint/tests/builders/withdrawals';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type LyingRpc, startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { payVoucher } from '@city-mint/tests/setup/pay-voucher';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { sql } from 'kysely';
import { type Hex, isHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { createLogger } from '#platform/log/create-logger.ts';
import { vaultReading } from '#processes/start-scribe.ts';
import { makeLiabilitiesTrees } from '#proof/commands/make-liabilities-trees.ts';
import { readAccountLeaves, readLiabilitiesRoots } from '#proof/queries/read-liabilities.ts';
import { supportsLiabilities } from './commands/supports-liabilities.ts';
import { type AuditJobs, createAuditJobs } from './jobs.ts';
import { readAuditState } from './queries/audit-state.ts';
import { believesWithdrawal } from './queries/believes-withdrawal.ts';

const UNIT = 10n ** 18n;
const USER = 21;
const THIEF = 22;

let chain: TestChain;
let lying: LyingRpc;
let snapshot: Hex;
let database: TestDatabase;
let owner: Database;
let books: Database;
let indexer: TestIndexer;
let audit: AuditJobs;
let lines: string[];

beforeAll(async () => {
  chain = await startTestChain({ treasury: 100n * UNIT });
  lying = await startLyingRpc(chain.url);
});
afterAll(async () => {
  await lying.stop();
  await chain.stop();
});
beforeEach(async () => {
  snapshot = await chain.testClient.snapshot();
  lying.tell(undefined);
  lines = [];
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url });
  books = createDatabase(asRole(database.url, 'city_mint_auditor'));
  indexer = startTestIndexer({ databaseUrl: database.url, chain });
  const { vault, fmc } = chain.addresses;
  audit = createAuditJobs({
    db: books,
    nodes: createRpcNodes({ urls: [lying.url, chain.url, chain.url], timeoutMs: 2_000 }),
    deployment: { chainId: TEST_CHAIN_ID, vault, fmc },
    chainId: TEST_CHAIN_ID,
    confirmations: 64,
    startBlock: 0n,
    approvers: operators.approvers,
    log: createLogger({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } }),
  });
  await chain.depositNative(USER, 10n * UNIT);
  await chain.giveFmc(USER, 3n * UNIT);
  await chain.depositFmc(USER, 3n * UNIT);
  await chain.depositNative(THIEF, UNIT);
  await chain.finalize();
  await indexer.catchUp();
});
afterEach(async () => {
  await Promise.all([owner.destroy(), books.destroy(), indexer.stop()]);
  await database.drop();
  await chain.testClient.revert({ id: snapshot });
});

const signal = new AbortController().signal;

/** Seals, and lets the auditor read and follow; returns its fatal lines. */
async function run(): Promise<unknown[]> {
  await sealEverything(owner);
  await audit.readChain(signal);
  await audit.follow(signal);
  return lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60);
}

const lastFollowed = async () => {
  const { rows } = await sql<{ last_id: bigint }>`select last_id from audit.position`.execute(owner);
  return rows[0]?.last_id;
};

async function userOf(index: number): Promise<bigint> {
  const { address } = devAccount(index);
  return (await owner.selectFrom('app_user').select('id').where('address', '=', address).executeTakeFirstOrThrow()).id;
}

describe('the auditor’s own nodes', () => {
  test('default: deposits, fundings and a paid withdrawal are believed', async () => {
    expect(await run()).toEqual([]);
    const parts = { userId: await userOf(USER), account: devAccount(USER).address, amount: 4n * UNIT };
    const id = BigInt(await buildWithdrawal(owner, { ...parts, state: 'signed' }));
    expect(await believesWithdrawal(books, id, operators)).toBe('its frozen amount is not followed yet');
    expect(await run()).toEqual([]);
    expect(await believesWithdrawal(books, id, operators)).toBeUndefined();
    const { voucher_id: voucherId } = await owner
      .selectFrom('withdrawal')
      .select('voucher_id')
      .executeTakeFirstOrThrow();
    if (!isHex(voucherId)) throw new Error('no voucher id');
    await payVoucher(chain, { index: USER, amount: 4n * UNIT, id: voucherId });
    await chain.finalize();
    await indexer.catchUp();
    expect(await run()).toEqual([]);
    expect(await readAuditState(books)).toMatchObject({ openFindings: 0, behindSeconds: 0 });
    const kinds = await sql<{ kind: number }>`select distinct kind from ledger_transfer order by 1`.execute(owner);
    expect(kinds.rows.map(({ kind }) => kind)).toEqual([1, 2, 3, 20]);
  });

  test('default: leaves state the vault’s counters of account and token, and the auditor supports them', async () => {
    const parts = { userId: await userOf(USER), account: devAccount(USER).address, amount: 4n * UNIT };
    const id = BigInt(await buildWithdrawal(owner, { ...parts, state: 'signed' }));
    const { voucher_id: voucherId } = await owner
      .selectFrom('withdrawal')
      .select('voucher_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (!isHex(voucherId)) throw new Error('no voucher id');
    await payVoucher(chain, { index: USER, amount: 4n * UNIT, id: voucherId });
    await chain.depositNative(USER, 2n * UNIT);
    await chain.finalize();
    await indexer.catchUp();
    expect(await run()).toEqual([]);
    const { vault, fmc } = chain.addresses;
    const reading = vaultReading(chain.publicClient, { chainId: TEST_CHAIN_ID, vault, fmc });
    expect(await makeLiabilitiesTrees(owner, reading)).toBe(true);
    const trees = await readLiabilitiesRoots(owner);
    expect(trees).toHaveLength(2);
    for (const tree of trees) {
      expect(tree.total).toBe(tree.vault_balance);
      expect(await supportsLiabilities(books, tree.id)).toMatchObject({ result: 'supported' });
      for (const { address } of [devAccount(USER), devAccount(THIEF)]) {
        const [deposited, withdrawn] = await chain.publicClient.readContract({
          ...{ address: vault, abi: vaultAbi, functionName: 'totalsOf', blockNumber: tree.block_number },
          args: [address, tree.currency === 0 ? chain.nativeToken : fmc],
        });
        const leaves = await readAccountLeaves(owner, { tree, address, key: await exitKeyOf(owner, address) });
        expect(leaves).toHaveLength(deposited > 0n ? 4 : 0);
        for (const { leaf } of leaves) expect(leaf).toMatchObject({ deposited, withdrawn });
      }
    }
  });

  test('behavior: transfers of events wait until the nodes have reached the ledger’s block', async () => {
    await sealEverything(owner);
    await audit.follow(signal);
    expect(await lastFollowed()).toBe(0n);
    expect(await run()).toEqual([]);
    expect(await lastFollowed()).toBeGreaterThan(0n);
  });

  test('attack: an invented deposit that the ledger credits is found, and nothing is co-signed', async () => {
    await run();
    const payload = { account: devAccount(THIEF).address, currency: 'JU', amount: `${9n * UNIT}` };
    const sequence = await buildVaultEvent(owner, { kind: 'deposited', payload });
    await sql`select credit_deposits(array[${sequence}]::bigint[])`.execute(indexer.db);
    const parts = { userId: await userOf(THIEF), account: devAccount(THIEF).address, amount: 9n * UNIT };
    const id = BigInt(await buildWithdrawal(owner, { ...parts, state: 'signed' }));
    expect(await run()).toMatchObject([{ kind: 'deposit', expected: 'no such transfer' }]);
    expect(await believesWithdrawal(books, id, operators)).toMatch(/^finding \d+ is open$/);
    // Said once.
    expect(await run()).toHaveLength(1);
  });

  test('attack: one lying node shows the auditor no deposit', async () => {
    await run();
    const payload = { account: devAccount(THIEF).address, currency: 'JU', amount: `${9n * UNIT}` };
    const sequence = await buildVaultEvent(owner, { kind: 'deposited', payload });
    await sql`select credit_deposits(array[${sequence}]::bigint[])`.execute(indexer.db);
    // The node repeats the logs of the real deposits in the newest block.
    lying.tell(async (call, ask) =>
      call.method === 'eth_getLogs'
        ? { result: await ask({ ...call, params: [{ address: chain.addresses.vault, fromBlock: '0x0' }] }) }
        : undefined,
    );
    await chain.mine(3);
    expect(await run()).toMatchObject([{ kind: 'deposit', expected: 'no such transfer' }]);
  });
});
