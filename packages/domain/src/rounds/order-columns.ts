import { type TokenAmount, tokenAmount, ZERO } from '../money/token-amount.ts';
import type { OrderSequence, SettlementOrder } from './settlement.ts';

/** Orders in columns of numbers, about 30 bytes an order: objects of a million take a quarter of a gigabyte. */
export type OrderColumns = {
  add(order: SettlementOrder): void;
  /** The orders in the sequence in which they were added. */
  readonly added: OrderSequence;
  /** Returns the rank of the order that was added at this index; 0 for none. */
  rankAt(index: number): number;
  /** Returns the orders by rank, which has to be 1 to their number, each once. */
  byRank(): OrderSequence;
};

const CHUNK = 65_536;
const LOW_BITS = 64n;
const COLUMN_LIMIT = 1n << (2n * LOW_BITS);
const [LATE, QUALIFIED, INVITED] = [1, 2, 4];

// Ranks are checked only later: a whole number of any size has to remain itself.
type Chunk = { readonly amounts: BigUint64Array; readonly ranks: Float64Array; readonly flags: Uint8Array };

/** Returns columns without orders. Of an inviter they store whether there is one: which one decides no result. */
export function createOrderColumns(): OrderColumns {
  const chunks: Chunk[] = [];
  /** By index; hardly any amount has more than 128 bits. */
  const largeAmounts = new Map<number, TokenAmount>();
  let length = 0;

  function add({ rank, amount, inviter, inviterQualified, late }: SettlementOrder): void {
    const offset = length % CHUNK;
    if (offset === 0) chunks.push(newChunk());
    const { amounts, ranks, flags } = chunks.at(-1) ?? newChunk();
    if (amount >= COLUMN_LIMIT) largeAmounts.set(length, amount);
    amounts[2 * offset] = BigInt.asUintN(64, amount);
    amounts[2 * offset + 1] = BigInt.asUintN(64, amount >> LOW_BITS);
    ranks[offset] = rank;
    flags[offset] = (late ? LATE : 0) | (inviterQualified ? QUALIFIED : 0) | (inviter === null ? 0 : INVITED);
    length += 1;
  }

  function at(index: number): SettlementOrder | undefined {
    if (index < 0 || index >= length) return undefined;
    const [chunk, offset] = [chunks[(index - (index % CHUNK)) / CHUNK], index % CHUNK];
    const flags = chunk?.flags[offset] ?? 0;
    return {
      rank: chunk?.ranks[offset] ?? 0,
      amount: largeAmounts.get(index) ?? amountIn(chunk, offset),
      inviter: (flags & INVITED) === 0 ? null : '',
      inviterQualified: (flags & QUALIFIED) !== 0,
      late: (flags & LATE) !== 0,
    };
  }

  return {
    add,
    rankAt: (index) => chunks[(index - (index % CHUNK)) / CHUNK]?.ranks[index % CHUNK] ?? 0,
    added: {
      get length() {
        return length;
      },
      at,
    },
    byRank() {
      const indexes = new Uint32Array(length);
      for (let index = 0; index < length; index += 1) indexes[(at(index)?.rank ?? 0) - 1] = index;
      return { length, at: (index) => at(indexes[index] ?? length) };
    },
  };
}

function newChunk(): Chunk {
  return {
    amounts: new BigUint64Array(2 * CHUNK),
    ranks: new Float64Array(CHUNK),
    flags: new Uint8Array(CHUNK),
  };
}

function amountIn(chunk: Chunk | undefined, offset: number): TokenAmount {
  if (chunk === undefined) return ZERO;
  const [low = 0n, high = 0n] = [chunk.amounts[2 * offset], chunk.amounts[2 * offset + 1]];
  return tokenAmount((high << LOW_BITS) | low);
}
