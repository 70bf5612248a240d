import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { sumOfTexts } from '@city-mint/domain/money/amount-text';
import type { CoinKind } from '#ui/coin.tsx';

/** A round's result for the account: the sum of its orders, amounts exact in whole units. */
export type SettlementMoment = ReplyOf<'POST /api/biz/mint/outcomes'>['settled'][number];

type Details = Pick<ReplyOf<'POST /api/biz/mint/detail'>, 'order' | 'round' | 'settlement'>;

/** Returns the result of one order in the form of a moment; null until the order is settled. */
export function momentOfOrder({ order, round, settlement }: Details): SettlementMoment | null {
  if (settlement === null) return null;
  const { orderId, roundId, city, phase, number, accepted: joined } = order;
  const of = { orderId, roundId, cityId: round.cityId, city, phase, number, joined, netJu: order.netJu ?? '0' };
  const { minted, failed, cancelled } = settlement;
  if (minted !== null) {
    const { principal, stages } = minted;
    const sum = (shown: typeof stages) => sumOfTexts(shown.map(({ amount }) => amount));
    const paid = stages.filter(({ paidAt }) => paidAt !== null);
    return { ...of, outcome: 'minted', fmc: sum(stages), fmcPaid: sum(paid), principal };
  }
  if (failed !== null) {
    return { ...of, ...failed, outcome: 'failed', isClaimed: order.state === 'ended', isLate: order.late };
  }
  return cancelled === null ? null : { ...of, ...cancelled, outcome: 'cancelled' };
}

/** A round's result for the account, repeated by its colour: gold, brick, or neither. */
export type MomentTone = 'gain' | 'loss' | 'even';

/** Returns the tone of a moment; a failed round that cost the account nothing is no loss. */
export function momentTone({ outcome, netJu }: Pick<SettlementMoment, 'outcome' | 'netJu'>): MomentTone {
  if (outcome === 'minted') return 'gain';
  return netJu.startsWith('-') ? 'loss' : 'even';
}

/** Returns the amount returned by a failed round: the refund and the reserve's compensation. */
export function returnedOf({ refund, compensation }: Extract<SettlementMoment, { outcome: 'failed' }>): string {
  return sumOfTexts([refund, compensation]);
}

/** Returns the coin of a result: broken for a failure, in red only if that cost something. */
export function coinOfMoment(moment: SettlementMoment): CoinKind {
  if (moment.outcome !== 'failed') return moment.outcome === 'minted' ? 'gold' : 'plain';
  return momentTone(moment) === 'loss' ? 'broken' : 'refunded';
}
