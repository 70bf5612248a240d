import type { Database } from '#platform/database/database.ts';
import { computeSettlementTree } from '../tree/compute-settlement-tree.ts';

/** Makes the tree of a settled round, a leaf for each order's result. A settlement never changes, so neither does its tree; its root is to be anchored. */
export async function makeSettlementTree(db: Database, roundId: bigint): Promise<void> {
  const { root, orders, runs } = await computeSettlementTree(db, roundId);
  await db
    .with('made', (make) =>
      make
        .insertInto('settlement_tree')
        .values({ round_id: roundId, root, orders, chunk_roots: Buffer.concat(runs) })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['round_id', 'root', 'orders']),
    )
    .insertInto('anchor')
    .columns(['kind', 'subject', 'root'])
    .expression((from) =>
      from
        .selectFrom('made')
        .select((row) => [row.val('settlement').as('kind'), 'round_id', 'root'])
        .where('orders', '>', 0),
    )
    .execute();
}
