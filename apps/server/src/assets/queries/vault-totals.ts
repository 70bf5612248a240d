import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { type RawBuilder, sql } from 'kysely';
import { type TransferRange, transfersBetween, transferUpTo } from '#ledger/transfers/queries.ts';
import { eventBlocks } from '#platform/chain/stored-events.ts';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { userAddresses } from '#session/queries/users.ts';

const deposit = sql.lit(TRANSFER_KINDS.deposit.code);
const payment = sql.lit(TRANSFER_KINDS['withdrawal-done'].code);
const unknownPayment = sql.lit(TRANSFER_KINDS['unknown-payment'].code);
const funding = sql.lit(TRANSFER_KINDS.funding.code);

/** The counters of all accounts, by the events that the ledger has applied, in base units. */
export const vaultTotals = sql`
  select account, deposited_ju, withdrawn_ju, deposited_fmc, withdrawn_fmc from vault_total`;

/** The payments without a withdrawal, as rows (seq, account, currency, amount). */
export const unknownPayments = sql`select seq, account, currency, amount from unknown_payment`;

/**
 * A SELECT of the increases of these counters by the transfers of a range, as rows of the same form. A payment that
 * was booked in parts counts whole with its first part, whoever it was booked against: the vault counts its account,
 * which `payments` have.
 */
export const vaultChanges = (range: TransferRange, payments: RawBuilder<unknown>) => sql`
  select account, coalesce(sum(deposited) filter (where currency = currency_ju()), 0) as deposited_ju,
    coalesce(sum(withdrawn) filter (where currency = currency_ju()), 0) as withdrawn_ju,
    coalesce(sum(deposited) filter (where currency = currency_fmc()), 0) as deposited_fmc,
    coalesce(sum(withdrawn) filter (where currency = currency_fmc()), 0) as withdrawn_fmc
  from (
    select u.address as account, ledger_account_currency(t.credit_account) as currency, t.amount as deposited,
      0::numeric as withdrawn
    from (${transfersBetween(range)}) t join (${userAddresses}) u on u.id = ledger_account_owner(t.credit_account)
    where t.kind = ${deposit}
    union all
    select u.address, ledger_account_currency(t.debit_account), 0, t.amount
    from (${transfersBetween(range)}) t join (${userAddresses}) u on u.id = ledger_account_owner(t.debit_account)
    where t.kind = ${payment}
    union all
    select p.account, p.currency, 0, p.amount
    from (${transfersBetween(range)}) t join (${payments}) p on p.seq = t.source_id
    where t.kind = ${unknownPayment} and t.step = 0
  ) events group by account`;

/** The counters that the vault has for an account, in base units. */
export type VaultTotals = {
  readonly deposited_ju: bigint;
  readonly withdrawn_ju: bigint;
  readonly deposited_fmc: bigint;
  readonly withdrawn_fmc: bigint;
};

const NOTHING: VaultTotals = { deposited_ju: 0n, withdrawn_ju: 0n, deposited_fmc: 0n, withdrawn_fmc: 0n };

/**
 * Returns the counters of an account (EIP-55) by the events that the ledger had applied after a transfer: the present
 * ones less the account's later events.
 */
export async function readVaultTotals(
  db: Database,
  { address, lastId }: { readonly address: string; readonly lastId: bigint },
): Promise<VaultTotals> {
  const [totals] = await executePrepared(
    db,
    sql<VaultTotals>`
    with later as materialized (
      select r.currency, r.amount as deposited, 0::numeric as withdrawn
      from (${userAddresses}) u join recharge r on r.user_id = u.id
      where u.address = ${address} and not exists (${transferUpTo(lastId, 'deposit', 'r.seq')})
      union all
      select w.currency, 0, w.amount
      from (${userAddresses}) u join withdrawal w on w.user_id = u.id and w.state = 'completed'
      where u.address = ${address} and not exists (${transferUpTo(lastId, 'withdrawal-done', 'w.id')})
      union all
      select p.currency, 0, p.amount from unknown_payment p
      where p.account = ${address} and p.parts > 0
        and not exists (${transferUpTo(lastId, 'unknown-payment', 'p.seq')})
    )
    select
      v.deposited_ju - coalesce((select sum(deposited) from later where currency = currency_ju()), 0) as deposited_ju,
      v.withdrawn_ju - coalesce((select sum(withdrawn) from later where currency = currency_ju()), 0) as withdrawn_ju,
      v.deposited_fmc - coalesce((select sum(deposited) from later where currency = currency_fmc()), 0)
        as deposited_fmc,
      v.withdrawn_fmc - coalesce((select sum(withdrawn) from later where currency = currency_fmc()), 0)
        as withdrawn_fmc
    from (${vaultTotals}) v where v.account = ${address}`,
  );
  return totals ?? NOTHING;
}

/**
 * Returns the first block of an event that a transfer after `lastId` applies; null without one. Unknown payments are
 * applied long after their events, so they do not count.
 */
export async function findFirstLaterBlock(db: Database, lastId: bigint): Promise<bigint | null> {
  const later = transfersBetween({ after: lastId, upTo: 2n ** 63n - 1n });
  const { rows } = await sql<{ block: bigint | null }>`
    select min(block_number) as block from (
      select e.block_number from (${later}) t join (${eventBlocks}) e on e.seq = t.source_id
      where t.kind in (${deposit}, ${funding})
      union all
      select w.block_number from (${later}) t join withdrawal w on w.id = t.source_id where t.kind = ${payment}
    ) events`.execute(db);
  return rows[0]?.block ?? null;
}
