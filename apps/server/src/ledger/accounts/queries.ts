import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Returns the balance of one account in base units; 0 for an account that was never opened. */
export async function readBalance(db: Database, account: Account): Promise<TokenAmount> {
  const [balance] = await readBalances(db, [account]);
  return balance ?? ZERO;
}

/** Returns balances in base units, in the order of the argument; 0 for an account that was never opened. */
export async function readBalances(db: Database, accounts: readonly Account[]): Promise<TokenAmount[]> {
  const ids = accounts.map(accountId);
  const balances = await readBalancesById(db, ids);
  return ids.map((id) => tokenAmount(balances.get(id) ?? 0n));
}

type UserFunds = { readonly available: bigint; readonly withdrawing: bigint };
export type UserBalances = Readonly<Record<Currency, UserFunds>>;

/** Returns the balances of these users in base units, by user id, with one query. */
export async function readUserBalances(db: Database, userIds: readonly bigint[]): Promise<Map<bigint, UserBalances>> {
  const accountsOf = (owner: bigint) => ({
    JU: userAccountIds(owner, 'JU'),
    FMC: userAccountIds(owner, 'FMC'),
  });
  const ids = userIds.flatMap((owner) => Object.values(accountsOf(owner)).flatMap((of) => Object.values(of)));
  const balances = await readBalancesById(db, ids);
  const fundsOf = ({ available, withdrawing }: UserFunds): UserFunds => ({
    available: balances.get(available) ?? 0n,
    withdrawing: balances.get(withdrawing) ?? 0n,
  });
  return new Map(
    userIds.map((owner) => {
      const { JU, FMC } = accountsOf(owner);
      return [owner, { JU: fundsOf(JU), FMC: fundsOf(FMC) }];
    }),
  );
}

function userAccountIds(owner: bigint, currency: Currency): UserFunds {
  return {
    available: accountId({ kind: 'available', currency, owner }),
    withdrawing: accountId({ kind: 'withdrawing', currency, owner }),
  };
}

async function readBalancesById(db: Database, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_account where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

/** The balances of all accounts now, as rows (id, balance). */
export const accountBalances = sql`select id, balance from ledger_account`;

/**
 * A SELECT of each user's balances in their own accounts, as rows (user_id, ju, fmc) in base units, from rows (id,
 * balance) of all accounts. One statement covers all users.
 */
export const heldByUsers = (balances: RawBuilder<unknown>) => sql`
  select ledger_account_owner(id) as user_id,
    case when ledger_account_currency(id) = currency_ju() then balance else 0 end as ju,
    case when ledger_account_currency(id) = currency_fmc() then balance else 0 end as fmc
  from (${balances}) a
  where ledger_account_kind(id) in (account_kind_available(), account_kind_withdrawing()) and balance > 0`;

/**
 * For one currency, in base units: the amount that the vault must hold (minus custody), and the sum of all balances,
 * which must be 0.
 */
export type LedgerTotals = { readonly inCustody: bigint; readonly sum: bigint };

/** Returns the totals that the reserves and the ledger are checked against. docs/money-rules.md#9-ledger */
export async function readLedgerTotals(db: Database): Promise<Record<Currency, LedgerTotals>> {
  const { rows } = await sql<{ currency: number; in_custody: bigint | null; sum: bigint }>`
    select ledger_account_currency(id) as currency, sum(balance) as sum,
      -sum(balance) filter (where ledger_account_kind(id) = account_kind_custody()) as in_custody
    from ledger_account group by 1`.execute(db);
  const totalsOf = (code: number): LedgerTotals => {
    const totals = rows.find(({ currency }) => currency === code);
    return { inCustody: totals?.in_custody ?? 0n, sum: totals?.sum ?? 0n };
  };
  return { JU: totalsOf(CURRENCIES.JU), FMC: totalsOf(CURRENCIES.FMC) };
}
