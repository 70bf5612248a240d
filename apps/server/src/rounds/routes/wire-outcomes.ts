import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { OwnInRound } from '../orders/queries/own-in-round.ts';
import type { OwnOutcome, OwnOutcomes } from '../orders/queries/own-outcomes.ts';
import { formatSigned } from './wire.ts';

type WireOutcomes = ReplyOf<'POST /api/biz/mint/outcomes'>;

/** Returns the outcomes of a user's rounds as callers see them, amounts in whole units. */
export function toWireOutcomes({ unsettled, settled }: OwnOutcomes): WireOutcomes {
  return { unsettled: unsettled.map(String), settled: settled.map(toWireOutcome) };
}

/** Returns the sums of a user's orders in a round as callers see them, amounts in whole units. */
export function toWireOwnInRound(own: OwnInRound): ReplyOf<'POST /api/biz/mint/inRound'> {
  return {
    orders: own.orders,
    joined: formatAmount(tokenAmount(own.joined)),
    outcome: own.outcome,
    netJu: own.net === null ? null : formatSigned(own.net),
    fmc: formatAmount(tokenAmount(own.fmc)),
    first: own.first.map(({ rank, joinedAt }) => ({ rank, joinedAt: joinedAt.getTime() })),
  };
}

function toWireOutcome(own: OwnOutcome): WireOutcomes['settled'][number] {
  const units = (value: bigint) => formatAmount(tokenAmount(value));
  const { city, phase, number } = own;
  const ofRound = {
    ...{ roundId: `${own.round_id}`, cityId: `${own.city_id}`, city, phase, number, orderId: `${own.order_id}` },
    ...{ joined: units(own.joined), netJu: formatSigned(own.net) },
  };
  switch (own.outcome) {
    case 'minted':
      return {
        ...ofRound,
        outcome: 'minted',
        fmc: units(own.fmc),
        fmcPaid: units(own.fmc_paid),
        principal: units(own.principal),
      };
    case 'failed':
      return {
        ...ofRound,
        outcome: 'failed',
        refund: units(own.refund),
        loss: units(own.loss),
        compensation: units(own.compensation),
        hashPower: units(own.hash_power),
        isClaimed: own.is_claimed,
        isLate: own.is_late,
      };
    case 'cancelled':
      return { ...ofRound, outcome: 'cancelled', refund: units(own.refund) };
  }
}
