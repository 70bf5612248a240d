import { joinPair, type SettlementLeaf, settlementLeaves } from './settlement-tree.ts';
import type { HashBytes } from './sum-tree.ts';

/** The tree of a round's results, of which only the root is wanted: 32 bytes an order in one array. */
export type SettlementTree = {
  /** The number of its leaves. */
  readonly orders: number;
  /** Adds the result of an order, in any sequence. Throws a RangeError for a rank that is not 1 to `orders`. */
  add(result: SettlementLeaf): void;
  /** Returns the root, once every result was added; null without any. */
  root(): Uint8Array | null;
};

const HASH_BYTES = 32;

/** Returns the function that returns the bytes of a text in UTF-8, valid until its next call. */
function utf8Encoder(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(1_024);
  return (text) => {
    // A character has three bytes at most.
    if (bytes.length < 3 * text.length) bytes = new Uint8Array(3 * text.length);
    return bytes.subarray(0, encoder.encodeInto(text, bytes).written);
  };
}

/** Returns the tree of a round with this number of orders; `hash` is Keccak-256. */
export function createSettlementTree({
  roundId,
  orders,
  hash,
}: {
  readonly roundId: string;
  readonly orders: number;
  readonly hash: HashBytes;
}): SettlementTree {
  const hashes = new Uint8Array(orders * HASH_BYTES);
  const bytesOf = utf8Encoder();
  const leafOf = settlementLeaves(roundId);
  const at = (index: number) => hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
  return {
    orders,
    add(result) {
      const { rank } = result;
      if (!Number.isInteger(rank) || rank < 1 || rank > orders) throw new RangeError(`no rank ${rank} of ${orders}`);
      hashes.set(hash(hash(bytesOf(leafOf(result)))), (rank - 1) * HASH_BYTES);
    },
    root() {
      if (orders === 0) return null;
      // Each level takes the place of the one below; the last node of an odd level moves up unchanged, as in treeRoot.
      for (let count = orders; count > 1; count = (count + (count % 2)) / 2) {
        for (let left = 0; left < count; left += 2) {
          const parent = left + 1 < count ? joinPair(at(left), at(left + 1), hash) : at(left);
          hashes.set(parent, (left / 2) * HASH_BYTES);
        }
      }
      return at(0).slice();
    },
  };
}
