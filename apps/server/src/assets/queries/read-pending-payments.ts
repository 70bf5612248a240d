import { z } from 'zod';
import { type PendingEvent, readPendingEvents } from '#platform/chain/read-pending-events.ts';
import type { Database } from '#platform/database/database.ts';

const payload = z.object({ voucherId: z.string() });

/** Payments of an account's vouchers that the chain may still take back, by voucher id. */
export async function readPendingPayments(db: Database, account: string): Promise<Map<string, PendingEvent>> {
  const events = await readPendingEvents(db, { kind: 'withdrawn', field: 'account', value: account });
  return new Map(events.map((place) => [payload.parse(place.payload).voucherId, place]));
}
