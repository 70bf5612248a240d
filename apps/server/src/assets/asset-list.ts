import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type RawBuilder, sql } from 'kysely';
import type { KeyFormat } from '#platform/paging.ts';

/**
 * Sort key of the list of recharges and withdrawals: newest first; at equal times withdrawals first, then the higher
 * id.
 */
export type AssetEventKey = {
  /** UTC milliseconds. */
  readonly at: number;
  readonly kind: bigint;
  readonly id: bigint;
};

export const RECHARGE_KEY = 0n;
export const WITHDRAWAL_KEY = 1n;
/** The last millisecond that has a date. */
const LATEST_TIME = 8_640_000_000_000_000n;

/** How a list's cursor encodes its sort key. */
export const ASSET_EVENT_KEY: KeyFormat<AssetEventKey> = {
  toNumbers: ({ at, kind, id }) => [at, kind, id],
  fromNumbers: ([at, kind, id, ...more]) => {
    if (at === undefined || kind === undefined || id === undefined || more.length > 0) return undefined;
    return at > LATEST_TIME || kind > WITHDRAWAL_KEY ? undefined : { at: Number(at), kind, id };
  },
};

/**
 * Selects a page of a user's events: one currency, from `from` (inclusive) to `to` (exclusive, UTC milliseconds), at
 * most `limit` of them after a key.
 */
export type AssetEventPage = {
  readonly userId: bigint;
  readonly currency?: Currency | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** null = from the newest. */
  readonly after: AssetEventKey | null;
  readonly limit: number;
};

/** Returns a negative number when the first key is listed before the second, for `Array.sort`. */
export function compareKeys(first: AssetEventKey, second: AssetEventKey): number {
  if (first.at !== second.at) return second.at - first.at;
  if (first.kind !== second.kind) return first.kind > second.kind ? -1 : 1;
  if (first.id === second.id) return 0;
  return first.id > second.id ? -1 : 1;
}

/** Returns the SQL condition "this row, written as (time, kind, id), is listed after the key". */
export function isAfter(key: AssetEventKey | null, row: RawBuilder<unknown>): RawBuilder<boolean> {
  if (key === null) return sql<boolean>`true`;
  return sql<boolean>`${row} < (${new Date(key.at)}::timestamptz, ${key.kind}::bigint, ${key.id}::bigint)`;
}
