import type { Database } from '#platform/database/database.ts';
import {
  type AssetEvent,
  type EventSetting,
  pendingRechargeEvent,
  rechargeEvent,
  withdrawalEvent,
} from '../asset-event.ts';
import { findRecharge } from '../store/recharges.ts';
import { findWithdrawal } from '../store/withdrawals.ts';
import { readPendingDeposits } from './read-pending-deposits.ts';
import { readPendingPayments } from './read-pending-payments.ts';

const EVENT_ID = /^([dpw])-(\d{1,18})$/;

/** One of a user's events, or undefined. A pending recharge is found under its first id once it is final, too. */
export async function findAssetEvent(
  db: Database,
  wanted: { userId: bigint; eventId: string },
  setting: EventSetting,
): Promise<AssetEvent | undefined> {
  const [, letter, digits] = EVENT_ID.exec(wanted.eventId) ?? [];
  if (letter === undefined || digits === undefined) return undefined;
  const id = BigInt(digits);
  if (letter === 'w') return findWithdrawalEvent(db, { userId: wanted.userId, id }, setting);
  const recharge = await findRecharge(db, { userId: wanted.userId, seq: id });
  if (recharge !== undefined) return rechargeEvent(recharge, setting).event;
  const pending = await readPendingDeposits(db, setting.account);
  const deposit = pending.find(({ place }) => place.sequence === id);
  return deposit && pendingRechargeEvent(deposit, setting).event;
}

async function findWithdrawalEvent(
  db: Database,
  wanted: { userId: bigint; id: bigint },
  setting: EventSetting,
): Promise<AssetEvent | undefined> {
  const row = await findWithdrawal(db, wanted);
  if (row === undefined) return undefined;
  const payments = await readPendingPayments(db, setting.account);
  return withdrawalEvent({ row, payment: row.state === 'signed' ? payments.get(row.voucher_id) : undefined }, setting)
    .event;
}
