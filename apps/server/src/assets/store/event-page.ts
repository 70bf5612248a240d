import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type RawBuilder, sql } from 'kysely';
import type { AssetEventKey } from '../asset-event-key.ts';

/** Which of a user's events are asked for: times in UTC milliseconds, from `from` until before `to`, all that come after `after`. */
export type EventPage = {
  readonly userId: bigint;
  readonly currency?: Currency | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after: AssetEventKey | null;
  readonly limit: number;
};

/** Whether a row, given as (time, kind, id), comes after a key in a list that has the newest first. */
export function isAfter(key: AssetEventKey | null, row: RawBuilder<unknown>): RawBuilder<boolean> {
  if (key === null) return sql<boolean>`true`;
  return sql<boolean>`${row} < (${new Date(key.at)}::timestamptz, ${key.kind}::bigint, ${key.id}::bigint)`;
}
