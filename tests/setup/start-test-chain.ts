import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { DEFAULT_CHAIN_ID } from '@city-mint/chain-contract/chains';
import { deployContracts } from '@city-mint/chain-contract/deploy';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { waitForReceipt } from '@city-mint/chain-contract/transaction-sender';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { startAnvil } from '@city-mint/devnet/anvil';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import {
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type PublicClient,
  parseSignature,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
} from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

export const TEST_CHAIN_ID = DEFAULT_CHAIN_ID;
const UNIT = 10n ** 18n;
const NO_REFERENCE: Hex = `0x${'0'.repeat(64)}`;

/** A chain of one test with all contracts; only transactions and `mine` add blocks. */
export type TestChain = Awaited<ReturnType<typeof startTestChain>>;

type TestWallet = WalletClient<Transport, Chain, PrivateKeyAccount>;

/**
 * Starts anvil and deploys the contracts; returns clients and actions of users. A block is final `2 * slotsInAnEpoch`
 * blocks later.
 */
export async function startTestChain(options: { slotsInAnEpoch?: number; treasury?: bigint } = {}) {
  const slotsInAnEpoch = options.slotsInAnEpoch ?? 2;
  const anvil = await startAnvil({ chainId: TEST_CHAIN_ID, slotsInAnEpoch });
  const chain: Chain = defineChain({
    id: TEST_CHAIN_ID,
    name: 'test',
    nativeCurrency: { name: 'JU', symbol: 'JU', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  });
  const transport = http(anvil.url, { retryCount: 0 });
  const publicClient: PublicClient = createPublicClient({ transport, cacheTime: 0, pollingInterval: 10 });
  const testClient = createTestClient({ chain, transport, mode: 'anvil' });
  const wallet = (index: number): TestWallet =>
    createWalletClient({ account: privateKeyToAccount(devAccount(index).privateKey), chain, transport });
  const deploy = () =>
    deployContracts({
      ...deploySettings(options.treasury ?? 0n),
      publicClient,
      walletClient: wallet(DEV_ROLES.operator),
    });
  const addresses = await deploy();
  const mine = async (blocks: number) => testClient.mine({ blocks });
  return {
    anvil,
    url: anvil.url,
    addresses,
    publicClient,
    testClient,
    wallet,
    mine,
    /** Deploys the same contracts once more; returns the addresses. */
    deployOthers: deploy,
    /**
     * Replaces the newest `depth` blocks by blocks with the transactions in `again`, each with the index of its block.
     */
    reorg: (change: { depth: number; again?: readonly [TransactionAgain, number][] }) =>
      callAnvil(anvil.url, 'anvil_reorg', [change.depth, change.again ?? []]),
    /** Mines until the newest block is final. */
    finalize: () => mine(2 * slotsInAnEpoch),
    ...users({ wallet, publicClient, addresses }),
    stop: () => anvil.kill(),
  };
}

/** A transaction that a reorganisation includes again in one of its blocks. */
export type TransactionAgain = { from: Hex; to: Hex; data: Hex; value: Hex };

/** Calls a method that viem has no function for; throws when anvil returns an error. */
async function callAnvil(url: string, method: string, params: readonly unknown[]): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await reply.text();
  if (text.includes('"error"')) throw new Error(`${method}: ${text}`);
}

/** A cap may be everything that the vault accounts for. */
const WHOLE = { shareBps: 10_000, floor: 1n };

/** Returns the settings of a test's deployment; `treasury` in base units of JU. */
export function deploySettings(treasury: bigint) {
  const operator = devAccount(DEV_ROLES.operator).address;
  const rule = { listed: true, window: 3_600n, minDeposit: 1n, windowCap: 1_000_000n * UNIT };
  return {
    signer: devAccount(DEV_ROLES.voucherSigner).address,
    auditor: devAccount(DEV_ROLES.auditor).address,
    admin: operator,
    isLocal: true,
    pausers: [operator, devAccount(DEV_ROLES.guard).address],
    canceller: operator,
    funder: operator,
    scribe: devAccount(DEV_ROLES.scribe).address,
    adminDelaySeconds: 0,
    fmcSupply: 10_000_000n * UNIT,
    emission: 1_000_000n * UNIT,
    treasury,
    rules: { ju: rule, fmc: rule },
    ceilings: { ju: { ...rule, ...WHOLE }, fmc: { ...rule, ...WHOLE } },
    pool: { ju: 1_000n * UNIT, fmc: 10_000n * UNIT },
  };
}

type UserTools = {
  wallet: (index: number) => TestWallet;
  publicClient: PublicClient;
  addresses: ContractAddresses;
};

/** Returns what users do with their wallets; each action waits until its transaction is mined. */
function users({ wallet, publicClient, addresses: { vault, fmc } }: UserTools) {
  const wait = async (hash: Hex): Promise<TransactionReceipt> => {
    const receipt = await waitForReceipt(publicClient, hash);
    if (receipt.status !== 'success') throw new Error(`transaction ${hash} was reverted`);
    return receipt;
  };
  const depositNative = async (index: number, amount: bigint) =>
    wait(
      await wallet(index).writeContract({
        address: vault,
        abi: vaultAbi,
        functionName: 'depositNative',
        args: [NO_REFERENCE],
        value: amount,
      }),
    );
  const giveFmc = async (index: number, amount: bigint) => {
    const to = devAccount(index).address;
    const sender = wallet(DEV_ROLES.operator);
    return wait(
      await sender.writeContract({ address: fmc, abi: fmcAbi, functionName: 'transfer', args: [to, amount] }),
    );
  };
  const depositFmc = async (index: number, amount: bigint) => {
    const sender = wallet(index);
    await wait(
      await sender.writeContract({ address: fmc, abi: fmcAbi, functionName: 'approve', args: [vault, amount] }),
    );
    const args = [fmc, amount, NO_REFERENCE] as const;
    return wait(await sender.writeContract({ address: vault, abi: vaultAbi, functionName: 'deposit', args }));
  };
  const depositFmcWithPermit = async (index: number, amount: bigint) => {
    const sender = wallet(index);
    const owner = sender.account.address;
    const [nonce, { timestamp }] = await Promise.all([
      publicClient.readContract({ address: fmc, abi: fmcAbi, functionName: 'nonces', args: [owner] }),
      publicClient.getBlock(),
    ]);
    const deadline = timestamp + 3_600n;
    const signature = await sender.signTypedData({
      domain: { name: 'FMC', version: '1', chainId: TEST_CHAIN_ID, verifyingContract: fmc },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: { owner, spender: vault, value: amount, nonce, deadline },
    });
    const { r, s, yParity } = parseSignature(signature);
    const args = [fmc, amount, NO_REFERENCE, deadline, 27 + yParity, r, s] as const;
    return wait(await sender.writeContract({ address: vault, abi: vaultAbi, functionName: 'depositWithPermit', args }));
  };
  return { depositNative, giveFmc, depositFmc, depositFmcWithPermit, waitFor: wait, nativeToken: NATIVE_TOKEN };
}
