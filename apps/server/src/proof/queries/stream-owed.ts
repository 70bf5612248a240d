import { accountId } from '@city-mint/domain/ledger/account-id';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type RawBuilder, sql } from 'kysely';
import { vaultChanges } from '#assets/queries/vault-totals.ts';
import { heldByUsers } from '#ledger/accounts/queries.ts';
import { accountChanges } from '#ledger/transfers/queries.ts';
import type { Database } from '#platform/database/database.ts';
import { startAhead } from '#platform/database/start-ahead.ts';
import { heldByRounds, type RoundBooks } from '#rounds/orders/queries/held-by-rounds.ts';
import { userAddresses } from '#session/queries/users.ts';
import type { AccountLiability } from '../tree/blind-leaves.ts';

/**
 * Books from which the liabilities after a transfer are computed: the worker's, which are the ledger itself, or the
 * auditor's. Both include more transfers than that one; these are subtracted.
 */
export type Books = {
  /** Balances of all accounts, as rows (id, balance). */
  readonly balances: RawBuilder<unknown>;
  /** The counters of all accounts, as rows of the form of `vaultTotals`. */
  readonly vaultTotals: RawBuilder<unknown>;
  /** The payments without a withdrawal, as rows of the form of `unknownPayments`. */
  readonly payments: RawBuilder<unknown>;
  /** The demands on the chain up to the tree's block, as rows (account, currency). */
  readonly demands: RawBuilder<unknown>;
  readonly stagesOf: RoundBooks['stagesOf'];
  /** The transfer after which the liabilities are stated, and the last one that the books include. */
  readonly lastId: bigint;
  readonly upTo: bigint;
};

/** The debt to an account in a currency, with its counters, and whether it has demanded that currency on the chain. */
type OwedOf = AccountLiability & { readonly hasDemanded: boolean };

/** The amounts owed to one user, by currency. */
export type Owed = Readonly<Record<Currency, OwedOf>>;

type Row = {
  account: Buffer;
  ju: bigint | null;
  fmc: bigint | null;
  locked_ju: bigint | null;
  locked_fmc: bigint | null;
  deposited_ju: bigint | null;
  withdrawn_ju: bigint | null;
  deposited_fmc: bigint | null;
  withdrawn_fmc: bigint | null;
  demands_ju: boolean | null;
  demands_fmc: boolean | null;
};

const FETCH_SIZE = 20_000;

/** The balances of all accounts after the transfer; `changed` are the changes since. */
const balancesAt = ({ balances }: Books) => sql`
  select b.id, b.balance - coalesce(c.change, 0) as balance
  from (${balances}) b left join changed c on c.account = b.id`;

/** The counters at the transfer; `counted` are their increases since. */
const totalsAt = (books: Books) => sql`
  select v.account, v.deposited_ju - coalesce(c.deposited_ju, 0) as deposited_ju,
    v.withdrawn_ju - coalesce(c.withdrawn_ju, 0) as withdrawn_ju,
    v.deposited_fmc - coalesce(c.deposited_fmc, 0) as deposited_fmc,
    v.withdrawn_fmc - coalesce(c.withdrawn_fmc, 0) as withdrawn_fmc
  from (${books.vaultTotals}) v left join counted c on c.account = v.account`;

/**
 * Whether an account has leaves: it is owed something, the vault has counted for it, or it has demanded. Leaves of
 * nothing state its counters, without which its next deposit could not be told from one that was spent, and answer a
 * false demand.
 */
export const isCounted = ({ amount, deposited, withdrawn, hasDemanded }: OwedOf) =>
  amount > 0n || deposited > 0n || withdrawn > 0n || hasDemanded;

/**
 * Calls `use` with the debt to each user who is owed something, was counted by the vault or has demanded, in no order,
 * and waits for the promises it returns.
 */
export async function streamOwed(
  tx: Database,
  books: Books,
  use: (owed: Owed) => Promise<unknown> | undefined,
): Promise<void> {
  const range = { after: books.lastId, upTo: books.upTo };
  const balances = balancesAt(books);
  await sql`declare owed no scroll cursor for
    with changed as materialized (${accountChanges(range)}),
      counted as materialized (${vaultChanges(range, books.payments)})
    select decode(substr(u.address, 3), 'hex') as account, h.ju, h.fmc, h.locked_ju, h.locked_fmc,
      v.deposited_ju, v.withdrawn_ju, v.deposited_fmc, v.withdrawn_fmc, d.ju as demands_ju, d.fmc as demands_fmc
    from (
      select user_id, sum(ju) as ju, sum(fmc) as fmc, sum(locked_ju) as locked_ju, sum(locked_fmc) as locked_fmc
      from (
        select user_id, ju, fmc, 0::numeric as locked_ju, 0::numeric as locked_fmc from (${heldByUsers(balances)}) own
        union all
        select user_id, ju, fmc, ju, fmc from (${heldByRounds({ ...books, balances })}) held
      ) held
      group by user_id
    ) h full join (
      select a.id as user_id, t.* from (${totalsAt(books)}) t join (${userAddresses}) a on a.address = t.account
    ) v on v.user_id = h.user_id
    full join (
      select a.id as user_id, bool_or(currency = currency_ju()) as ju, bool_or(currency = currency_fmc()) as fmc
      from (${books.demands}) one join (${userAddresses}) a on a.address = one.account
      group by a.id
    ) d on d.user_id = coalesce(h.user_id, v.user_id)
    join (${userAddresses}) u on u.id = coalesce(h.user_id, v.user_id, d.user_id)`.execute(tx);
  const fetchRows = () => startAhead(() => sql<Row>`fetch ${sql.lit(FETCH_SIZE)} from owed`.execute(tx));
  for (let next = fetchRows(); ; ) {
    const { rows } = await next;
    next = fetchRows();
    for (const row of rows) {
      // Awaited only when leaves are written: a million iterations of the event loop take longer than the hashing.
      const writes = use(toOwed(row));
      if (writes !== undefined) await writes;
    }
    if (rows.length < FETCH_SIZE) break;
  }
  await sql`close owed`.execute(tx);
}

function toOwed({ account, ...row }: Row): Owed {
  return {
    JU: {
      ...{ account, amount: row.ju ?? 0n, locked: row.locked_ju ?? 0n },
      ...{ deposited: row.deposited_ju ?? 0n, withdrawn: row.withdrawn_ju ?? 0n },
      hasDemanded: row.demands_ju === true,
    },
    FMC: {
      ...{ account, amount: row.fmc ?? 0n, locked: row.locked_fmc ?? 0n },
      ...{ deposited: row.deposited_fmc ?? 0n, withdrawn: row.withdrawn_fmc ?? 0n },
      hasDemanded: row.demands_fmc === true,
    },
  };
}

/** The deposits and withdrawals of all accounts in a currency, in base units. */
export type VaultSums = { readonly deposited: bigint; readonly withdrawn: bigint };

/** Returns the sums of the counters of all accounts at the transfer, also of those that are no user's. */
export async function readVaultSums(tx: Database, books: Books): Promise<Record<Currency, VaultSums>> {
  const range = { after: books.lastId, upTo: books.upTo };
  const { rows } = await sql<Omit<Row, 'account' | 'demands_ju' | 'demands_fmc'>>`
    with counted as materialized (${vaultChanges(range, books.payments)})
    select sum(deposited_ju) as deposited_ju, sum(withdrawn_ju) as withdrawn_ju, sum(deposited_fmc) as deposited_fmc,
      sum(withdrawn_fmc) as withdrawn_fmc
    from (${totalsAt(books)}) v`.execute(tx);
  const [sums] = rows;
  return {
    JU: { deposited: sums?.deposited_ju ?? 0n, withdrawn: sums?.withdrawn_ju ?? 0n },
    FMC: { deposited: sums?.deposited_fmc ?? 0n, withdrawn: sums?.withdrawn_fmc ?? 0n },
  };
}

/** Returns the amounts that the vault had to hold after the transfer: minus custody, in base units. */
export async function readCustody(tx: Database, books: Books): Promise<Record<Currency, bigint>> {
  const custodyOf = (currency: Currency) => accountId({ kind: 'custody', currency, owner: 0n });
  const [JU, FMC] = [custodyOf('JU'), custodyOf('FMC')];
  const { rows } = await sql<{ id: bigint; held: bigint }>`
    with changed as materialized (${accountChanges({ after: books.lastId, upTo: books.upTo })})
    select id, -balance as held from (${balancesAt(books)}) a where id in (${JU}, ${FMC})`.execute(tx);
  const held = new Map(rows.map((row) => [row.id, row.held]));
  return { JU: held.get(JU) ?? 0n, FMC: held.get(FMC) ?? 0n };
}
