import type { FailedSettlement, MintedSettlement, SettlementResult } from './settlement.ts';

/**
 * A settlement's result as JSON holds it: amounts as strings of base units. docs/money-rules.md#6-the-settlement-file.
 */
export type SettlementResultJson = InJson<MintedSettlement> | InJson<FailedSettlement>;

type InJson<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { [Key in keyof Value]: InJson<Value[Key]> }
    : Value;

/**
 * Writes a settlement's result as the JSON object of the settlement file. docs/money-rules.md#6-the-settlement-file.
 */
export function formatSettlementResult(result: SettlementResult): SettlementResultJson {
  return result.outcome === 'minted' ? formatMinted(result) : formatFailed(result);
}

function formatMinted({ outcome, orders, totals }: MintedSettlement): InJson<MintedSettlement> {
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

function formatFailed({ outcome, orders, totals }: FailedSettlement): InJson<FailedSettlement> {
  return {
    outcome,
    orders: orders.map(({ rank, refund, loss, compensation, hash }) => ({
      rank,
      refund: `${refund}`,
      loss: `${loss}`,
      compensation: `${compensation}`,
      hash: `${hash}`,
    })),
    totals: {
      refund: `${totals.refund}`,
      loss: `${totals.loss}`,
      compensation: `${totals.compensation}`,
      hash: `${totals.hash}`,
    },
  };
}
