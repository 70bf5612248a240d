import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { readBalance } from '#ledger/accounts/queries.ts';
import { countUpToMost } from '#platform/database/capped-count.ts';
import type { Database } from '#platform/database/database.ts';
import { findUserId } from '#session/queries/users.ts';
import { storedCurrency } from '../stored-currency.ts';
import { listOpenRows, type UnknownPaymentRow } from './store.ts';

/** A payment of the vault that the ledger did not know; amounts in base units. */
export type UnknownPaymentView = {
  readonly sequence: bigint;
  readonly voucherId: string;
  /** The account that redeemed the voucher, and the recipient of the vault's payment; EIP-55. */
  readonly account: string;
  readonly recipient: string;
  readonly currency: Currency;
  readonly amount: TokenAmount;
  readonly txHash: string;
  readonly blockAt: Date;
  /** When its voucher was examined; null = not yet, so that `proven` says nothing. */
  readonly examinedAt: Date | null;
  /** The signer of the voucher in the transaction's calldata; null where there is none, or it was not examined yet. */
  readonly voucherSigner: string | null;
  /** Whether that voucher matches the payment and has the signature of the vault's signer. */
  readonly proven: boolean;
  readonly bookedAgainst: 'account' | 'treasury' | null;
  /** The amount that the ledger has booked so far. */
  readonly covered: TokenAmount;
};

/** Returns the payments that are not fully booked, in chain order, at most 100. */
export async function listUnknownPayments(db: Database): Promise<UnknownPaymentView[]> {
  return (await listOpenRows(db)).map(viewOf);
}

/** Returns the available balance of a payment's account, in base units; null when the account belongs to no user. */
export async function readPayerBalance(
  db: Database,
  { account, currency }: Pick<UnknownPaymentView, 'account' | 'currency'>,
): Promise<TokenAmount | null> {
  const owner = await findUserId(db, account);
  return owner === null ? null : tokenAmount(await readBalance(db, { kind: 'available', currency, owner }));
}

/** Returns, by currency, the amounts of such payments that no balance has paid yet, in base units. */
export async function sumUncoveredPayments(db: Database): Promise<Record<Currency, TokenAmount>> {
  const { rows } = await sql<{ currency: number; amount: bigint }>`
    select currency, sum(amount - covered) as amount from unknown_payment
    where applied_at is not null group by currency`.execute(db);
  const sumOf = (currency: Currency) =>
    tokenAmount(rows.find((row) => row.currency === CURRENCIES[currency])?.amount ?? 0n);
  return { JU: sumOf('JU'), FMC: sumOf('FMC') };
}

function viewOf(row: UnknownPaymentRow): UnknownPaymentView {
  return {
    sequence: row.seq,
    voucherId: row.voucher_id,
    account: row.account,
    recipient: row.recipient,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
    txHash: row.tx_hash,
    blockAt: row.block_at,
    examinedAt: row.examined_at,
    voucherSigner: row.voucher_signer,
    proven: row.proven,
    bookedAgainst: row.booked_against === null ? null : row.booked_against === 'account' ? 'account' : 'treasury',
    covered: tokenAmount(row.covered),
  };
}

/** Returns how many payments are not fully booked, up to 1,000. */
export async function countUnknownPayments(db: Database): Promise<number> {
  return countUpToMost(db, sql`unknown_payment where covered < amount`);
}
