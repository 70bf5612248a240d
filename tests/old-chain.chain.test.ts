import { chainById } from '@city-mint/chain-contract/chains';
import { deployContracts } from '@city-mint/chain-contract/deploy';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { sendRecharge } from '@city-mint/devnet/programs/crowd-member';
import { createPaymentWatch } from '@city-mint/server/assets/watch/watch-payments';
import { createRpcNodes } from '@city-mint/server/platform/chain/rpc-node';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { createSwapJob } from '@city-mint/server/swap/jobs';
import { listSwaps } from '@city-mint/server/swap/swaps/queries';
import { sql } from 'kysely';
import { createPublicClient, createWalletClient, type Hash, http, type WriteContractParameters, zeroHash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asRole } from './setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from './setup/create-test-database.ts';
import { type Lie, type LyingRpc, startLyingRpc } from './setup/lying-rpc.ts';
import { oldChain } from './setup/old-chain.ts';
import { payVoucher } from './setup/pay-voucher.ts';
import { deploySettings, startTestChain, TEST_CHAIN_ID, type TestChain } from './setup/start-test-chain.ts';
import { startTestIndexer } from './setup/start-test-indexer.ts';
import { cosignRoots, startTestScribe } from './setup/start-test-scribe.ts';
import { type WrongGas, wrongGas } from './setup/wrong-gas.ts';

const UNIT = 10n ** 18n;

describe('on a chain without EIP-1559', () => {
  let chain: TestChain;
  let old: LyingRpc;
  let database: TestDatabase;
  let owner: Database;
  let roots = 0;

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
  const withType = (call: object) => ({ ...call, type: 'legacy' }) as unknown as WriteContractParameters;
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

  test.each<[string, Lie]>([
    ['as it is', oldChain],
    ['where gas is estimated too low', wrongGas('too-little', oldChain)],
    ['where gas is estimated absurdly high', wrongGas('too-much', oldChain)],
    ['where gas is not estimated at all', wrongGas('not-at-all', oldChain)],
  ])('default: the scribe anchors a root, %s', async (_name, lie) => {
    old.tell(lie);
    await sql`truncate anchor, anchor_transaction`.execute(owner);
    roots += 1;
    await sql`insert into anchor (kind, subject, root)
      values ('journal', ${roots}, sha256(${`root ${roots}`}::text::bytea))`.execute(owner);
    await cosignRoots(owner, chain);
    const scribe = startTestScribe({ databaseUrl: database.url, chain, urls: [old.url] });
    await scribe.run();
    await chain.finalize();
    await scribe.run();
    await scribe.stop();
    old.tell(oldChain);
    const anchor = await owner.selectFrom('anchor').select(['state', 'tx_hash']).executeTakeFirstOrThrow();
    expect(anchor.state).toBe('final');
    expect(await typeOf(anchor.tx_hash as Hash)).toBe('legacy');
  });

  test.each<[WrongGas]>([['too-much'], ['not-at-all']])(
    'behavior: a deployment where gas is estimated %s fails at its first transaction',
    async (how) => {
      const nonce = () => chain.publicClient.getTransactionCount({ address: devAccount(DEV_ROLES.operator).address });
      const before = await nonce();
      old.tell(wrongGas(how, oldChain));
      const deployment = deployContracts({
        ...deploySettings(5n),
        publicClient: createPublicClient({ chain: network(), transport: http(old.url), pollingInterval: 10 }),
        walletClient: wallet(DEV_ROLES.operator),
      });
      await expect(deployment).rejects.toThrow();
      old.tell(oldChain);
      expect((await nonce()) - before).toBeLessThanOrEqual(1);
    },
  );

  test('default: approvals and swaps both ways are old transactions, and the log has them', async () => {
    const { router, fmc, wrappedNative } = chain.addresses;
    const user = wallet(23);
    const me = user.account.address;
    await chain.giveFmc(23, 50n * UNIT);
    const exchange = { type: 'legacy', address: router, abi: uniswapRouterAbi, gas: 300_000n } as const;
    const approved = await user.writeContract({
      ...{ type: 'legacy', address: fmc, abi: fmcAbi, functionName: 'approve', args: [router, 20n * UNIT] },
    });
    await chain.waitFor(approved);
    const sold = await user.writeContract({
      ...{ ...exchange, functionName: 'swapExactTokensForETH' },
      args: [20n * UNIT, UNIT, [fmc, wrappedNative], me, 10n ** 12n],
    });
    await chain.waitFor(sold);
    const bought = await user.writeContract({
      ...{ ...exchange, functionName: 'swapETHForExactTokens', value: UNIT },
      args: [5n * UNIT, [wrappedNative, fmc], me, 10n ** 12n],
    });
    await chain.waitFor(bought);
    for (const hash of [approved, sold, bought]) expect(await typeOf(hash)).toBe('legacy');
    await chain.finalize();
    const db = createDatabase({ ...asRole(database.url, 'city_mint_indexer'), maxConnections: 2 });
    await createSwapJob({
      ...{ db, nodes: createRpcNodes({ urls: [old.url] }), addresses: chain.addresses, chainId: TEST_CHAIN_ID },
      ...{ startBlock: 0n, confirmations: 64, log: createLogger({ name: 'test', level: 'silent' }) },
    })();
    const swaps = await listSwaps(db, { account: me, after: null, limit: 10 });
    expect(swaps.map((swap) => [swap.tx_hash, swap.is_final, swap.gas_fee !== null])).toEqual([
      [bought, true, true],
      [sold, true, true],
    ]);
    await db.destroy();
  });

  test('default: a voucher is redeemed by an old transaction', async () => {
    await chain.depositNative(24, 3n * UNIT);
    const legacy = { ...wallet(24), writeContract: (call: object) => wallet(24).writeContract(withType(call)) };
    await payVoucher(
      { ...chain, wallet: () => legacy as ReturnType<TestChain['wallet']> },
      { index: 24, amount: UNIT },
    );
    const [paid] = await chain.publicClient.getContractEvents({
      ...{ address: chain.addresses.vault, abi: vaultAbi, eventName: 'Withdrawn', fromBlock: 'latest' },
    });
    expect(paid?.args).toMatchObject({ account: devAccount(24).address, amount: UNIT });
    expect(await typeOf(paid?.transactionHash ?? zeroHash)).toBe('legacy');
  });

  test('default: the auditor pauses the vault, however wrongly gas is estimated', async () => {
    old.tell(wrongGas('not-at-all', oldChain));
    const { vault, fmc } = chain.addresses;
    const db = createDatabase(asRole(database.url, 'city_mint_auditor'));
    const auditor = createPaymentWatch({
      ...{ db, chainId: TEST_CHAIN_ID, confirmations: 64, startBlock: 0n, guard: account(DEV_ROLES.guard) },
      nodes: createRpcNodes({ urls: [old.url] }),
      deployment: { chainId: TEST_CHAIN_ID, vault, fmc },
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    await payVoucher(chain, { index: 21, amount: 1n });
    expect(await auditor.watch()).toBe('pausing');
    await chain.finalize();
    expect(await auditor.watch()).toBe('paused');
    old.tell(oldChain);
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
