import { createHash } from 'node:crypto';
import { uniswapPairAbi } from '@city-mint/chain-contract/generated/uniswap-pair-abi';
import { uniswapRouterAbi } from '@city-mint/chain-contract/generated/uniswap-router-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { amountReceived } from '@city-mint/domain/swap/quote';
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  toHex,
} from 'viem';

const UNIT = 10n ** 18n;
const WORD = { type: 'uint256' } as const;
const START_AT = 1_780_000_000;
const TOKENS = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Deposit(address indexed wrapper, uint256 value)',
  'event Withdrawal(address indexed wrapper, uint256 value)',
]);
/** Events of a block: 200 of the vault and the pool in 150 transactions. */
export const PER_BLOCK = { deposits: 90, payments: 10, swaps: 50, events: 200 } as const;

/** The contracts and wallets of the made chain. */
export const MADE = {
  vault: addressOf('vault'),
  fmc: addressOf('fmc'),
  wrappedNative: addressOf('wrapped'),
  router: addressOf('router'),
  factory: addressOf('factory'),
  pair: addressOf('pair'),
} as const;
export const WALLETS = 5_000;
export const AMOUNT = 5n * UNIT;

/** Returns the wallet of a number, the hash of a block, and the voucher of a payment, which are always the same. */
export const walletOf = (index: number): Address => addressOf(`wallet ${index % WALLETS}`);
export const blockHashOf = (number: number): Hex => hashOf(`block ${number}`);
export const voucherOf = (payment: number): Hex => hashOf(`voucher ${payment}`);

type MadeLog = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex };
type MadeTransaction = {
  readonly from: Address;
  readonly to: Address;
  readonly input: Hex;
  readonly value: bigint;
  readonly logs: readonly MadeLog[];
};

/** Makes blocks one after the other; amounts in the pool and numbers of the vault go on. */
export function createChainMaker() {
  let sequence = 0n;
  const pool: Pool = { ju: 1_000_000n * UNIT, fmc: 10_000_000n * UNIT };
  return {
    /** Returns the next block as a node answers it, by the calls that it is asked with. */
    block(number: number) {
      const made = (count: number, make: (index: number) => MadeTransaction) =>
        Array.from({ length: count }, (_, index) => make((number - 1) * count + index));
      const transactions = [
        ...made(PER_BLOCK.deposits, (index) => deposit(index, ++sequence)),
        ...made(PER_BLOCK.payments, (index) => payment(index, ++sequence)),
        ...made(PER_BLOCK.swaps, (index) => swap(index, pool)),
      ];
      return { ...answersOf(number, transactions), sequence, reserves: [pool.fmc, pool.ju] as const };
    },
  };
}

type Pool = { ju: bigint; fmc: bigint };

function deposit(index: number, seq: bigint): MadeTransaction {
  const from = walletOf(index);
  const topics = topicsOf(vaultAbi, 'Deposited', { seq, account: from, token: NATIVE_TOKEN });
  const logs = [log(MADE.vault, topics, words(AMOUNT, 0n))];
  return { from, to: MADE.vault, input: '0x', value: AMOUNT, logs };
}

function payment(index: number, seq: bigint): MadeTransaction {
  const from = walletOf(index);
  const topics = topicsOf(vaultAbi, 'Withdrawn', { seq, id: voucherOf(index), account: from });
  const logs = [log(MADE.vault, topics, words(BigInt(NATIVE_TOKEN), BigInt(from), UNIT))];
  return { from, to: MADE.vault, input: '0x', value: 0n, logs };
}

/** Buys and sells in turn, and updates the pool's balances. */
function swap(index: number, pool: Pool): MadeTransaction {
  const isSale = index % 2 === 1;
  const sold = (isSale ? 100n : 10n) * UNIT;
  const { ju, fmc } = pool;
  const received = amountReceived(sold, isSale ? { sold: fmc, received: ju } : { sold: ju, received: fmc }) ?? 0n;
  pool.ju += isSale ? -received : sold;
  pool.fmc += isSale ? sold : -received;
  const from = walletOf(index);
  return isSale ? sale(from, { sold, received, pool }) : purchase(from, { sold, received, pool });
}

type Swapped = { readonly sold: bigint; readonly received: bigint; readonly pool: Pool };

function sale(from: Address, { sold, received, pool }: Swapped): MadeTransaction {
  const { fmc, pair, router, wrappedNative } = MADE;
  return {
    ...{ from, to: router, value: 0n },
    input: encodeFunctionData({
      ...{ abi: uniswapRouterAbi, functionName: 'swapExactTokensForETH' },
      args: [sold, received, [fmc, wrappedNative], from, 2n ** 40n],
    }),
    logs: [
      transfer(fmc, [from, pair], sold),
      transfer(wrappedNative, [pair, router], received),
      ...poolLogs(pool, router, words(sold, 0n, 0n, received)),
      log(wrappedNative, topicsOf(TOKENS, 'Withdrawal', { wrapper: router }), words(received)),
    ],
  };
}

function purchase(from: Address, { sold, received, pool }: Swapped): MadeTransaction {
  const { fmc, pair, router, wrappedNative } = MADE;
  return {
    ...{ from, to: router, value: sold },
    input: encodeFunctionData({
      ...{ abi: uniswapRouterAbi, functionName: 'swapExactETHForTokens' },
      args: [received, [wrappedNative, fmc], from, 2n ** 40n],
    }),
    logs: [
      log(wrappedNative, topicsOf(TOKENS, 'Deposit', { wrapper: router }), words(sold)),
      transfer(wrappedNative, [router, pair], sold),
      transfer(fmc, [pair, from], received),
      ...poolLogs(pool, from, words(0n, sold, received, 0n)),
    ],
  };
}

function poolLogs({ ju, fmc }: Pool, to: Address, amounts: Hex): MadeLog[] {
  const { pair, router } = MADE;
  return [
    log(pair, topicsOf(uniswapPairAbi, 'Sync', {}), words(fmc, ju)),
    log(pair, topicsOf(uniswapPairAbi, 'Swap', { sender: router, to }), amounts),
  ];
}

function transfer(token: Address, [from, to]: readonly [Address, Address], amount: bigint): MadeLog {
  return log(token, topicsOf(TOKENS, 'Transfer', { from, to }), words(amount));
}

function answersOf(number: number, made: readonly MadeTransaction[]) {
  const [blockNumber, blockHash] = [toHex(number), blockHashOf(number)];
  const block = { blockNumber, blockHash };
  let logIndex = 0;
  const receipts = made.map(({ from, to, logs }, index) => {
    const place = { ...block, transactionHash: hashOf(`tx ${number} ${index}`), transactionIndex: toHex(index) };
    return {
      ...{
        ...place,
        from: from.toLowerCase(),
        to: to.toLowerCase(),
        status: '0x1',
        type: '0x0',
        contractAddress: null,
      },
      ...{ gasUsed: '0x1a000', cumulativeGasUsed: '0x1a000', effectiveGasPrice: '0x3b9aca00' },
      logsBloom: `0x${'0'.repeat(512)}`,
      logs: logs.map((entry) => ({
        ...{ ...entry, address: entry.address.toLowerCase(), ...place, removed: false },
        logIndex: toHex(logIndex++),
      })),
    };
  });
  const transactions = made.map(({ from, to, input, value }, index) => ({
    ...{ ...block, hash: hashOf(`tx ${number} ${index}`), transactionIndex: toHex(index), type: '0x0', nonce: '0x1' },
    ...{ from: from.toLowerCase(), to: to.toLowerCase(), input, value: toHex(value), gas: '0x493e0' },
    ...{ gasPrice: '0x3b9aca00', r: hashOf('r'), s: hashOf('s'), v: '0x1b' },
  }));
  const logs = receipts.flatMap((receipt) => receipt.logs);
  return { header: headerOf(number), receipts, transactions, logs };
}

/** Returns a block's header as a node answers it. */
export function headerOf(number: number) {
  const root = hashOf(`root ${number}`);
  return {
    ...{ number: toHex(number), hash: blockHashOf(number), parentHash: blockHashOf(number - 1), stateRoot: root },
    ...{
      transactionsRoot: root,
      receiptsRoot: root,
      timestamp: toHex(START_AT + 3 * number),
      miner: pad('0x0', { size: 20 }),
    },
    ...{ gasUsed: '0x0', gasLimit: '0x5f5e100', difficulty: '0x2', totalDifficulty: '0x2', extraData: '0x' },
    ...{ size: '0x400', nonce: '0x0000000000000000', sha3Uncles: root, uncles: [], logsBloom: `0x${'0'.repeat(512)}` },
  };
}

function log(address: Address, topics: readonly Hex[], data: Hex): MadeLog {
  return { address, topics, data };
}

function words(...values: readonly bigint[]): Hex {
  return encodeAbiParameters(
    values.map(() => WORD),
    values,
  );
}

function topicsOf(
  abi: Parameters<typeof encodeEventTopics>[0]['abi'],
  eventName: string,
  args: object,
): readonly Hex[] {
  return encodeEventTopics({ abi, eventName, args } as Parameters<typeof encodeEventTopics>[0]) as Hex[];
}

function addressOf(name: string): Address {
  return getAddress(hashOf(name).slice(0, 42) as Hex);
}

function hashOf(text: string): Hex {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}
