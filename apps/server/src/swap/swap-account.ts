import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type Address, encodeEventTopics, type Hex, parseAbi, zeroAddress } from 'viem';
import { checksumAddress } from '#platform/chain/decode-log.ts';
import type { ReceiptLog } from '#platform/chain/read-receipts.ts';
import type { SwapDeployment } from './pool-event.ts';

/** A transaction with swaps, with all its logs. */
export type SwapTransaction = {
  readonly from: Address;
  /** Null for the creation of a contract. */
  readonly to: Address | null;
  /** The amount of the native coin that it sends, in base units. */
  readonly value: bigint;
  readonly logs: readonly ReceiptLog[];
};

/** The owner of a swap: the receiver if it is a contract, which cannot send transactions, else `account`. */
export type SwapAccount = { readonly account: Address | null; readonly receivingContract: Address | null };

const TOKEN_EVENTS = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Deposit(address indexed wrapper, uint256 value)',
  'event Withdrawal(address indexed wrapper, uint256 value)',
]);
const [TRANSFER] = encodeEventTopics({ abi: TOKEN_EVENTS, eventName: 'Transfer' });
const [WRAPPED] = encodeEventTopics({ abi: TOKEN_EVENTS, eventName: 'Deposit' });
const [UNWRAPPED] = encodeEventTopics({ abi: TOKEN_EVENTS, eventName: 'Withdrawal' });
const [POOL_SWAP] = encodeEventTopics({ abi: uniswapPairAbi, eventName: 'Swap' });

/**
 * Returns the owner of a swap by one of the pool's logs: the address that lost the sold token; where that token was
 * wrapped for the swap or came from another pool, the sender of the coin to the contract that wrapped it, or the
 * address that gained the pool's output. A wallet that neither sent the transaction nor lost a token is never named,
 * because otherwise others could fill its log; a receiver counts if it is a contract. Contracts that only forward
 * tokens neither lose nor gain, so any router works.
 */
export function swapAccount(
  { from, to, value, logs }: SwapTransaction,
  { sold, logIndex }: { readonly sold: Currency; readonly logIndex: number },
  deployment: SwapDeployment,
): SwapAccount {
  const { pair, router, fmc, wrappedNative } = plainly(deployment);
  const [soldToken, boughtToken] = sold === 'FMC' ? [fmc, wrappedNative] : [wrappedNative, fmc];
  const poolSwaps = logs.filter(({ topics }) => topics[0] === POOL_SWAP);
  const pools = new Set(poolSwaps.map(({ address }) => address.toLowerCase()));
  const swaps = poolSwaps.filter((log) => log.address.toLowerCase() === pair);
  const before = swaps.findLast((log) => log.logIndex < logIndex)?.logIndex ?? -1;
  const after = swaps.find((log) => log.logIndex > logIndex)?.logIndex ?? Number.POSITIVE_INFINITY;
  const payer = first(netChanges(logs, { token: soldToken, after: before, upTo: logIndex }), { pools, direction: -1n });
  if (payer !== undefined) return accountOf(payer);
  const [sender, target] = [from.toLowerCase(), to?.toLowerCase()];
  const gained = netChanges(logs, { token: boughtToken, after: before, upTo: after });
  if (target === router || (gained.get(sender) ?? 0n) > 0n) return accountOf(sender);
  if (target !== undefined && value > 0n && hasWrapped(logs, wrappedNative, target)) return accountOf(sender);
  const receiver = first(gained, { pools, direction: 1n });
  return {
    account: value > 0n ? checksumAddress(sender) : null,
    receivingContract: receiver === undefined ? null : checksumAddress(receiver),
  };
}

function accountOf(address: string): SwapAccount {
  return { account: checksumAddress(address), receivingContract: null };
}

/** Addresses in the nodes' letter case, for comparison. */
function plainly({ pair, router, fmc, wrappedNative }: SwapDeployment) {
  return {
    pair: pair.toLowerCase(),
    router: router.toLowerCase(),
    fmc: fmc.toLowerCase(),
    wrappedNative: wrappedNative.toLowerCase(),
  };
}

function hasWrapped(logs: readonly ReceiptLog[], wrappedNative: string, wrapper: string): boolean {
  return logs.some(
    ({ address, topics: [event, by] }) =>
      event === WRAPPED && by !== undefined && address.toLowerCase() === wrappedNative && addressIn(by) === wrapper,
  );
}

type Span = { readonly token: string; readonly after: number; readonly upTo: number };

/** Returns each address's net change of a token by the logs after one and up to another. */
function netChanges(logs: readonly ReceiptLog[], { token, after, upTo }: Span): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  const add = (topic: Hex, amount: bigint) => {
    const address = addressIn(topic);
    changes.set(address, (changes.get(address) ?? 0n) + amount);
  };
  for (const { address, topics, data, logIndex } of logs) {
    const [event, one, other] = topics;
    if (logIndex <= after || logIndex > upTo || address.toLowerCase() !== token) continue;
    if (one === undefined || data.length !== 66) continue;
    const amount = BigInt(data);
    if (event === WRAPPED) add(one, amount);
    else if (event === UNWRAPPED) add(one, -amount);
    else if (event === TRANSFER && other !== undefined) {
      add(one, -amount);
      add(other, amount);
    }
  }
  changes.delete(zeroAddress);
  return changes;
}

function addressIn(topic: Hex): string {
  return `0x${topic.slice(26).toLowerCase()}`;
}

type Ranking = { readonly pools: ReadonlySet<string>; readonly direction: 1n | -1n };

/** Returns the address, other than a pool, that lost (-1) or gained (1) most; undefined where none did. */
function first(changes: ReadonlyMap<string, bigint>, { pools, direction }: Ranking): string | undefined {
  let [most, found]: [bigint, string | undefined] = [0n, undefined];
  for (const [address, change] of changes) {
    if (change * direction > most && !pools.has(address)) [most, found] = [change * direction, address];
  }
  return found;
}
