import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { formatAmount, parseAmount } from '@city-mint/domain/money/amount-text';

/** An order of the list, with its settlement. */
export type ListedOrder = ReplyOf<'POST /api/biz/mine/mint'>['items'][number];

/** What a round came to for the account: its orders in it together, amounts exact in whole units. */
export type SettlementMoment = {
  readonly roundId: string;
  readonly cityId: string;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  readonly orderIds: readonly [string, ...string[]];
  /** What the orders had put in. */
  readonly joined: string;
  /** What has come back or was paid in JU, less what was put in. */
  readonly netJu: string;
} & (
  | {
      readonly outcome: 'minted';
      /** FMC of all stages, and what of it has been paid. */
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
    }
  | { readonly outcome: 'cancelled'; readonly refund: string }
);

type MomentOrder = Pick<
  ListedOrder,
  'orderId' | 'roundId' | 'cityId' | 'city' | 'phase' | 'number' | 'accepted' | 'netJu' | 'settlement'
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
    joined: total(orders.map(({ accepted }) => accepted)),
    netJu: total(orders.map(({ netJu }) => netJu ?? '0')),
  };
  const minted = settlements.flatMap((settlement) => settlement.minted ?? []);
  if (minted.length > 0) {
    const stages = minted.flatMap((part) => part.stages);
    return {
      ...of,
      outcome: 'minted',
      fmc: total(stages.map(({ amount }) => amount)),
      fmcPaid: total(stages.flatMap(({ amount, paidAt }) => (paidAt === null ? [] : [amount]))),
      principal: total(minted.map(({ principal }) => principal)),
    };
  }
  const failed = settlements.flatMap((settlement) => settlement.failed ?? []);
  if (failed.length > 0) {
    return {
      ...of,
      outcome: 'failed',
      refund: total(failed.map(({ refund }) => refund)),
      loss: total(failed.map(({ loss }) => loss)),
      compensation: total(failed.map(({ compensation }) => compensation)),
      hashPower: total(failed.map(({ hashPower }) => hashPower)),
    };
  }
  const cancelled = settlements.flatMap((settlement) => settlement.cancelled ?? []);
  return { ...of, outcome: 'cancelled', refund: total(cancelled.map(({ refund }) => refund)) };
}

/** Returns what came back of a failed round: the refund, and what the reserve made good. */
export function returnedOf({ refund, compensation }: Extract<SettlementMoment, { outcome: 'failed' }>): string {
  return total([refund, compensation]);
}

/** Returns the exact sum of decimal texts of the API, each with a minus sign when it is negative. */
export function total(amounts: readonly string[]): string {
  return formatAmount(amounts.reduce((sum, text) => sum + unitsOf(text), 0n));
}

function unitsOf(text: string): bigint {
  const parsed = parseAmount(text.replace(/^-/, ''));
  if (!parsed.ok) throw new Error(`no amount: ${text}`);
  return text.startsWith('-') ? -parsed.amount : parsed.amount;
}
