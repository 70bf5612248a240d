import { setImmediate as breathe } from 'node:timers/promises';
import { settlementLeaf } from '@city-mint/domain/proof/settlement-leaf';
import { treeRoot } from '@city-mint/domain/proof/tree-root';
import type { Database } from '../../platform/database/database.ts';
import { readSettlementResults } from '../../rounds/queries/read-settlement-results.ts';
import { hashLeafText, joinByKeccak } from '../tree/keccak.ts';
import { CHUNK_LEAVES } from '../tree/leaf-chunk.ts';

/** Makes the tree of a settled round, a leaf for each order's result. A settlement never changes, so neither does its tree. */
export async function makeSettlementTree(db: Database, roundId: bigint): Promise<void> {
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
  await db
    .insertInto('settlement_tree')
    .values({
      round_id: roundId,
      // A round without orders has nothing to prove.
      root: Buffer.from(treeRoot(runs, joinByKeccak) ?? new Uint8Array(32)),
      orders,
      chunks: Buffer.concat(runs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
