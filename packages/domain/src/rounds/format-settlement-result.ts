import { assertNever } from '../assert-never.ts';
import type {
  CancelledSettlement,
  FailedOrder,
  FailedSettlement,
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

/**
 * Returns a settlement's result as the JSON object of the settlement file.
 */
export function formatSettlementResult(result: SettlementResult): SettlementResultJson {
  switch (result.outcome) {
    case 'minted':
      return formatMinted(result);
    case 'failed':
      return formatFailed(result);
    case 'cancelled':
      return formatCancelled(result);
    default:
      return assertNever(result);
  }
}

function formatMinted({ outcome, orders, totals }: MintedSettlement): MintedJson {
  return {
    outcome,
    orders: orders.map(({ rank, principal, fee, reward, split, stages: [first, second, third] }) => ({
      rank,
      principal: `${principal}`,
      fee: `${fee}`,
      reward: `${reward}`,
      split: `${split}`,
      stages: [`${first}`, `${second}`, `${third}`],
    })),
    totals: {
      principal: `${totals.principal}`,
      fee: `${totals.fee}`,
      reward: `${totals.reward}`,
      nodes: `${totals.nodes}`,
      levels: `${totals.levels}`,
      treasury: `${totals.treasury}`,
      reserveIn: `${totals.reserveIn}`,
      split: `${totals.split}`,
      minted: `${totals.minted}`,
    },
  };
}

function formatFailed({ outcome, orders, totals }: FailedSettlement): FailedJson {
  return {
    outcome,
    orders: orders.map(({ rank, refund, loss, compensation, hashPower }) => ({
      rank,
      refund: `${refund}`,
      loss: `${loss}`,
      compensation: `${compensation}`,
      hash: `${hashPower}`,
    })),
    totals: {
      refund: `${totals.refund}`,
      loss: `${totals.loss}`,
      compensation: `${totals.compensation}`,
      hash: `${totals.hashPower}`,
      reserveIn: `${totals.reserveIn}`,
      launchCosts: `${totals.launchCosts}`,
    },
  };
}

function formatCancelled({ outcome, orders, totals }: CancelledSettlement): CancelledJson {
  return {
    outcome,
    orders: orders.map(({ rank, refund }) => ({ rank, refund: `${refund}` })),
    totals: { refund: `${totals.refund}` },
  };
}
