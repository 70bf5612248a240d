import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { Database } from '#platform/database/database.ts';
import {
  type EventSetting,
  type ListedEvent,
  pendingRechargeEvent,
  rechargeEvent,
  withdrawalEvent,
} from '../asset-event.ts';
import { type AssetEventKey, compareKeys } from '../asset-event-key.ts';
import type { EventPage } from '../store/event-page.ts';
import { listRecharges } from '../store/recharges.ts';
import { listWithdrawals } from '../store/withdrawals.ts';
import { readPendingDeposits } from './read-pending-deposits.ts';
import { readPendingPayments } from './read-pending-payments.ts';

/** Which events: of one kind, of one currency, from `from` until before `to` (UTC milliseconds), `limit` of them after a key. */
export type EventFilter = {
  readonly userId: bigint;
  readonly kind?: 'recharge' | 'withdrawal' | undefined;
  readonly currency?: Currency | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after: AssetEventKey | null;
  readonly limit: number;
};

/** A user's recharges and withdrawals, newest first, those that are not final included. */
export async function listAssetEvents(
  db: Database,
  filter: EventFilter,
  setting: EventSetting,
): Promise<ListedEvent[]> {
  const lists = await Promise.all([
    filter.kind === 'withdrawal' ? [] : recharges(db, filter, setting),
    filter.kind === 'withdrawal' ? [] : pendingRecharges(db, filter, setting),
    filter.kind === 'recharge' ? [] : withdrawals(db, filter, setting),
  ]);
  // A deposit may turn final between the two looks at it.
  const byKey = new Map(lists.flat().map((listed) => [`${listed.key.kind}-${listed.key.id}`, listed]));
  return [...byKey.values()].sort((a, b) => compareKeys(a.key, b.key)).slice(0, filter.limit);
}

async function recharges(db: Database, page: EventPage, setting: EventSetting): Promise<ListedEvent[]> {
  return (await listRecharges(db, page)).map((row) => rechargeEvent(row, setting));
}

async function pendingRecharges(db: Database, page: EventPage, setting: EventSetting): Promise<ListedEvent[]> {
  const { currency, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, after } = page;
  return (await readPendingDeposits(db, setting.account))
    .map((deposit) => pendingRechargeEvent(deposit, setting))
    .filter(({ key, event }) => {
      const isWanted = (currency === undefined || event.currency === currency) && key.at >= from && key.at < to;
      return isWanted && (after === null || compareKeys(after, key) < 0);
    });
}

async function withdrawals(db: Database, page: EventPage, setting: EventSetting): Promise<ListedEvent[]> {
  const [rows, payments] = await Promise.all([listWithdrawals(db, page), readPendingPayments(db, setting.account)]);
  return rows.map((row) => withdrawalEvent({ row, payment: pendingPaymentOf(row, payments) }, setting));
}

/** Only a signed withdrawal can have a payment that is not final. */
function pendingPaymentOf<Row extends { state: string; voucher_id: string }, Payment>(
  row: Row,
  payments: ReadonlyMap<string, Payment>,
): Payment | undefined {
  return row.state === 'signed' ? payments.get(row.voucher_id) : undefined;
}
