import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { sumOfTexts } from '@city-mint/domain/money/amount-text';

/** An order of the list, with its settlement. */
export type ListedOrder = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];

/** A round's result for the account: the sum of its orders, amounts exact in whole units. */
export type SettlementMoment = {
  readonly roundId: string;
  readonly cityId: string;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  readonly orderIds: readonly [string, ...string[]];
  /** Amount that the orders had put in. */
  readonly joined: string;
  /** JU returned or paid, less the amount put in. */
  readonly netJu: string;
} & (
  | {
      readonly outcome: 'minted';
      /** FMC of all stages, and the part paid so far. */
      readonly fmc: string;
      readonly fmcPaid: string;
      readonly principal: string;
    }
  | {
      readonly outcome: 'failed';
      readonly refund: string;
      readonly loss: string;
      readonly compensation: string;
      readonly hashPower: string;
      /** All of it has been claimed. */
      readonly isClaimed: boolean;
      /** One of the orders joined in the last part of the window: compensated after all that did not. */
      readonly isLate: boolean;
    }
  | { readonly outcome: 'cancelled'; readonly refund: string }
);

type MomentOrder = Pick<
  ListedOrder,
  | ('orderId' | 'roundId' | 'cityId' | 'city' | 'phase' | 'number')
  | ('state' | 'late' | 'accepted' | 'netJu' | 'settlement')
>;

/** Returns the moment of a round from the account's orders in it; null until all of them are settled. */
export function settlementMoment(orders: readonly MomentOrder[]): SettlementMoment | null {
  const [first] = orders;
  const settlements = orders.flatMap(({ settlement }) => settlement ?? []);
  if (first === undefined || settlements.length < orders.length) return null;
  const others = orders.slice(1).map(({ orderId }) => orderId);
  const of = {
    roundId: first.roundId,
    cityId: first.cityId,
    city: first.city,
    phase: first.phase,
    number: first.number,
    orderIds: [first.orderId, ...others] as const,
    joined: sumOfTexts(orders.map(({ accepted }) => accepted)),
    netJu: sumOfTexts(orders.map(({ netJu }) => netJu ?? '0')),
  };
  const minted = settlements.flatMap((settlement) => settlement.minted ?? []);
  if (minted.length > 0) {
    const stages = minted.flatMap((part) => part.stages);
    return {
      ...of,
      outcome: 'minted',
      fmc: sumOfTexts(stages.map(({ amount }) => amount)),
      fmcPaid: sumOfTexts(stages.flatMap(({ amount, paidAt }) => (paidAt === null ? [] : [amount]))),
      principal: sumOfTexts(minted.map(({ principal }) => principal)),
    };
  }
  const failed = settlements.flatMap((settlement) => settlement.failed ?? []);
  if (failed.length > 0) {
    return {
      ...of,
      outcome: 'failed',
      refund: sumOfTexts(failed.map(({ refund }) => refund)),
      loss: sumOfTexts(failed.map(({ loss }) => loss)),
      compensation: sumOfTexts(failed.map(({ compensation }) => compensation)),
      hashPower: sumOfTexts(failed.map(({ hashPower }) => hashPower)),
      isClaimed: orders.every(({ state }) => state === 'ended'),
      isLate: orders.some(({ late }) => late),
    };
  }
  const cancelled = settlements.flatMap((settlement) => settlement.cancelled ?? []);
  return { ...of, outcome: 'cancelled', refund: sumOfTexts(cancelled.map(({ refund }) => refund)) };
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
