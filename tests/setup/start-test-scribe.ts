import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { createRpcNodes } from '@city-mint/server/platform/chain/rpc-node';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { type CosignedRoot, cosignAnchors, type RootToSign } from '@city-mint/server/proof/commands/cosign-anchors';
import { createScribeJob } from '@city-mint/server/proof/jobs';
import { parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { asRole } from './as-role.ts';
import { TEST_CHAIN_ID, type TestChain } from './start-test-chain.ts';

type Options = {
  databaseUrl: string;
  chain: Pick<TestChain, 'url' | 'addresses'>;
  /** Node URLs to use instead of the chain's own. */
  urls?: readonly string[];
  /** Base units of JU per unit of gas. */
  maxGasPrice?: bigint;
  raiseMs?: number;
  /** The development account it uses; DEV_ROLES.scribe by default. */
  account?: number;
};

export type TestScribe = { readonly db: Database; run(): Promise<void>; stop(): Promise<void> };

/** Returns the worker's scribe with the worker's database role; it runs only when called and resends immediately. */
export function startTestScribe({ databaseUrl, chain, ...options }: Options): TestScribe {
  const db = createDatabase({ ...asRole(databaseUrl, 'city_mint_worker'), maxConnections: 2 });
  const run = createScribeJob({
    db,
    nodes: createRpcNodes({ urls: options.urls ?? [chain.url], timeoutMs: 2_000 }),
    account: privateKeyToAccount(devAccount(options.account ?? DEV_ROLES.scribe).privateKey),
    deployment: {
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

/**
 * Signs the roots that wait for the auditor's signature with its key, if `doubtOf` returns undefined: those of tests
 * without the auditor's books. The connection is the auditor's or the owner's.
 */
export function cosignRoots(
  db: Database,
  chain: Pick<TestChain, 'addresses'>,
  doubtOf: (root: RootToSign) => Promise<string | undefined> = async () => undefined,
): Promise<readonly CosignedRoot[]> {
  const { anchors, fmc } = chain.addresses;
  const deployment = { chainId: TEST_CHAIN_ID, anchors, tokens: { JU: NATIVE_TOKEN, FMC: fmc } };
  const auditor = privateKeyToAccount(devAccount(DEV_ROLES.auditor).privateKey);
  return cosignAnchors({ db, deployment, auditor, doubtOf });
}

/** Returns the contract's events, in the order of the chain. */
export async function readAnchored({ publicClient, addresses }: Pick<TestChain, 'publicClient' | 'addresses'>) {
  const contract = { address: addresses.anchors, abi: anchorsAbi, fromBlock: 0n } as const;
  const roots = await publicClient.getContractEvents({ ...contract, eventName: 'RootAnchored' });
  const liabilities = await publicClient.getContractEvents({ ...contract, eventName: 'LiabilitiesAnchored' });
  return { roots: roots.map(({ args }) => args), liabilities: liabilities.map(({ args }) => args) };
}
