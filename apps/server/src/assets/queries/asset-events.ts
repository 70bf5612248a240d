import type { Database } from '#platform/database/database.ts';
import { type AssetEventPage, compareKeys } from '../asset-list.ts';
import { readPendingDeposits } from '../recharges/queries.ts';
import { findRecharge, listRecharges } from '../recharges/store.ts';
import {
  type AssetEvent,
  type EventSetting,
  type ListedEvent,
  pendingRechargeEvent,
  rechargeEvent,
  withdrawalEvent,
} from '../wire.ts';
import { readPendingPayments } from '../withdrawals/queries/withdrawals.ts';
import { findWithdrawal, listWithdrawals } from '../withdrawals/store/withdrawals.ts';

/** Selects a page of a user's events, of one kind or of both. */
export type EventFilter = AssetEventPage & { readonly kind?: 'recharge' | 'withdrawal' | undefined };

/** Returns a page of a user's recharges and withdrawals, newest first, including those in blocks that are not final. */
export async function listAssetEvents(
  db: Database,
  filter: EventFilter,
  setting: EventSetting,
): Promise<ListedEvent[]> {
  const lists = await Promise.all([
    filter.kind === 'withdrawal' ? [] : listCreditedRecharges(db, filter, setting),
    filter.kind === 'withdrawal' ? [] : listPendingRecharges(db, filter, setting),
    filter.kind === 'recharge' ? [] : listWithdrawalEvents(db, filter, setting),
  ]);
  // A deposit may become final between the two queries; then the list has only the pending one.
  const byKey = new Map(lists.flat().map((listed) => [`${listed.key.kind}-${listed.key.id}`, listed]));
  return [...byKey.values()].sort((first, second) => compareKeys(first.key, second.key)).slice(0, filter.limit);
}

const EVENT_ID = /^([dpw])-(\d{1,18})$/;

/** Returns one of a user's events, or undefined. A recharge is also found by the id that it had while pending. */
export async function findAssetEvent(
  db: Database,
  { userId, eventId }: { userId: bigint; eventId: string },
  setting: EventSetting,
): Promise<AssetEvent | undefined> {
  const [, letter, digits] = EVENT_ID.exec(eventId) ?? [];
  if (letter === undefined || digits === undefined) return undefined;
  const id = BigInt(digits);
  if (letter === 'w') return findWithdrawalEvent(db, { userId, id }, setting);
  const recharge = await findRecharge(db, { userId, sequence: id });
  if (recharge !== undefined) return rechargeEvent(recharge, setting).event;
  const pendingDeposits = await readPendingDeposits(db, setting.account);
  const deposit = pendingDeposits.find(({ event }) => event.sequence === id);
  return deposit && pendingRechargeEvent(deposit, setting).event;
}

async function findWithdrawalEvent(
  db: Database,
  wanted: { userId: bigint; id: bigint },
  setting: EventSetting,
): Promise<AssetEvent | undefined> {
  const row = await findWithdrawal(db, wanted);
  if (row === undefined) return undefined;
  const payment = pendingPaymentOf(row, await readPendingPayments(db, setting.account));
  return withdrawalEvent({ row, payment }, setting).event;
}

async function listCreditedRecharges(
  db: Database,
  page: AssetEventPage,
  setting: EventSetting,
): Promise<ListedEvent[]> {
  return (await listRecharges(db, page)).map((row) => rechargeEvent(row, setting));
}

async function listPendingRecharges(db: Database, page: AssetEventPage, setting: EventSetting): Promise<ListedEvent[]> {
  const { currency, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, after } = page;
  return (await readPendingDeposits(db, setting.account))
    .map((deposit) => pendingRechargeEvent(deposit, setting))
    .filter(({ key, event }) => {
      const isWanted = (currency === undefined || event.currency === currency) && key.at >= from && key.at < to;
      return isWanted && (after === null || compareKeys(after, key) < 0);
    });
}

async function listWithdrawalEvents(db: Database, page: AssetEventPage, setting: EventSetting): Promise<ListedEvent[]> {
  const [rows, payments] = await Promise.all([listWithdrawals(db, page), readPendingPayments(db, setting.account)]);
  return rows.map((row) => withdrawalEvent({ row, payment: pendingPaymentOf(row, payments) }, setting));
}

/** Only a signed withdrawal can have a payment that is not final. */
function pendingPaymentOf<Payment>(
  row: { state: string; voucher_id: string },
  payments: ReadonlyMap<string, Payment>,
): Payment | undefined {
  return row.state === 'signed' ? payments.get(row.voucher_id) : undefined;
}
