import { parseBaseUnits } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { readPendingEvents } from '#platform/chain/read-pending-events.ts';
import type { Database } from '#platform/database/database.ts';
import type { PendingDeposit } from '../asset-event.ts';
import { findWaiting } from '../store/waiting-recharges.ts';

const payload = z.object({ currency: z.enum(['JU', 'FMC']), amount: z.string().transform(parseBaseUnits) });

/** Deposits of an account (EIP-55) that are not credited: what the chain may still take back, and what waits; in the order of the chain. */
export async function readPendingDeposits(db: Database, account: string): Promise<PendingDeposit[]> {
  const events = await readPendingEvents(db, { kind: 'deposited', field: 'account', value: account });
  const waiting = (await findWaiting(db, account)).map(({ currency, amount, ...place }) => ({
    place: { ...place, payload: null },
    currency,
    amount,
  }));
  const pending = events.map((place) => {
    const { currency, amount } = payload.parse(place.payload);
    if (amount === undefined) throw new Error(`pending event ${place.sequence} has no amount`);
    return { place, currency, amount };
  });
  return [...waiting, ...pending];
}
