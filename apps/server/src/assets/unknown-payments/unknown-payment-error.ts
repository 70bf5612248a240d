import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { ObservedLog } from '#platform/chain/log-source.ts';
import type { Withdrawn } from '../vault-event.ts';

/** The code of this error, with which the reason of the halt begins. */
export const UNEXPLAINED = 'unexplained-event';

/** A final payment of the vault that no withdrawal of the ledger explains. */
export type FoundPayment = ObservedLog<Withdrawn>;

/**
 * Halts the indexer: the vault made a payment that the ledger does not know, because the database was restored from an
 * older copy, or the signer's key was stolen. After two operators have booked it, the indexer continues.
 */
export class UnknownPaymentError extends ChainIntegrityError {
  readonly payment: FoundPayment;

  constructor(payment: FoundPayment, found: string) {
    super(UNEXPLAINED, `the vault paid voucher ${payment.event.voucherId} ${found}`);
    this.name = 'UnknownPaymentError';
    this.payment = payment;
  }
}
