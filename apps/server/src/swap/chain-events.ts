import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { getAddress, isAddressEqual } from 'viem';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { FollowedLogs } from '#platform/chain/follow-logs.ts';
import { mapLimited } from '#platform/chain/map-limited.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { recordSwaps } from './commands/record-swaps.ts';
import { minimumReceived } from './minimum-received.ts';
import { type PoolEvent, readPoolEvent } from './read-pool-event.ts';
import type { SwapDeployment, SwapRow } from './swap-row.ts';

const LOOKUPS_AT_ONCE = 8;

/** What the logs of the JU/FMC pool mean: the swaps that went through our router, whoever made them. */
export function swapLogs(place: SwapDeployment): FollowedLogs<SwapRow> {
  return {
    name: 'swap',
    address: place.pair,
    take: recordSwaps,
    async read(node, logs, { from, to }) {
      const events = logs.flatMap((log) => {
        const event = readPoolEvent(log, place.isFmcFirst);
        return event === undefined ? [] : [{ event, log }];
      });
      await assertComplete(node, place, { from, to, events: events.map(({ event }) => event) });
      const rows = await mapLimited(events, LOOKUPS_AT_ONCE, ({ event, log }) =>
        event.kind === 'swap' ? readSwap(node, place, { event, log }) : Promise.resolve(undefined),
      );
      return rows.flatMap((row) => (row === undefined ? [] : [row]));
    },
  };
}

type Stretch = { readonly from: bigint; readonly to: bigint; readonly events: readonly PoolEvent[] };

/** Every change of the pool's reserves is reported by a log, so the last report has to be what the pool holds: a node may leave logs out. */
async function assertComplete(node: RpcNode, { pair }: SwapDeployment, { from, to, events }: Stretch): Promise<void> {
  const reserves = async (blockNumber: bigint) => {
    const [reserve0, reserve1] = await node.readContract({
      address: pair,
      abi: uniswapPairAbi,
      functionName: 'getReserves',
      blockNumber,
    });
    return `${reserve0}/${reserve1}`;
  };
  const last = events.findLast((event) => event.kind === 'sync');
  // A node without old states cannot be asked about old blocks; about the newest ones it can.
  const [reported, held] = await Promise.all([
    last === undefined ? reserves(from - 1n).catch(() => null) : `${last.reserve0}/${last.reserve1}`,
    reserves(to).catch(() => null),
  ]);
  if (reported !== null && held !== null && reported !== held) {
    throw new ChainIntegrityError('sequence-gap', `the pool holds ${held} at block ${to}, its logs say ${reported}`);
  }
}

type SwapSighting = { readonly event: Extract<PoolEvent, { kind: 'swap' }>; readonly log: ChainLog };

async function readSwap(
  node: RpcNode,
  { router }: SwapDeployment,
  { event, log }: SwapSighting,
): Promise<SwapRow | undefined> {
  const { from, to, input, blockHash } = await node.getTransaction({ hash: log.txHash });
  if (blockHash !== log.blockHash) throw new ChainIntegrityError('block-changed', `${log.txHash} is in another block`);
  if (to === null || !isAddressEqual(to, router) || event.paidIn === 0n || event.paidOut === 0n) return undefined;
  return {
    account: getAddress(from),
    soldCurrency: event.sold,
    sold: event.paidIn,
    received: event.paidOut,
    minimumReceived: minimumReceived(input),
    log,
  };
}
