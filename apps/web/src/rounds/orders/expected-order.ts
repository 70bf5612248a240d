import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { floorShare } from '@city-mint/domain/money/division';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { mintStages } from '@city-mint/domain/rounds/settle-minted';
import type { OrderDetails } from './order-progress.ts';

/** Both possible results of an unsettled order; exact decimal strings in whole units. */
export type ExpectedOrder = {
  readonly principal: string;
  readonly fee: string;
  /** Estimated amounts of the stages; their sum is an estimate too, and null if there is none. */
  readonly stages: readonly string[];
  readonly refund: string;
};

type ExpectedInput = {
  readonly order: Pick<OrderDetails['order'], 'accepted' | 'estimatedFmc' | 'maximumLoss'>;
  readonly terms: Pick<OrderDetails['terms'], 'mintFeeBps' | 'stageBps'>;
};

/**
 * Returns an order's principal and fee if the round fills, and its least refund if the round fails. The fee and the
 * shares of the stages are rounded down, as in the settlement. docs/money-rules.md#5-settlement
 */
export function expectedOrder({ order, terms }: ExpectedInput): ExpectedOrder {
  const accepted = unitsOf(order.accepted);
  const fee = floorShare(accepted, terms.mintFeeBps);
  const fmc = order.estimatedFmc === null ? null : unitsOf(order.estimatedFmc);
  return {
    principal: formatAmount(tokenAmount(accepted - fee)),
    fee: formatAmount(fee),
    stages: fmc === null ? [] : mintStages(fmc, terms.stageBps).map((stage) => formatAmount(stage)),
    refund: formatAmount(tokenAmount(accepted - unitsOf(order.maximumLoss ?? '0'))),
  };
}
