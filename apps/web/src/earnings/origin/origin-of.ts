import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { EARNINGS_STAGES } from '@city-mint/domain/rewards/earnings-types';
import { mintStages } from '@city-mint/domain/rounds/settle-minted';
import type { SettledHead, SettledOrder } from '#rounds/settled/settled-line.ts';
import type { Earning } from '../earnings-csv.ts';

/** The earnings that a settlement file decides: a part of a pool, by what an order put in. */
export const SETTLED_TYPES = ['settle', 'distribute', 'split'] as const;
export type SettledEarning = Pick<Earning, 'stage' | 'amount'> & { readonly type: (typeof SETTLED_TYPES)[number] };

/** The chain of an earning, with the figures of a checked settlement. Amounts in whole units. */
export type Origin = {
  /** The order that got it; of an earning that none of them got, the first one. */
  readonly order: SettledOrder;
  readonly raised: string;
  /** FMC that the round released, of which a stage is a part; null for the surplus of the reserve. */
  readonly released: string | null;
  /** The pool that orders share by their amounts: a stage, or the surplus. */
  readonly pool: string;
  /** The part of the order, as the settlement has it. */
  readonly share: string;
  /** Whether that is the earning. */
  readonly agrees: boolean;
};

/** Returns the chain of an earning from a checked settlement and the account's orders in it; null without an order. */
export function originOf(earning: SettledEarning, head: SettledHead, orders: readonly SettledOrder[]): Origin | null {
  const stage = earning.stage === null ? -1 : EARNINGS_STAGES.indexOf(earning.stage);
  const shareOf = ({ split, stages }: SettledOrder) => (earning.type === 'split' ? split : (stages[stage] ?? '0'));
  const found = orders.find((order) => shareOf(order) === earning.amount);
  const order = found ?? orders[0];
  if (order === undefined) return null;
  const released = totalOf(head, 'minted');
  const stages = head.terms === null ? [] : mintStages(tokenAmount(unitsOf(released)), head.terms.stageBps);
  const isSplit = earning.type === 'split';
  return {
    ...{ order, raised: head.raised, released: isSplit ? null : released },
    pool: isSplit ? totalOf(head, 'split') : formatAmount(stages[stage] ?? 0n),
    share: shareOf(order),
    agrees: found !== undefined,
  };
}

function totalOf(head: SettledHead, wanted: string): string {
  return head.totals.find(({ name }) => name === wanted)?.amount ?? '0';
}
