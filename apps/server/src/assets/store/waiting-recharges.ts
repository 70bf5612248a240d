import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { getAddress } from 'viem';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { FinalDeposit } from '../final-deposit.ts';
import { storedCurrency } from '../stored-currency.ts';

const storedDeposit = z.object({
  account: z.string().transform((text) => getAddress(text)),
  blockNumber: z.string().transform(BigInt),
  blockAt: z.iso.datetime().transform((text) => new Date(text)),
  txHash: z.string(),
  gasFee: z.string().transform(BigInt).nullable(),
});

/** Keeps a final deposit until recharging goes on. */
export async function insertWaiting(tx: Database, deposit: FinalDeposit): Promise<void> {
  const { sequence, currency, amount, ...rest } = deposit;
  await tx
    .insertInto('recharge_waiting')
    .values({
      seq: sequence,
      currency: CURRENCIES[currency],
      amount,
      deposit: JSON.stringify({
        ...rest,
        blockNumber: rest.blockNumber.toString(),
        gasFee: rest.gasFee?.toString() ?? null,
      }),
    })
    .execute();
}

/** Takes the deposits that have waited longest out of waiting, at most `most`; of several that take at once, one gets each. */
export async function takeWaiting(tx: Database, most: number): Promise<FinalDeposit[]> {
  const { rows } = await sql<WaitingRow>`
    delete from recharge_waiting where seq in (
      select seq from recharge_waiting order by seq limit ${most})
    returning seq, currency, amount, deposit`.execute(tx);
  return rows.map(toDeposit).sort((a, b) => (a.sequence < b.sequence ? -1 : 1));
}

/** Deposits of an account (EIP-55) that wait. */
export async function findWaiting(db: Database, account: string): Promise<FinalDeposit[]> {
  const { rows } = await sql<WaitingRow>`
    select seq, currency, amount, deposit from recharge_waiting where deposit->>'account' = ${account} order by seq`.execute(
    db,
  );
  return rows.map(toDeposit);
}

/** What waits of each currency, base units: in the vault and in no balance yet. */
export async function sumWaiting(db: Database): Promise<Record<Currency, TokenAmount>> {
  const { rows } = await sql<{ currency: number; amount: bigint }>`
    select currency, sum(amount) as amount from recharge_waiting group by currency`.execute(db);
  const of = (currency: Currency) =>
    tokenAmount(rows.find((row) => row.currency === CURRENCIES[currency])?.amount ?? 0n);
  return { JU: of('JU'), FMC: of('FMC') };
}

type WaitingRow = {
  readonly seq: bigint;
  readonly currency: number;
  readonly amount: bigint;
  readonly deposit: unknown;
};

function toDeposit(row: WaitingRow): FinalDeposit {
  return {
    sequence: row.seq,
    currency: storedCurrency(row.currency),
    amount: tokenAmount(row.amount),
    ...storedDeposit.parse(row.deposit),
  };
}
