import { sql } from 'kysely';
import { vaultChanges } from '#assets/queries/vault-totals.ts';
import type { Database } from '#platform/database/database.ts';
import type { TransferRange } from './kind-check.ts';

/** All payments of the vault, as the auditor's nodes show them: the stored row could name another account. */
export const vaultPayments = sql`
  select seq, account, currency, amount from audit.vault_event where kind = 'withdrawn'`;

/**
 * Adds the believed transfers of a range to the counters of accounts; their checks have compared accounts and amounts
 * with the vault’s events.
 */
export async function followVaultTotals(tx: Database, range: TransferRange): Promise<void> {
  await sql`
    insert into audit.vault_total as v (account, deposited_ju, withdrawn_ju, deposited_fmc, withdrawn_fmc)
    select account, deposited_ju, withdrawn_ju, deposited_fmc, withdrawn_fmc
    from (${vaultChanges(range, vaultPayments)}) c
    order by account
    on conflict (account) do update set deposited_ju = v.deposited_ju + excluded.deposited_ju,
      withdrawn_ju = v.withdrawn_ju + excluded.withdrawn_ju, deposited_fmc = v.deposited_fmc + excluded.deposited_fmc,
      withdrawn_fmc = v.withdrawn_fmc + excluded.withdrawn_fmc`.execute(tx);
}
