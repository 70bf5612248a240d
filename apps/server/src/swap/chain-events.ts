import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { swapBounds } from '@city-mint/domain/swap/swap-figures';
import type { Address } from 'viem';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import { checksumAddress } from '#platform/chain/decode-log.ts';
import type { UnnumberedLogs } from '#platform/chain/log-source.ts';
import { mapLimited } from '#platform/chain/map-limited.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { ReceiptLog } from '#platform/chain/read-receipts.ts';
import { readTransactions, type SentTransaction } from '#platform/chain/read-transactions.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { type PoolEvent, readPoolEvent, readRouterCall, SWAP_SOURCE, type SwapDeployment } from './pool-event.ts';
import { type PoolChange, recordPoolChanges } from './prices/commands.ts';
import { type SwapTransaction, swapAccount } from './swap-account.ts';
import { type PoolSwap, recordFinalSwaps, replacePendingSwaps } from './swaps/commands.ts';

const LOOKUPS_AT_ONCE = 8;

/** The records stored from the pool's logs. */
export type PoolRecord =
  | { readonly kind: 'swap'; readonly swap: PoolSwap }
  | { readonly kind: 'change'; readonly change: PoolChange };

/**
 * Returns the JU/FMC pool as a log source: all of its swaps, however they were made, including those of blocks that are
 * not final, and the pool's reserves after each final block.
 */
export function swapLogs(deployment: SwapDeployment): UnnumberedLogs<PoolRecord> {
  return {
    kind: 'unnumbered',
    name: SWAP_SOURCE,
    addresses: [deployment.pair],
    async apply(tx, records) {
      await recordFinalSwaps(tx, swapsIn(records));
      await recordPoolChanges(
        tx,
        records.flatMap((record) => (record.kind === 'change' ? [record.change] : [])),
      );
    },
    async replacePending(tx, { items, finalNumber }) {
      await replacePendingSwaps(tx, { swaps: items === null ? null : swapsIn(items), finalNumber });
    },
    async decodeRange(node, logs, { from, to }) {
      const events = logs.flatMap((log) => {
        const event = readPoolEvent(log, deployment.isFmcFirst);
        return event === undefined ? [] : [{ event, log }];
      });
      await assertComplete(node, deployment, { from, to, events: events.map(({ event }) => event) });
      const observed = events.flatMap(({ event, log }) =>
        event.kind === 'swap' && event.paidIn > 0n && event.paidOut > 0n ? [{ event, log }] : [],
      );
      const transactions = await readTransactions(
        node,
        observed.map(({ log }) => log),
      );
      const swaps = await mapLimited(observed, LOOKUPS_AT_ONCE, ({ event, log }) =>
        readSwap(node, deployment, { event, log, transaction: transactions.get(log.txHash) }),
      );
      return [
        ...swaps.flatMap((swap): PoolRecord[] => (swap === undefined ? [] : [{ kind: 'swap', swap }])),
        ...changesByBlock(events, deployment).map((change): PoolRecord => ({ kind: 'change', change })),
      ];
    },
  };
}

function swapsIn(records: readonly PoolRecord[]): PoolSwap[] {
  return records.flatMap((record) => (record.kind === 'swap' ? [record.swap] : []));
}

type ObservedEvent = { readonly event: PoolEvent; readonly log: ChainLog };

/** Returns the pool's reserves at the end of each block that changed them, from logs in their order. */
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
 * Nodes may omit logs. Every change of the pool's reserves emits one, so the last log must match the pool's reserves.
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
  // A node without old states cannot answer for old blocks, but it can for the newest ones.
  const [reported, held] = await Promise.all([
    lastSync === undefined ? readReserves(from - 1n).catch(() => null) : `${lastSync.reserve0}/${lastSync.reserve1}`,
    readReserves(to).catch(() => null),
  ]);
  if (reported !== null && held !== null && reported !== held) {
    throw new ChainIntegrityError('sequence-gap', `the pool holds ${held} at block ${to}, its logs say ${reported}`);
  }
}

type ObservedSwap = { readonly event: Extract<PoolEvent, { kind: 'swap' }>; readonly log: ChainLog };

/** Returns a swap of the pool; undefined when it belongs to no wallet. */
async function readSwap(
  node: RpcNode,
  deployment: SwapDeployment,
  { event, log, transaction }: ObservedSwap & { readonly transaction: SentTransaction | undefined },
): Promise<PoolSwap | undefined> {
  if (transaction === undefined) throw new ChainIntegrityError('log-not-in-receipt', log.txHash);
  const { pair, router } = deployment;
  const { from, to, input, value } = transaction;
  const logs = log.receiptLogs ?? [];
  const account = await findAccount(node, deployment, { event, log, transaction: { from, to, value, logs } });
  if (account === null) return undefined;
  const call = to?.toLowerCase() === router.toLowerCase() ? readRouterCall({ input, value }) : undefined;
  const { txHash, blockNumber, blockAt } = log;
  return {
    ...{ outcome: 'swapped', txHash, blockNumber, blockHash: log.blockHash, blockAt },
    account,
    pool: checksumAddress(pair),
    position: logs.filter((other) => isSwapOf(other, log) && other.logIndex < log.logIndex).length,
    soldCurrency: event.sold,
    sold: event.paidIn,
    received: event.paidOut,
    ...swapBounds(call),
    gasFee: account === checksumAddress(from) ? log.gasFee : null,
  };
}

function isSwapOf(log: ReceiptLog, swap: ChainLog): boolean {
  return log.topics[0] === swap.topics[0] && log.address === swap.address;
}

async function findAccount(
  node: RpcNode,
  deployment: SwapDeployment,
  { event, log, transaction }: ObservedSwap & { readonly transaction: SwapTransaction },
): Promise<Address | null> {
  const { account, receivingContract } = swapAccount(
    transaction,
    { sold: event.sold, logIndex: log.logIndex },
    deployment,
  );
  if (receivingContract === null) return account;
  const code = await node.getCode({ address: receivingContract });
  return code === undefined || code === '0x' ? account : receivingContract;
}
