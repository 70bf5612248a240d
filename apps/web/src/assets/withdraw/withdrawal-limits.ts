import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { unitsOf } from '@city-mint/domain/money/amount-text';
import { isSameAddress } from '#platform/same-address.ts';
import type { Currency } from '../assets-search.ts';

export type WithdrawalLimits = ReplyOf<'POST /api/app/user/withdrawLimits'>;
type Rule = WithdrawalLimits['currencies'][number]['limits'][number]['rule'];

/** Limits of one currency: exact decimal strings in whole units. */
export type CurrencyLimits = {
  /** The highest amount that all limits permit now. */
  readonly left: string;
  readonly perWithdrawal: string;
  /** The remainder of the user's daily limit, and that limit. */
  readonly dayLeft: string;
  readonly day: string;
  /** The remainder of the limit of all users: nothing, less than the user's own limits permit, or at least as much. */
  readonly shared: 'none' | 'scarce' | 'ample';
  readonly approvalAbove: string | null;
};

/** Returns the limits of a currency; null if the reply lacks them. */
export function currencyLimits(limits: WithdrawalLimits, currency: Currency): CurrencyLimits | null {
  const found = limits.currencies.find((candidate) => candidate.currency === currency);
  const rule = (name: Rule) => found?.limits.find((limit) => limit.rule === name);
  const [single, day, all, share] = [
    rule('per-withdrawal'),
    rule('per-user-day'),
    rule('per-day'),
    rule('share-of-day'),
  ];
  if (found === undefined || single === undefined || day === undefined || all === undefined || share === undefined) {
    return null;
  }
  const own = smaller(single.left, day.left);
  const shared = smaller(all.left, share.left);
  return {
    left: found.left,
    perWithdrawal: single.limit,
    dayLeft: day.left,
    day: day.limit,
    shared: unitsOf(shared) === 0n ? 'none' : unitsOf(shared) < unitsOf(own) ? 'scarce' : 'ample',
    approvalAbove: found.approvalAbove,
  };
}

/** Why no withdrawal is possible now, whatever the amount. */
export type WithdrawalStop = { readonly kind: 'paused' } | { readonly kind: 'cooling'; readonly until: number };

/** Returns the reason that blocks every withdrawal of the user at this time (UTC milliseconds); null without one. */
export function withdrawalStop({ paused, coolsUntil }: WithdrawalLimits, now: number): WithdrawalStop | null {
  if (paused) return { kind: 'paused' };
  return coolsUntil !== null && coolsUntil > now ? { kind: 'cooling', until: coolsUntil } : null;
}

/** Whether an address can be paid. `new`: the first request to it starts a wait of so many hours. */
export type RecipientWait =
  | { readonly kind: 'none' }
  | { readonly kind: 'new'; readonly hours: number }
  | { readonly kind: 'until'; readonly until: number };

type RecipientInput = { readonly to: string; readonly ownAddress: string; readonly now: number };

/** Returns the wait of an address at this time (UTC milliseconds). The user's own address never waits. */
export function recipientWait(limits: WithdrawalLimits, { to, ownAddress, now }: RecipientInput): RecipientWait {
  const { newAddressHours, recipients } = limits;
  if (newAddressHours === 0 || isSameAddress(to, ownAddress)) return { kind: 'none' };
  const known = recipients.find(({ address }) => isSameAddress(address, to));
  if (known === undefined) return { kind: 'new', hours: newAddressHours };
  return known.freeAt > now ? { kind: 'until', until: known.freeAt } : { kind: 'none' };
}

/** Returns the smaller of two amounts, each an exact decimal string. */
export function smaller(one: string, other: string): string {
  return unitsOf(one) <= unitsOf(other) ? one : other;
}
