import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { EventKind } from '../assets-search.ts';

/** The sums of a time range and of its days. */
export type Sums = ReplyOf<'POST /api/app/user/assetEventSums'>;

export const CURRENCIES: readonly Currency[] = ['JU', 'FMC'];
export const KINDS = ['recharge', 'withdrawal'] as const;

/** Returns the sums of a kind by currency, in whole units. */
export function sumOf(
  sums: Pick<Sums, 'recharged' | 'withdrawn'>,
  kind: EventKind,
): Readonly<Record<Currency, string>> {
  return kind === 'recharge' ? sums.recharged : sums.withdrawn;
}

/** Returns whether a kind is shown while only one is, or all. */
export function isShown(kind: EventKind, only: EventKind | undefined): boolean {
  return only === undefined || only === kind;
}
