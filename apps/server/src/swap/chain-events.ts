import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { minimumReceived } from '@city-mint/domain/swap/swap-figures';
import { getAddress, isAddressEqual } from 'viem';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { UnnumberedLogs } from '#platform/chain/log-source.ts';
import { mapLimited } from '#platform/chain/map-limited.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { type FinalSwap, type PoolChange, recordPoolChanges, recordSwaps } from './commands.ts';
import { type PoolEvent, readPoolEvent, readRouterCall, SWAP_SOURCE, type SwapDeployment } from './pool-event.ts';

const LOOKUPS_AT_ONCE = 8;

/** What is stored of the pool's logs. */
export type PoolRecord =
  | { readonly kind: 'swap'; readonly swap: FinalSwap }
  | { readonly kind: 'change'; readonly change: PoolChange };

/**
 * Returns the JU/FMC pool as a source of logs: the swaps that went through our router, whoever made them, and what the
 * pool held after each block, whoever changed it.
 */
export function swapLogs(deployment: SwapDeployment): UnnumberedLogs<PoolRecord> {
  return {
    kind: 'unnumbered',
    name: SWAP_SOURCE,
    addresses: [deployment.pair],
    async apply(tx, records) {
      await recordSwaps(
        tx,
        records.flatMap((record) => (record.kind === 'swap' ? [record.swap] : [])),
      );
      await recordPoolChanges(
        tx,
        records.flatMap((record) => (record.kind === 'change' ? [record.change] : [])),
      );
    },
    async decodeRange(node, logs, { from, to }) {
      const events = logs.flatMap((log) => {
        const event = readPoolEvent(log, deployment.isFmcFirst);
        return event === undefined ? [] : [{ event, log }];
      });
      await assertComplete(node, deployment, { from, to, events: events.map(({ event }) => event) });
      const swaps = await mapLimited(events, LOOKUPS_AT_ONCE, ({ event, log }) =>
        event.kind === 'swap' ? readSwap(node, deployment, { event, log }) : Promise.resolve(undefined),
      );
      return [
        ...swaps.flatMap((swap): PoolRecord[] => (swap === undefined ? [] : [{ kind: 'swap', swap }])),
        ...changesByBlock(events, deployment).map((change): PoolRecord => ({ kind: 'change', change })),
      ];
    },
  };
}

type ObservedEvent = { readonly event: PoolEvent; readonly log: ChainLog };

/** Returns what the pool held at the end of each block that changed it, from logs in their order. */
function changesByBlock(events: readonly ObservedEvent[], { isFmcFirst }: SwapDeployment): PoolChange[] {
  const byBlock = new Map<bigint, PoolChange>();
  for (const { event, log } of events) {
    if (event.kind !== 'sync') continue;
    const { blockNumber, blockHash, blockAt } = log;
    const [fmc, ju] = isFmcFirst ? [event.reserve0, event.reserve1] : [event.reserve1, event.reserve0];
    const changes = (byBlock.get(blockNumber)?.changes ?? 0) + 1;
    byBlock.set(blockNumber, { ju, fmc, changes, blockNumber, blockHash, blockAt });
  }
  return [...byBlock.values()];
}

type BlockRange = { readonly from: bigint; readonly to: bigint; readonly events: readonly PoolEvent[] };

/**
 * Every change of the pool's reserves emits a log, so the last one must say what the pool holds: a node may omit logs.
 */
async function assertComplete(
  node: RpcNode,
  { pair }: SwapDeployment,
  { from, to, events }: BlockRange,
): Promise<void> {
  const readReserves = async (blockNumber: bigint) => {
    const [reserve0, reserve1] = await node.readContract({
      address: pair,
      abi: uniswapPairAbi,
      functionName: 'getReserves',
      blockNumber,
    });
    return `${reserve0}/${reserve1}`;
  };
  const lastSync = events.findLast((event) => event.kind === 'sync');
  // A node without old states cannot be asked about old blocks; about the newest ones it can.
  const [reported, held] = await Promise.all([
    lastSync === undefined ? readReserves(from - 1n).catch(() => null) : `${lastSync.reserve0}/${lastSync.reserve1}`,
    readReserves(to).catch(() => null),
  ]);
  if (reported !== null && held !== null && reported !== held) {
    throw new ChainIntegrityError('sequence-gap', `the pool holds ${held} at block ${to}, its logs say ${reported}`);
  }
}

type ObservedSwap = { readonly event: Extract<PoolEvent, { kind: 'swap' }>; readonly log: ChainLog };

async function readSwap(
  node: RpcNode,
  { router }: SwapDeployment,
  { event, log }: ObservedSwap,
): Promise<FinalSwap | undefined> {
  const { from, to, input, blockHash } = await node.getTransaction({ hash: log.txHash });
  if (blockHash !== log.blockHash) throw new ChainIntegrityError('block-changed', `${log.txHash} is in another block`);
  if (to === null || !isAddressEqual(to, router) || event.paidIn === 0n || event.paidOut === 0n) return undefined;
  const routerCall = readRouterCall(input);
  return {
    account: getAddress(from),
    soldCurrency: event.sold,
    sold: event.paidIn,
    received: event.paidOut,
    minimumReceived: routerCall === undefined ? null : minimumReceived(routerCall),
    log,
  };
}
