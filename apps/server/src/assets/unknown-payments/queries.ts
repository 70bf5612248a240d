import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { accountBalances } from '#ledger/accounts/queries.ts';
import { countUpToMost } from '#platform/database/capped-count.ts';
import type { Database } from '#platform/database/database.ts';
import { userAddresses } from '#session/queries/users.ts';
import { storedCurrency } from '../stored-currency.ts';
import { countOthers, findRows, listOpenRows, type UnknownPaymentRow } from './store.ts';

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
  /** The amount that the ledger has booked so far; all of it if a withdrawal explains the payment after all. */
  readonly covered: TokenAmount;
};

/** Returns the payments that are not fully booked, the undecided first, at most as many as one batch books. */
export async function listUnknownPayments(db: Database): Promise<UnknownPaymentView[]> {
  return (await listOpenRows(db)).map(viewOf);
}

/** Returns the payments with these numbers, by number; unknown numbers have no entry. */
export async function findUnknownPayments(
  db: Database,
  sequences: readonly bigint[],
): Promise<ReadonlyMap<bigint, UnknownPaymentView>> {
  const rows = await findRows(db, sequences);
  return new Map([...rows].map(([sequence, row]) => [sequence, viewOf(row)]));
}

/**
 * Returns how many of these payments their accounts cannot pay from the balances of now, each account's in chain order:
 * unless that changes before they are read, the treasury pays them, and the balance remains for the next one.
 */
export async function countUncovered(db: Database, sequences: readonly bigint[]): Promise<number> {
  const { rows } = await sql<{ of: string; amount: bigint; balance: bigint }>`
    select p.account || ' ' || p.currency as of, p.amount, coalesce(a.balance, 0) as balance
    from unknown_payment p
    left join (${userAddresses}) u on u.address = p.account
    left join (${accountBalances}) a on a.id = account_available(u.id, p.currency)
    where p.seq = any (${sequences.map(String)}::bigint[]) and not exists (
      select from withdrawal w where w.voucher_id = p.voucher_id and w.state = 'requested')
    order by p.seq`.execute(db);
  const left = new Map<string, bigint>();
  let uncovered = 0;
  for (const { of, amount, balance } of rows) {
    const rest = (left.get(of) ?? balance) - amount;
    if (rest < 0n) uncovered += 1;
    else left.set(of, rest);
  }
  return uncovered;
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

/** Returns how many payments no one has decided yet, without those of a batch. */
export async function countOtherPayments(db: Database, sequences: readonly bigint[]): Promise<number> {
  return countOthers(db, sequences);
}
