import type { Address, Hash, Hex, RpcLog } from 'viem';
import { ChainIntegrityError, integrityErrorIn } from './chain-integrity-error.ts';
import { mapLimited } from './map-limited.ts';
import { LogsFault } from './read-fault.ts';
import { LOOKUPS_AT_ONCE, type Receipt, type ReceiptLog, readReceipts } from './read-receipts.ts';
import type { RpcNode } from './rpc-node.ts';
import { readBlockHeader } from './survey-chain.ts';

/** A log that agrees with its block and, when final, with the receipt of its transaction. */
export type ChainLog = {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: bigint;
  readonly blockHash: Hash;
  /** The block's own time. */
  readonly blockAt: Date;
  readonly txHash: Hash;
  readonly logIndex: number;
  /** The sender's fee for the transaction, in base units; null where it was not looked up. */
  readonly gasFee: bigint | null;
  /** All logs of the transaction; null where they were not looked up. */
  readonly receiptLogs: readonly ReceiptLog[] | null;
};

export type LogRange = {
  readonly addresses: readonly Address[];
  readonly fromBlock: bigint;
  readonly toBlock: bigint;
  /** Whether each log must also be in the receipt of a transaction that succeeded. */
  readonly withReceipts: boolean;
};

type FoundLog = Omit<ChainLog, 'blockAt' | 'gasFee' | 'receiptLogs'>;
/**
 * Returns all logs of the addresses in the range (both ends inclusive) in chain order, without duplicates. Throws
 * ChainIntegrityError for a log of other addresses or of another range, one marked as removed, or one that is not in
 * its block and its receipt.
 */
export async function readLogs(node: RpcNode, range: LogRange): Promise<ChainLog[]> {
  const raw = await requestLogs(node, range);
  const foundLogs = dropRepeats(raw.map((log) => checkLog(log, range))).sort(byPosition);
  const blocks = await lookUp([...new Set(foundLogs.map((log) => log.blockNumber))], (number) =>
    readBlockHeader(node, number),
  );
  const receipts = range.withReceipts ? await readReceipts(node, foundLogs) : new Map<Hash, Receipt>();
  return foundLogs.map((log) => {
    const block = blocks.get(log.blockNumber);
    if (block === undefined || block.hash !== log.blockHash) {
      throw new ChainIntegrityError('log-of-other-block', `a log names ${log.blockHash} as block ${log.blockNumber}`);
    }
    const receipt = receipts.get(log.txHash);
    if (range.withReceipts && !isInReceipt(log, receipt))
      throw new ChainIntegrityError('log-not-in-receipt', log.txHash);
    return { ...log, blockAt: block.at, gasFee: receipt?.fee ?? null, receiptLogs: receipt?.logs ?? null };
  });
}

/** Throws `LogsFault` when too few nodes answered. */
async function requestLogs(node: RpcNode, { addresses, fromBlock, toBlock }: LogRange): Promise<readonly RpcLog[]> {
  const range = { fromBlock: `0x${fromBlock.toString(16)}`, toBlock: `0x${toBlock.toString(16)}` } as const;
  try {
    return await node.request({ method: 'eth_getLogs', params: [{ address: [...addresses], ...range }] });
  } catch (error) {
    throw integrityErrorIn(error) === undefined ? new LogsFault(error) : error;
  }
}

function checkLog(log: RpcLog, range: LogRange): FoundLog {
  if (log.removed === true) throw new ChainIntegrityError('removed-log', `the node offers a log it calls removed`);
  if (log.blockNumber === null || log.blockHash === null || log.transactionHash === null || log.logIndex === null) {
    throw new ChainIntegrityError('foreign-log', 'a log without a block or transaction');
  }
  if (!range.addresses.some((address) => isSameAddress(address, log.address))) {
    throw new ChainIntegrityError('foreign-log', `a log of ${log.address}, which was not asked for`);
  }
  const blockNumber = BigInt(log.blockNumber);
  if (blockNumber < range.fromBlock || blockNumber > range.toBlock) {
    throw new ChainIntegrityError('foreign-log', `a log of block ${blockNumber}, which was not asked for`);
  }
  return {
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber,
    blockHash: log.blockHash,
    txHash: log.transactionHash,
    logIndex: Number(log.logIndex),
  };
}

function dropRepeats(logs: readonly FoundLog[]): FoundLog[] {
  const byBlock = new Map<Hash, Map<number, FoundLog>>();
  const found: FoundLog[] = [];
  for (const log of logs) {
    const ofBlock = byBlock.get(log.blockHash) ?? new Map<number, FoundLog>();
    const first = ofBlock.get(log.logIndex);
    if (first === undefined) {
      byBlock.set(log.blockHash, ofBlock.set(log.logIndex, log));
      found.push(log);
    } else if (!isSameLog(first, log)) {
      throw new ChainIntegrityError('foreign-log', `two different logs at ${log.blockHash}:${log.logIndex}`);
    }
  }
  return found;
}

function isSameLog(
  first: Pick<FoundLog, 'address' | 'data' | 'topics'>,
  second: Pick<FoundLog, 'address' | 'data' | 'topics'>,
): boolean {
  const isSameData =
    first.data === second.data &&
    first.topics.length === second.topics.length &&
    first.topics.every((topic, index) => topic === second.topics[index]);
  return isSameData && isSameAddress(first.address, second.address);
}

/**
 * Whether two addresses are equal, ignoring case; they never come from users here. viem's `isAddressEqual` would take
 * twenty times as long per log.
 */
export function isSameAddress(first: string, second: string): boolean {
  return first === second || first.toLowerCase() === second.toLowerCase();
}

function byPosition(first: FoundLog, second: FoundLog): number {
  if (first.blockNumber === second.blockNumber) return first.logIndex - second.logIndex;
  return first.blockNumber < second.blockNumber ? -1 : 1;
}

async function lookUp<Key, Value>(keys: readonly Key[], ask: (key: Key) => Promise<Value>): Promise<Map<Key, Value>> {
  return new Map(await mapLimited(keys, LOOKUPS_AT_ONCE, async (key): Promise<[Key, Value]> => [key, await ask(key)]));
}

function isInReceipt(log: FoundLog, receipt: Receipt | undefined): boolean {
  if (receipt === undefined || receipt.status !== 'success' || receipt.blockHash !== log.blockHash) return false;
  const twin = receipt.logs.find((candidate) => candidate.logIndex === log.logIndex);
  return twin !== undefined && isSameLog(twin, log);
}
