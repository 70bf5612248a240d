import type { Database } from '#platform/database/database.ts';
import { computeSettlementTree, readStoredResults } from '../queries/settlement-tree.ts';

/**
 * Stores the tree of a settled round, one leaf per order's result, and queues its root for anchoring. Does nothing when
 * the round already has its tree: a settlement never changes.
 */
export async function makeSettlementTree(db: Database, roundId: bigint): Promise<void> {
  const { root, orders, chunkRoots } = await computeSettlementTree(roundId, readStoredResults(db));
  await db
    .with('inserted_tree', (insert) =>
      insert
        .insertInto('settlement_tree')
        .values({ round_id: roundId, root, orders, chunk_roots: Buffer.concat(chunkRoots) })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['round_id', 'root', 'orders']),
    )
    .insertInto('anchor')
    .columns(['kind', 'subject', 'root'])
    .expression((query) =>
      query
        .selectFrom('inserted_tree')
        .select((row) => [row.val('settlement').as('kind'), 'round_id', 'root'])
        .where('orders', '>', 0),
    )
    .execute();
}
