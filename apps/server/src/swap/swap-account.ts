import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type Address, encodeEventTopics, getAddress, type Hex, isAddressEqual, parseAbi, zeroAddress } from 'viem';
import type { ReceiptLog } from '#platform/chain/read-logs.ts';
import type { SwapDeployment } from './pool-event.ts';

/** A transaction that swapped, with all its logs. */
export type SwapTransaction = {
  readonly from: Address;
  /** Null where it created a contract. */
  readonly to: Address | null;
  /** How much of the native coin it sent, in base units. */
  readonly value: bigint;
  readonly logs: readonly ReceiptLog[];
};

/** Whose swap it is: the receiver if it is a contract, which can send nothing itself, else `account`. */
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
const NO_ACCOUNT = { account: null, receivingContract: null } as const;

/**
 * Returns whose swap one of the pool's logs is: who lost the token that was sold; where it was wrapped for the swap or
 * came out of another pool, who sent the coin straight to what wrapped it, or who gained what the pool paid out. A
 * wallet that did not send the transaction and lost nothing is never named, or others could fill its log: a receiver
 * counts if it is a contract. Contracts that only pass tokens on neither lose nor gain, so it may be any router.
 */
export function swapAccount(
  { from, to, value, logs }: SwapTransaction,
  { sold, logIndex }: { readonly sold: Currency; readonly logIndex: number },
  deployment: SwapDeployment,
): SwapAccount {
  const { pair, router, fmc, wrappedNative } = deployment;
  const [soldToken, boughtToken] = sold === 'FMC' ? [fmc, wrappedNative] : [wrappedNative, fmc];
  const poolSwaps = logs.filter(({ topics }) => topics[0] === POOL_SWAP);
  const pools = new Set(poolSwaps.map(({ address }) => getAddress(address)));
  const swaps = poolSwaps.filter((log) => isAddressEqual(log.address, pair));
  const before = swaps.findLast((log) => log.logIndex < logIndex)?.logIndex ?? -1;
  const after = swaps.find((log) => log.logIndex > logIndex)?.logIndex ?? Number.POSITIVE_INFINITY;
  const [payer] = rank(netChanges(logs, { token: soldToken, after: before, upTo: logIndex }), {
    pools,
    direction: -1n,
  });
  if (payer !== undefined) return { ...NO_ACCOUNT, account: payer };
  const sender = getAddress(from);
  const receivers = rank(netChanges(logs, { token: boughtToken, after: before, upTo: after }), {
    pools,
    direction: 1n,
  });
  const isSentToRouter = to !== null && isAddressEqual(to, router);
  if (isSentToRouter || receivers.includes(sender)) return { ...NO_ACCOUNT, account: sender };
  const isSentToWrapper = to !== null && value > 0n && wrappersOf(logs, wrappedNative).has(getAddress(to));
  if (isSentToWrapper) return { ...NO_ACCOUNT, account: sender };
  return { account: value > 0n ? sender : null, receivingContract: receivers[0] ?? null };
}

function wrappersOf(logs: readonly ReceiptLog[], wrappedNative: Address): Set<Address> {
  const wrappings = logs.filter((log) => log.topics[0] === WRAPPED && isAddressEqual(log.address, wrappedNative));
  return new Set(wrappings.flatMap(({ topics: [, wrapper] }) => (wrapper === undefined ? [] : [addressIn(wrapper)])));
}

type Span = { readonly token: Address; readonly after: number; readonly upTo: number };

/** Returns by how much each address gained or lost a token by the logs after one and up to another. */
function netChanges(logs: readonly ReceiptLog[], { token, after, upTo }: Span): Map<Address, bigint> {
  const changes = new Map<Address, bigint>();
  const add = (topic: Hex, amount: bigint) => {
    const address = addressIn(topic);
    changes.set(address, (changes.get(address) ?? 0n) + amount);
  };
  for (const { address, topics, data, logIndex } of logs) {
    const [event, first, second] = topics;
    if (logIndex <= after || logIndex > upTo || !isAddressEqual(address, token)) continue;
    if (first === undefined || data.length !== 66) continue;
    const amount = BigInt(data);
    if (event === WRAPPED) add(first, amount);
    else if (event === UNWRAPPED) add(first, -amount);
    else if (event === TRANSFER && second !== undefined) {
      add(first, -amount);
      add(second, amount);
    }
  }
  changes.delete(zeroAddress);
  return changes;
}

function addressIn(topic: Hex): Address {
  return getAddress(`0x${topic.slice(26)}`);
}

type Ranking = { readonly pools: ReadonlySet<Address>; readonly direction: 1n | -1n };

/** Returns the addresses, no pools, that lost (-1) or gained (1), who did most first. */
function rank(changes: ReadonlyMap<Address, bigint>, { pools, direction }: Ranking): Address[] {
  return [...changes]
    .filter(([address, change]) => change * direction > 0n && !pools.has(address))
    .sort(([, one], [, other]) => (one * direction > other * direction ? -1 : 1))
    .map(([address]) => address);
}
