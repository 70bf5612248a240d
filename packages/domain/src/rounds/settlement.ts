import type { Stages } from '../json/field-table.ts';
import type { TokenAmount } from '../money/token-amount.ts';
import type { SettlementTerms } from './terms.ts';

/** The input of a settlement; amounts in base units. docs/money-rules.md#6-the-settlement-file. */
export type SettlementInput = {
  readonly terms: SettlementTerms;
  /** JU in the reserve, and the balance above which it is given to the participants. */
  readonly reserve: { readonly balance: TokenAmount; readonly cap: TokenAmount };
  /** FMC not yet released. */
  readonly emission: { readonly remaining: TokenAmount };
  /** In rank order. */
  readonly orders: readonly SettlementOrder[];
  /** Whether the round was cancelled: every order gets its whole principal back. */
  readonly cancelled: boolean;
};

/** The orders of a round by index, in rank order: a list, or the columns in which a million fit into a phone. */
export type OrderSequence = Pick<readonly SettlementOrder[], 'length' | 'at'>;

/** The input of a settlement whose orders need not be a list. */
export type SequenceInput = Omit<SettlementInput, 'orders'> & { readonly orders: OrderSequence };

export type SettlementOrder = {
  readonly rank: number;
  /** The accepted amount. */
  readonly amount: TokenAmount;
  readonly inviter: string | null;
  /** Whether the inviter has had an order settled in an earlier round. */
  readonly inviterQualified: boolean;
  /** Whether it joined in the last part of the window (`lateBps`): compensated after all orders that did not. */
  readonly late: boolean;
};

export type SettlementResult = MintedSettlement | FailedSettlement | CancelledSettlement;

/** A settlement that computes the result of an order, by its index, when it is asked: a million fit into a phone. */
export type LazySettlement = Lazy<MintedSettlement> | Lazy<FailedSettlement> | Lazy<CancelledSettlement>;

export type Lazy<Result extends { readonly orders: readonly unknown[] }> = Omit<Result, 'orders'> & {
  readonly orderAt: (index: number) => Result['orders'][number];
};

export type MintedSettlement = {
  readonly outcome: 'minted';
  /** In rank order. `reward` goes to the inviter, everything else to the participant. */
  readonly orders: readonly MintedOrder[];
  readonly totals: {
    readonly principal: TokenAmount;
    readonly fee: TokenAmount;
    readonly reward: TokenAmount;
    readonly nodes: TokenAmount;
    readonly levels: TokenAmount;
    readonly treasury: TokenAmount;
    readonly reserveIn: TokenAmount;
    readonly split: TokenAmount;
    readonly minted: TokenAmount;
  };
};

export type MintedOrder = {
  readonly rank: number;
  readonly principal: TokenAmount;
  readonly fee: TokenAmount;
  readonly reward: TokenAmount;
  readonly split: TokenAmount;
  readonly stages: Stages<TokenAmount>;
};

export type FailedSettlement = {
  readonly outcome: 'failed';
  /** In rank order. */
  readonly orders: readonly FailedOrder[];
  readonly totals: {
    readonly refund: TokenAmount;
    readonly loss: TokenAmount;
    readonly compensation: TokenAmount;
    readonly hashPower: TokenAmount;
    /** The losses: what refills the reserve up to its cap, and the rest. */
    readonly reserveIn: TokenAmount;
    readonly launchCosts: TokenAmount;
  };
};

export type FailedOrder = {
  readonly rank: number;
  readonly refund: TokenAmount;
  readonly loss: TokenAmount;
  readonly compensation: TokenAmount;
  readonly hashPower: TokenAmount;
};

export type CancelledSettlement = {
  readonly outcome: 'cancelled';
  /** In rank order. */
  readonly orders: readonly { readonly rank: number; readonly refund: TokenAmount }[];
  readonly totals: { readonly refund: TokenAmount };
};
