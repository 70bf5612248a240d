import type { Currency } from '@city-mint/domain/ledger/currencies';
import { parseBaseUnits } from '@city-mint/domain/money/amount-text';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { z } from 'zod';
import { type PendingEvent, readPendingEvents } from '#platform/chain/pending-events.ts';
import type { Database } from '#platform/database/database.ts';
import { findWaitingDeposits } from './store.ts';

/** A deposit that is not credited yet; `amount` in base units. */
export type PendingDeposit = {
  readonly event: PendingEvent;
  readonly currency: Currency;
  readonly amount: TokenAmount;
};

const depositPayload = z.object({ currency: z.enum(['JU', 'FMC']), amount: z.string().transform(parseBaseUnits) });

/**
 * Returns the deposits of an account (EIP-55) that are not credited, in the order of the chain: those that wait for
 * recharging to be unpaused, and those in blocks that are not final.
 */
export async function readPendingDeposits(db: Database, account: string): Promise<PendingDeposit[]> {
  const events = await readPendingEvents(db, { kind: 'deposited', field: 'account', value: account });
  const waitingDeposits = (await findWaitingDeposits(db, account)).map(({ currency, amount, ...event }) => ({
    event: { ...event, payload: null },
    currency,
    amount,
  }));
  const unconfirmedDeposits = events.map((event) => {
    const { currency, amount } = depositPayload.parse(event.payload);
    if (amount === undefined) throw new Error(`pending event ${event.sequence} has no amount`);
    return { event, currency, amount };
  });
  return [...waitingDeposits, ...unconfirmedDeposits];
}
