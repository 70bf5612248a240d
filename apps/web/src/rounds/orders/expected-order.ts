import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { floorShare } from '@city-mint/domain/money/division';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { mintStages } from '@city-mint/domain/rounds/settle-minted';
import type { OrderDetails } from './order-progress.ts';

/** What an order that is not settled comes to, either way; exact decimal strings in whole units. */
export type ExpectedOrder = {
  readonly principal: string;
  readonly fee: string;
  /** An estimate, as its sum is: null where nothing is estimated. */
  readonly stages: readonly string[];
  readonly refund: string;
};

type ExpectedInput = {
  readonly order: Pick<OrderDetails['order'], 'accepted' | 'estimatedFmc' | 'maximumLoss'>;
  readonly terms: Pick<OrderDetails['terms'], 'mintFeeBps' | 'stageBps'>;
};

/**
 * Returns what an order gets back and pays in a full round, and at least gets back of a failed one. The fee and the
 * shares of the stages are rounded down, as they are settled. docs/money-rules.md#5-settlement
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
