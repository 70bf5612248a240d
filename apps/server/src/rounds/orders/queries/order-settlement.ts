import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';

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

type AmountName = 'principal' | 'fee' | 'split' | 'refund' | 'loss' | 'compensation' | 'hash_power';

/** The columns of `order_outcome` for an order's settlement, with the stages of a minted round in their order. */
export type SettlementColumns = Readonly<Record<AmountName, bigint | null>> & {
  readonly outcome: string | null;
  readonly settled_at: Date | null;
  readonly stages: readonly number[] | null;
  readonly stage_amounts: readonly bigint[] | null;
  readonly due_at: readonly Date[] | null;
  readonly paid_at: readonly (Date | null)[] | null;
};

/** Returns the settlement of an order; null if its round's settlement is not paid and closed. */
export function toSettlement(row: SettlementColumns): OrderSettlement | null {
  if (row.settled_at === null) return null;
  const amount = (value: bigint | null) => tokenAmount(value ?? 0n);
  const none = { settledAt: row.settled_at, minted: null, failed: null, cancelled: null };
  if (row.outcome === 'failed') {
    const { refund, loss, compensation, hash_power: hashPower } = row;
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
  if (row.outcome === 'cancelled') return { ...none, cancelled: { refund: amount(row.refund) } };
  const { principal, fee, split } = row;
  return {
    ...none,
    minted: {
      principal: amount(principal),
      fee: amount(fee),
      split: amount(split),
      stages: stagesOf(row),
    },
  };
}

function stagesOf({ stages, stage_amounts: amounts, due_at: dueTimes, paid_at: paidTimes }: SettlementColumns) {
  return (stages ?? []).flatMap((stage, index) => {
    const dueAt = dueTimes?.[index];
    if (dueAt === undefined) return [];
    return [{ stage, amount: tokenAmount(amounts?.[index] ?? 0n), dueAt, paidAt: paidTimes?.[index] ?? null }];
  });
}
