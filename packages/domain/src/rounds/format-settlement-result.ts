import { assertNever } from '../assert-never.ts';
import type { Stages } from '../json/field-table.ts';
import type {
  CancelledSettlement,
  FailedOrder,
  FailedSettlement,
  Lazy,
  LazySettlement,
  MintedOrder,
  MintedSettlement,
  SettlementResult,
} from './settlement.ts';

/**
 * A settlement's result as the settlement file has it: amounts as strings of base units, and hash power under the name
 * `hash`. docs/money-rules.md#6-the-settlement-file
 */
export type SettlementResultJson = MintedJson | FailedJson | CancelledJson;

type MintedJson = InJson<MintedSettlement>;
type CancelledJson = InJson<CancelledSettlement>;
type FailedJson = {
  readonly outcome: 'failed';
  readonly orders: readonly HashNamed<FailedOrder>[];
  readonly totals: HashNamed<FailedSettlement['totals']>;
};

type HashNamed<Value extends { readonly hashPower: bigint }> = InJson<Omit<Value, 'hashPower'>> & {
  readonly hash: string;
};

type InJson<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { [Key in keyof Value]: InJson<Value[Key]> }
    : Value;

/** A settlement's result as `formatSettlementResult` returns it, whose orders are computed on demand. */
export type LazyResultJson = Lazy<MintedJson> | Lazy<FailedJson> | Lazy<CancelledJson>;

/**
 * Returns a settlement's result as the JSON object of the settlement file.
 */
export function formatSettlementResult(result: SettlementResult): SettlementResultJson {
  switch (result.outcome) {
    case 'minted':
      return { ...result, orders: result.orders.map(mintedOrder), totals: mintedTotals(result.totals) };
    case 'failed':
      return { ...result, orders: result.orders.map(failedOrder), totals: failedTotals(result.totals) };
    case 'cancelled':
      return { ...result, orders: result.orders.map(cancelledOrder), totals: { refund: `${result.totals.refund}` } };
    default:
      return assertNever(result);
  }
}

/** Returns what `formatSettlementResult` returns, of a settlement that computes its orders on demand. */
export function formatLazily(result: LazySettlement): LazyResultJson {
  switch (result.outcome) {
    case 'minted':
      return { ...result, orderAt: (index) => mintedOrder(result.orderAt(index)), totals: mintedTotals(result.totals) };
    case 'failed':
      return { ...result, orderAt: (index) => failedOrder(result.orderAt(index)), totals: failedTotals(result.totals) };
    case 'cancelled':
      return {
        ...{ outcome: result.outcome, totals: { refund: `${result.totals.refund}` } },
        orderAt: (index) => cancelledOrder(result.orderAt(index)),
      };
    default:
      return assertNever(result);
  }
}

function mintedOrder({ rank, principal, fee, reward, split, stages: [first, second, third] }: MintedOrder) {
  const stages: Stages<string> = [`${first}`, `${second}`, `${third}`];
  return { rank, principal: `${principal}`, fee: `${fee}`, reward: `${reward}`, split: `${split}`, stages };
}

function mintedTotals(totals: MintedSettlement['totals']): MintedJson['totals'] {
  return {
    principal: `${totals.principal}`,
    fee: `${totals.fee}`,
    reward: `${totals.reward}`,
    nodes: `${totals.nodes}`,
    levels: `${totals.levels}`,
    treasury: `${totals.treasury}`,
    reserveIn: `${totals.reserveIn}`,
    split: `${totals.split}`,
    minted: `${totals.minted}`,
  };
}

function failedOrder({ rank, refund, loss, compensation, hashPower }: FailedOrder): FailedJson['orders'][number] {
  return { rank, refund: `${refund}`, loss: `${loss}`, compensation: `${compensation}`, hash: `${hashPower}` };
}

function failedTotals(totals: FailedSettlement['totals']): FailedJson['totals'] {
  return {
    refund: `${totals.refund}`,
    loss: `${totals.loss}`,
    compensation: `${totals.compensation}`,
    hash: `${totals.hashPower}`,
    reserveIn: `${totals.reserveIn}`,
    launchCosts: `${totals.launchCosts}`,
  };
}

function cancelledOrder({ rank, refund }: CancelledSettlement['orders'][number]): CancelledJson['orders'][number] {
  return { rank, refund: `${refund}` };
}
