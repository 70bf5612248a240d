import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { createRpcNodes } from '@city-mint/server/platform/chain/rpc-node';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { createScribeJob } from '@city-mint/server/proof/jobs';
import { parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { TEST_CHAIN_ID, type TestChain } from './start-test-chain.ts';

type Options = {
  databaseUrl: string;
  chain: Pick<TestChain, 'url' | 'addresses'>;
  /** Nodes to ask instead of the chain itself. */
  urls?: readonly string[];
  /** Base units of JU for a unit of gas, at most. */
  maxGasPrice?: bigint;
  raiseMs?: number;
  /** Whose key it holds; DEV_ROLES.scribe unless told. */
  account?: number;
};

export type TestScribe = { readonly db: Database; run(): Promise<void>; stop(): Promise<void> };

/** The worker's scribe on the worker's own database role, running only when told, and sending again at once. */
export function startTestScribe({ databaseUrl, chain, ...options }: Options): TestScribe {
  const db = createDatabase({ url: databaseUrl, role: 'city_mint_worker', maxConnections: 2 });
  const run = createScribeJob({
    db,
    nodes: createRpcNodes({ urls: options.urls ?? [chain.url], timeoutMs: 2_000 }),
    account: privateKeyToAccount(devAccount(options.account ?? DEV_ROLES.scribe).privateKey),
    place: {
      chainId: TEST_CHAIN_ID,
      anchors: chain.addresses.anchors,
      tokens: { JU: NATIVE_TOKEN, FMC: chain.addresses.fmc },
      startBlock: 0n,
    },
    confirmations: 64,
    maxGasPrice: options.maxGasPrice ?? parseGwei('100'),
    resendMs: 0,
    raiseMs: options.raiseMs ?? 120_000,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  return { db, run: () => run(), stop: () => db.destroy() };
}

/** Every root that the contract says it took, in the order of the chain. */
export async function readAnchored({ publicClient, addresses }: Pick<TestChain, 'publicClient' | 'addresses'>) {
  const contract = { address: addresses.anchors, abi: anchorsAbi, fromBlock: 0n } as const;
  const settlements = await publicClient.getContractEvents({ ...contract, eventName: 'SettlementAnchored' });
  const liabilities = await publicClient.getContractEvents({ ...contract, eventName: 'LiabilitiesAnchored' });
  return { settlements: settlements.map(({ args }) => args), liabilities: liabilities.map(({ args }) => args) };
}
