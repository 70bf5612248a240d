import { chainById } from '@city-mint/chain-contract/chains';
import { deployContracts } from '@city-mint/chain-contract/deploy';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { sendRecharge } from '@city-mint/devnet/programs/crowd-member';
import { createWatcher } from '@city-mint/server/assets/watch/watch-payments';
import { createRpcNodes } from '@city-mint/server/platform/chain/rpc-node';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { sql } from 'kysely';
import { createPublicClient, createWalletClient, type Hash, http, zeroHash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from './setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from './setup/create-test-database.ts';
import { type LyingRpc, startLyingRpc } from './setup/lying-rpc.ts';
import { oldChain } from './setup/old-chain.ts';
import { payVoucher } from './setup/pay-voucher.ts';
import { deploySettings, startTestChain, TEST_CHAIN_ID, type TestChain } from './setup/start-test-chain.ts';
import { startTestIndexer } from './setup/start-test-indexer.ts';
import { startTestScribe } from './setup/start-test-scribe.ts';

describe('on a chain without EIP-1559', () => {
  let chain: TestChain;
  let old: LyingRpc;
  let database: TestDatabase;
  let owner: Database;

  beforeAll(async () => {
    chain = await startTestChain();
    old = await startLyingRpc(chain.url);
    old.tell(oldChain);
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url });
  });
  afterAll(async () => {
    await owner.destroy();
    await database.drop();
    await old.stop();
    await chain.stop();
  });

  const account = (index: number) => privateKeyToAccount(devAccount(index).privateKey);
  const network = () => chainById(TEST_CHAIN_ID, { rpcUrl: old.url });
  const wallet = (index: number) =>
    createWalletClient({ account: account(index), chain: network(), transport: http(old.url, { retryCount: 0 }) });
  const typeOf = async (hash: Hash) => (await chain.publicClient.getTransaction({ hash })).type;

  test('default: the contracts are deployed', async () => {
    const { vault } = await deployContracts({
      ...deploySettings(5n),
      publicClient: createPublicClient({ chain: network(), transport: http(old.url), pollingInterval: 10 }),
      walletClient: wallet(DEV_ROLES.operator),
    });
    const deployed = { address: vault, abi: vaultAbi } as const;
    expect(await chain.publicClient.readContract({ ...deployed, functionName: 'signer' })).toBe(
      devAccount(DEV_ROLES.voucherSigner).address,
    );
    expect(await chain.publicClient.getBalance({ address: vault })).toBe(5n);
  });

  test('default: the crowd recharges, and the indexer credits it', async () => {
    const endpoints = { rpcUrl: old.url, chainId: TEST_CHAIN_ID };
    await sendRecharge({ account: account(20), endpoints, vault: chain.addresses.vault });
    await chain.finalize();
    const indexer = startTestIndexer({ databaseUrl: database.url, chain, urls: [old.url] });
    expect(await indexer.catchUp()).toBe('caught-up');
    await indexer.stop();
    const [recharge] = await owner.selectFrom('recharge').select(['tx_hash', 'amount']).execute();
    expect(recharge?.amount).toBe(2_000n * 10n ** 18n);
    expect(await typeOf((recharge?.tx_hash ?? zeroHash) as Hash)).toBe('legacy');
  });

  test('default: the scribe anchors a root', async () => {
    await sql`insert into anchor (kind, subject, root) values ('journal', 1, sha256('root'))`.execute(owner);
    const scribe = startTestScribe({ databaseUrl: database.url, chain, urls: [old.url] });
    await scribe.run();
    await chain.finalize();
    await scribe.run();
    await scribe.stop();
    const anchor = await owner.selectFrom('anchor').select(['state', 'tx_hash']).executeTakeFirstOrThrow();
    expect(anchor.state).toBe('final');
    expect(await typeOf(anchor.tx_hash as Hash)).toBe('legacy');
  });

  test('default: the watcher pauses the vault', async () => {
    const { vault, fmc } = chain.addresses;
    const db = createDatabase(asRole(database.url, 'city_mint_watcher'));
    const watcher = createWatcher({
      ...{ db, chainId: TEST_CHAIN_ID, confirmations: 64, startBlock: 0n, guard: account(DEV_ROLES.guard) },
      nodes: createRpcNodes({ urls: [old.url] }),
      deployment: { chainId: TEST_CHAIN_ID, vault, fmc },
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    await payVoucher(chain, { index: 21, amount: 1n });
    expect(await watcher.watch()).toBe('pausing');
    await chain.finalize();
    expect(await watcher.watch()).toBe('paused');
    await db.destroy();
  });

  test('broken twin: a transaction of the type that viem prefers is refused', async () => {
    const deposit = wallet(22).writeContract({
      ...{ address: chain.addresses.vault, abi: vaultAbi, functionName: 'depositNative', args: [zeroHash], value: 1n },
      ...{ type: 'eip1559', maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n },
    });
    await expect(deposit).rejects.toThrow('transaction type not supported');
  });
});
