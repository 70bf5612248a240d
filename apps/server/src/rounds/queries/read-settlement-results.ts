import type { SettlementLeaf } from '@city-mint/domain/proof/settlement-tree';
import type { Database } from '#platform/database/database.ts';

type Ranks = { readonly roundId: bigint; readonly from: number; readonly to: number };

/** What the settlement file says of the orders with these ranks (both included), in the order of the ranks. rules.md section 6. */
export async function readSettlementResults(db: Database, { roundId, from, to }: Ranks): Promise<SettlementLeaf[]> {
  const rows = await db
    .selectFrom('mint_order')
    .innerJoin('order_settlement', 'order_settlement.order_id', 'mint_order.id')
    .innerJoin('round_settlement', 'round_settlement.round_id', 'order_settlement.round_id')
    .selectAll('order_settlement')
    .select('outcome')
    .where('mint_order.round_id', '=', roundId)
    .where('mint_order.rank', '>=', from)
    .where('mint_order.rank', '<=', to)
    .orderBy('mint_order.rank')
    .execute();
  return rows.map(({ outcome, rank, ...row }) =>
    outcome === 'minted'
      ? {
          rank,
          principal: `${row.principal}`,
          fee: `${row.fee}`,
          reward: `${row.reward}`,
          split: `${row.split}`,
          stages: [`${row.stage1}`, `${row.stage2}`, `${row.stage3}`],
        }
      : {
          rank,
          refund: `${row.refund}`,
          loss: `${row.loss}`,
          compensation: `${row.compensation}`,
          hash: `${row.hash}`,
        },
  );
}
