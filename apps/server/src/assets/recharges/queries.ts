import type { Currency } from '@city-mint/domain/ledger/currencies';
import { parseBaseUnits } from '@city-mint/domain/money/amount-text';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { z } from 'zod';
import { type PendingEvent, readPendingEvents } from '#platform/chain/pending-events.ts';
import type { Database } from '#platform/database/database.ts';
import type { NumberKey } from '#platform/paging.ts';
import { type AssetEventKey, RECHARGE_KEY } from '../asset-list.ts';
import { storedCurrency } from '../stored-currency.ts';
import { findWaitingDeposits, listRecharges } from './store.ts';

/** A deposit that is not credited yet; `amount` in base units. */
export type PendingDeposit = {
  readonly event: PendingEvent;
  readonly currency: Currency;
  readonly amount: TokenAmount;
};

const depositPayload = z.object({ currency: z.enum(['JU', 'FMC']), amount: z.string().transform(parseBaseUnits) });

/**
 * Returns the deposits of an account (EIP-55) that are not credited, in chain order: those that wait until recharging
 * is resumed, and those in blocks that are not final.
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

/** A credited recharge as operators' lists show it; amounts in base units. */
export type CreditedRecharge = {
  /** The deposit's sequence number in the vault. */
  readonly id: bigint;
  readonly currency: Currency;
  readonly amount: TokenAmount;
  readonly at: Date;
  readonly creditedAt: Date;
  readonly blockNumber: bigint;
  readonly txHash: string;
  readonly gasFee: TokenAmount | null;
};

/** Selects a page of a user's recharges: as `AssetEventPage`, after a block time (UTC milliseconds) and a number. */
export type RechargesPage = {
  readonly userId: bigint;
  readonly currency?: Currency | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly after: NumberKey | null;
  readonly limit: number;
};

/** Returns a page of a user's credited recharges, newest first. */
export async function listCreditedRecharges(
  db: Database,
  { after, ...page }: RechargesPage,
): Promise<CreditedRecharge[]> {
  const key: AssetEventKey | null = after && { at: Number(after.number), kind: RECHARGE_KEY, id: after.id };
  return (await listRecharges(db, { ...page, after: key })).map((row) => ({
    id: row.seq,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
    at: row.block_at,
    creditedAt: row.credited_at,
    blockNumber: row.block_number,
    txHash: row.tx_hash,
    gasFee: row.gas_fee === null ? null : tokenAmount(row.gas_fee),
  }));
}
