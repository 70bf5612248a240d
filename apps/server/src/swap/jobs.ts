import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { uniswapFactoryAbi } from '@city-mint/chain-contract/generated/uniswap-factory-abi';
import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { isAddressEqual, zeroAddress } from 'viem';
import { createAgreedNode } from '#platform/chain/agreed-node.ts';
import { createLogReader, type LogReader, type LogReaderSettings } from '#platform/chain/log-reader.ts';
import { surveyChain } from '#platform/chain/survey-chain.ts';
import { type PoolRecord, swapLogs } from './chain-events.ts';
import type { SwapDeployment } from './pool-event.ts';
import { examineReports } from './reports/examine-reports.ts';

export type SwapJobDeps = Omit<LogReaderSettings<PoolRecord>, 'source'> & {
  readonly addresses: Pick<ContractAddresses, 'factory' | 'fmc' | 'wrappedNative' | 'router'>;
};

/**
 * Returns the job that records the swaps and prices of the JU/FMC pool, and the reverted ones of the swaps that wallets
 * reported. It does nothing while the pool does not exist.
 */
export function createSwapJob(deps: SwapJobDeps): (signal?: AbortSignal) => Promise<void> {
  let found: { readonly reader: LogReader; readonly deployment: SwapDeployment } | undefined;
  return async (signal) => {
    if (found === undefined) {
      const deployment = await findDeployment(deps);
      if (deployment === undefined) return;
      found = { reader: createLogReader({ ...deps, source: swapLogs(deployment) }), deployment };
    }
    while (signal?.aborted !== true && (await found.reader.poll()) === 'more');
    await examineReports(deps.db, { survey: await surveyChain(deps), deployment: found.deployment });
  };
}

/** Read from the chain, never computed: a live chain's factory may derive its pools' addresses differently. */
async function findDeployment({ addresses, ...chain }: SwapJobDeps): Promise<SwapDeployment | undefined> {
  const node = createAgreedNode({ ...chain, at: 'head' });
  const { factory, fmc, wrappedNative, router } = addresses;
  const pair = await node.readContract({
    address: factory,
    abi: uniswapFactoryAbi,
    functionName: 'getPair',
    args: [fmc, wrappedNative],
  });
  if (isAddressEqual(pair, zeroAddress)) return undefined;
  const first = await node.readContract({ address: pair, abi: uniswapPairAbi, functionName: 'token0' });
  return { pair, isFmcFirst: isAddressEqual(first, fmc), fmc, wrappedNative, router };
}
