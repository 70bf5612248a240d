import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { createRpcNodes } from '@city-mint/server/platform/chain/rpc-node';
import { createSharedReading } from '@city-mint/server/platform/chain/shared-reading';
import { createDatabase } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { createSwapJob } from '@city-mint/server/swap/jobs';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { asRole } from './as-role.ts';
import { createTestDatabase } from './create-test-database.ts';
import { startLyingRpc } from './lying-rpc.ts';
import { startTestApi } from './start-test-api.ts';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from './start-test-chain.ts';

/** Later than any block of a test. */
export const NO_DEADLINE = 10n ** 12n;

/** The swap log of one test: a chain with a pool of 1,000 JU and 10,000 FMC, its reading, and the API. */
export type SwapLogTest = Awaited<ReturnType<typeof startSwapLog>>;

/** Starts chain, database, a node that can lie, and the API; returns them with what reads, swaps and asks. */
export async function startSwapLog() {
  const [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
  const db = createDatabase({ ...asRole(database.url, 'city_mint_indexer'), maxConnections: 4 });
  const admin = createDatabase({ url: database.url, maxConnections: 2 });
  const rpc = await startLyingRpc(chain.url);
  const api = await startTestApi({ databaseUrl: database.url });
  return {
    ...{ chain, db, admin, rpc, api },
    /** Returns the job of an indexer that asks these nodes; by default the one that can lie. */
    newJob: (urls: readonly string[] = [rpc.url]) => newJob({ chain, urls, db }),
    signIn: (index: number) => api.signIn(privateKeyToAccount(devAccount(index).privateKey)),
    /** Returns a page of the log of the token's wallet. */
    async read(token: string, request: { limit?: number; cursor?: string; swapId?: string; txHash?: Hex } = {}) {
      const answer = await api.client(token).call('POST /api/app/user/swapLog', request);
      if (!answer.ok) throw new Error(answer.error);
      return answer.data;
    },
    ...swappers(chain),
    async stop() {
      await api.stop();
      await rpc.stop();
      await Promise.all([db.destroy(), admin.destroy()]);
      await Promise.all([chain.stop(), database.drop()]);
    },
  };
}

type JobParts = {
  readonly chain: TestChain;
  readonly urls: readonly string[];
  readonly db: ReturnType<typeof createDatabase>;
};

function newJob({ chain, urls, db }: JobParts) {
  return createSwapJob({
    ...{ db, nodes: createRpcNodes({ urls }), addresses: chain.addresses, chainId: TEST_CHAIN_ID },
    ...{ startBlock: 0n, confirmations: 64, patience: { firstPauseMs: 0 }, shared: createSharedReading() },
    log: createLogger({ name: 'test', level: 'silent' }),
  });
}

type SwapChoices = { readonly least?: bigint; readonly router?: Address; readonly gasPrice?: bigint };

/** Returns what wallets do at a router, ours unless another is named; each waits until its transaction is mined. */
function swappers(chain: TestChain) {
  const { fmc, wrappedNative } = chain.addresses;
  const buying = [wrappedNative, fmc] as const;
  const selling = [fmc, wrappedNative] as const;
  const at = (router?: Address) => ({ address: router ?? chain.addresses.router, abi: uniswapRouterAbi }) as const;
  const owner = (index: number) => devAccount(index).address;
  return {
    async allow(index: number, router?: Address) {
      const args = [at(router).address, 2n ** 255n] as const;
      const token = { address: fmc, abi: fmcAbi } as const;
      return chain.waitFor(await chain.wallet(index).writeContract({ ...token, functionName: 'approve', args }));
    },
    /** Sends a purchase of FMC and returns its hash; the gas is given, so that one that reverts is sent as well. */
    sendBuy: (index: number, amount: bigint, { least = 1n, router, ...price }: SwapChoices = {}) =>
      chain.wallet(index).writeContract({
        ...{ ...at(router), functionName: 'swapExactETHForTokens', value: amount, gas: 300_000n, ...price },
        args: [least, buying, owner(index), NO_DEADLINE],
      }),
    sendSell: (index: number, amount: bigint, { least = 1n, router, ...price }: SwapChoices = {}) =>
      chain.wallet(index).writeContract({
        ...{ ...at(router), functionName: 'swapExactTokensForETH', gas: 300_000n, ...price },
        args: [amount, least, selling, owner(index), NO_DEADLINE],
      }),
    /** Buys exactly so much FMC for so many JU at most. */
    sendBuyExact: (index: number, amount: bigint, most: bigint) =>
      chain.wallet(index).writeContract({
        ...{ ...at(), functionName: 'swapETHForExactTokens', value: most, gas: 300_000n },
        args: [amount, buying, owner(index), NO_DEADLINE],
      }),
    /** Sells at most so much FMC for exactly so many JU. */
    sendSellExact: (index: number, amount: bigint, most: bigint) =>
      chain.wallet(index).writeContract({
        ...{ ...at(), functionName: 'swapTokensForExactETH', gas: 300_000n },
        args: [amount, most, selling, owner(index), NO_DEADLINE],
      }),
  };
}
