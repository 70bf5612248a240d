import { setImmediate as breathe } from 'node:timers/promises';
import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { settlementLeaf } from '@city-mint/domain/proof/settlement-tree';
import type { Database } from '#platform/database/database.ts';
import { readSettlementResults } from '#rounds/settlement/queries.ts';
import { hashLeafText, joinByKeccak } from './keccak.ts';
import { CHUNK_LEAVES } from './leaf-chunk.ts';

/** The tree over all results of a settled round: its root, how many orders stand in it, and the nodes above 1,024 ranks each. */
export async function computeSettlementTree(
  db: Database,
  roundId: bigint,
): Promise<{ root: Buffer; orders: number; runs: Uint8Array[] }> {
  const runs: Uint8Array[] = [];
  let orders = 0;
  for (;;) {
    const results = await readSettlementResults(db, { roundId, from: orders + 1, to: orders + CHUNK_LEAVES });
    const run = treeRoot(
      results.map((result) => hashLeafText(settlementLeaf(roundId.toString(), result))),
      joinByKeccak,
    );
    if (run !== undefined) runs.push(run);
    orders += results.length;
    if (results.length < CHUNK_LEAVES) break;
    // A million orders take a while, and this process has other work.
    await breathe();
  }
  // A round without orders has nothing to prove.
  return { root: Buffer.from(treeRoot(runs, joinByKeccak) ?? new Uint8Array(32)), orders, runs };
}
