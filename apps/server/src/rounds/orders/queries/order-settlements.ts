import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';

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
  const minted = settlements.filter(({ outcome }) => outcome === 'minted').map(({ round_id }) => round_id);
  const stages = await readStages(db, [...new Set(minted)]);
  return new Map(
    settlements.map((settled) => [settled.order_id, toSettlement(settled, stages.get(settled.round_id) ?? [])]),
  );
}

type AmountName =
  | 'principal'
  | 'fee'
  | 'split'
  | 'stage1'
  | 'stage2'
  | 'stage3'
  | 'refund'
  | 'loss'
  | 'compensation'
  | 'hash_power';
type Settled = { order_id: bigint; round_id: bigint; outcome: string; settled_at: Date } & Record<
  AmountName,
  bigint | null
>;

/** Order by order, by their keys: so its plan is the same for one order and for a hundred. */
function readSettled(db: Database, orderIds: readonly bigint[]): Promise<Settled[]> {
  return executePrepared(
    db,
    sql<Settled>`
      select s.order_id, s.round_id, s.principal, s.fee, s.split, s.stage1, s.stage2, s.stage3, s.refund, s.loss,
        s.compensation, s.hash_power, g.outcome, g.settled_at
      from unnest(${orderIds}::bigint[]) wanted (id)
      cross join lateral (select * from order_settlement where order_id = wanted.id offset 0) s
      cross join lateral (select state from round where id = s.round_id offset 0) r
      cross join lateral (select outcome, settled_at from round_settlement where round_id = s.round_id offset 0) g
      where r.state in ('minted', 'ended')`,
  );
}

type Stage = { round_id: bigint; stage: number; due_at: Date; paid_at: Date | null };

/** Returns the stages of each round in their order. */
async function readStages(db: Database, roundIds: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly Stage[]>> {
  if (roundIds.length === 0) return new Map();
  const stages = await executePrepared(
    db,
    sql<Stage>`
      select g.round_id, g.stage, g.due_at, g.paid_at from unnest(${roundIds}::bigint[]) wanted (id)
      cross join lateral (
        select round_id, stage, due_at, paid_at from round_stage where round_id = wanted.id order by stage offset 0
      ) g`,
  );
  const byRound = new Map<bigint, Stage[]>();
  for (const stage of stages) byRound.set(stage.round_id, [...(byRound.get(stage.round_id) ?? []), stage]);
  return byRound;
}

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
      stages: stages.map((stage) => ({
        stage: stage.stage,
        amount: amount(amounts[stage.stage - 1] ?? null),
        dueAt: stage.due_at,
        paidAt: stage.paid_at,
      })),
    },
  };
}
