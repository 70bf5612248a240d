import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';

type Amounts<Name extends string> = Readonly<Record<Name, TokenAmount>>;

/** What a settlement gave one order; base units. */
export type OrderSettlement = {
  readonly settledAt: Date;
  readonly minted:
    | (Amounts<'principal' | 'fee' | 'split'> & {
        readonly stages: readonly { stage: number; amount: TokenAmount; dueAt: Date; paidAt: Date | null }[];
      })
    | null;
  readonly failed: Amounts<'refund' | 'loss' | 'compensation' | 'hash'> | null;
};

/** The settlement of one order; undefined until its round's settlement is paid and closed. */
export async function readOrderSettlement(db: Database, orderId: bigint): Promise<OrderSettlement | undefined> {
  const row = await db
    .selectFrom('order_settlement')
    .innerJoin('round_settlement', 'round_settlement.round_id', 'order_settlement.round_id')
    .innerJoin('round', 'round.id', 'order_settlement.round_id')
    .selectAll('order_settlement')
    .select(['outcome', 'settled_at'])
    .where('order_id', '=', orderId)
    .where('round.state', 'in', ['minted', 'ended'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const amount = (value: bigint | null) => tokenAmount(value ?? 0n);
  if (row.outcome === 'failed') {
    const { refund, loss, compensation, hash } = row;
    const failed = {
      refund: amount(refund),
      loss: amount(loss),
      compensation: amount(compensation),
      hash: amount(hash),
    };
    return { settledAt: row.settled_at, minted: null, failed };
  }
  const due = await db
    .selectFrom('round_stage')
    .selectAll()
    .where('round_id', '=', row.round_id)
    .orderBy('stage')
    .execute();
  const shares = [row.stage1, row.stage2, row.stage3];
  const stages = due.map((stage) => ({
    stage: stage.stage,
    amount: amount(shares[stage.stage - 1] ?? null),
    dueAt: stage.due_at,
    paidAt: stage.paid_at,
  }));
  const { principal, fee, split } = row;
  return {
    settledAt: row.settled_at,
    minted: { principal: amount(principal), fee: amount(fee), split: amount(split), stages },
    failed: null,
  };
}
