import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';

type Amounts<Name extends string> = Readonly<Record<Name, TokenAmount>>;

/** The settlement of one order; amounts in base units. */
export type OrderSettlement = {
  readonly settledAt: Date;
  readonly minted:
    | (Amounts<'principal' | 'fee' | 'split'> & {
        readonly stages: readonly { stage: number; amount: TokenAmount; dueAt: Date; paidAt: Date | null }[];
      })
    | null;
  readonly failed: Amounts<'refund' | 'loss' | 'compensation' | 'hashPower'> | null;
  readonly cancelled: Amounts<'refund'> | null;
};

/** Returns the settlement of each order by its id; none of an order whose round's settlement is not paid and closed. */
export async function readOrderSettlements(
  db: Database,
  orderIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, OrderSettlement>> {
  if (orderIds.length === 0) return new Map();
  const settlements = await readSettled(db, orderIds);
  const roundIds = [...new Set(settlements.map(({ round_id }) => round_id))];
  const stages = roundIds.length === 0 ? [] : await readStages(db, roundIds);
  return new Map(settlements.map((settled) => [settled.order_id, toSettlement(settled, stages)]));
}

function readSettled(db: Database, orderIds: readonly bigint[]) {
  return db
    .selectFrom('order_settlement')
    .innerJoin('round_settlement', 'round_settlement.round_id', 'order_settlement.round_id')
    .innerJoin('round', 'round.id', 'order_settlement.round_id')
    .selectAll('order_settlement')
    .select(['outcome', 'settled_at'])
    .where('order_id', 'in', orderIds)
    .where('round.state', 'in', ['minted', 'ended'])
    .execute();
}

function readStages(db: Database, roundIds: readonly bigint[]) {
  return db.selectFrom('round_stage').selectAll().where('round_id', 'in', roundIds).orderBy('stage').execute();
}

type Settled = Awaited<ReturnType<typeof readSettled>>[number];
type Stage = Awaited<ReturnType<typeof readStages>>[number];

function toSettlement(settled: Settled, stages: readonly Stage[]): OrderSettlement {
  const amount = (value: bigint | null) => tokenAmount(value ?? 0n);
  const none = { settledAt: settled.settled_at, minted: null, failed: null, cancelled: null };
  if (settled.outcome === 'failed') {
    const { refund, loss, compensation, hash_power: hashPower } = settled;
    return {
      ...none,
      failed: {
        refund: amount(refund),
        loss: amount(loss),
        compensation: amount(compensation),
        hashPower: amount(hashPower),
      },
    };
  }
  if (settled.outcome === 'cancelled') return { ...none, cancelled: { refund: amount(settled.refund) } };
  const { principal, fee, split } = settled;
  const amounts = [settled.stage1, settled.stage2, settled.stage3];
  return {
    ...none,
    minted: {
      principal: amount(principal),
      fee: amount(fee),
      split: amount(split),
      stages: stages
        .filter(({ round_id }) => round_id === settled.round_id)
        .map((stage) => ({
          stage: stage.stage,
          amount: amount(amounts[stage.stage - 1] ?? null),
          dueAt: stage.due_at,
          paidAt: stage.paid_at,
        })),
    },
  };
}
