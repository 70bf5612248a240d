import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { type SettlementLeaf, settlementLeaves } from '@city-mint/domain/proof/settlement-tree';
import type { Database } from '#platform/database/database.ts';
import { readSettlementResults } from '#rounds/settlement/queries.ts';
import { CHUNK_LEAVES } from '../tree/leaf-chunk.ts';
import { hashLeafText, joinByKeccak } from '../tree/tree-hashes.ts';

type RanksOfRound = { readonly roundId: bigint; readonly from: number; readonly to: number };

/** Returns the results of a round for a range of ranks (both inclusive), by rank. */
export type ReadResults = (ranks: RanksOfRound) => Promise<readonly SettlementLeaf[]>;

/** Returns a reader of the results that the settlement stored. */
export function readStoredResults(db: Database): ReadResults {
  return (ranks) => readSettlementResults(db, ranks);
}

/**
 * Computes the tree over all results of a settled round. Returns its root (zero for a round without orders), the number
 * of orders, and the roots of each 1,024 ranks.
 */
export async function computeSettlementTree(
  roundId: bigint,
  readResults: ReadResults,
): Promise<{ root: Buffer; orders: number; chunkRoots: Uint8Array[] }> {
  const chunkRoots: Uint8Array[] = [];
  const leafOf = settlementLeaves(roundId.toString());
  let orders = 0;
  for (;;) {
    const results = await readResults({ roundId, from: orders + 1, to: orders + CHUNK_LEAVES });
    const chunkRoot = treeRoot(
      results.map((result) => hashLeafText(leafOf(result))),
      joinByKeccak,
    );
    if (chunkRoot !== undefined) chunkRoots.push(chunkRoot);
    orders += results.length;
    if (results.length < CHUNK_LEAVES) break;
    // A million orders take seconds, and this process has other work.
    await yieldToEventLoop();
  }
  const root = Buffer.from(treeRoot(chunkRoots, joinByKeccak) ?? new Uint8Array(32));
  return { root, orders, chunkRoots };
}
