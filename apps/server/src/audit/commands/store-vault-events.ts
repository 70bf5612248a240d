import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import type { VaultEvent } from '#assets/queries/vault-log.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';

/** A final block up to which every event of the vault is known. */
export type ReadBlock = { readonly number: bigint; readonly at: Date };

/**
 * Stores the vault's events up to a final block, in their order, as the auditor's nodes show them. Throws when one is
 * missing: numbers have no gap.
 */
export async function storeVaultEvents(
  db: Database,
  block: ReadBlock,
  events: readonly { readonly event: VaultEvent; readonly blockNumber: bigint }[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ last_seq: bigint }>`select last_seq from audit.position for update`.execute(tx);
    const stored = rows[0]?.last_seq ?? 0n;
    // Another auditor may have stored some of them since they were read.
    const added = events.filter(({ event }) => event.sequence > stored);
    let last = stored;
    for (const { event } of added) {
      if (event.sequence !== last + 1n) throw new Error(`the nodes show event ${event.sequence} after ${last}`);
      last = event.sequence;
    }
    if (added.length > 0) await insertEvents(tx, added);
    await sql`
      update audit.position set last_seq = ${last}, block_number = ${block.number}, block_at = ${block.at}
      where block_number is null or block_number < ${block.number}`.execute(tx);
  });
}

async function insertEvents(
  tx: Database,
  events: readonly { readonly event: VaultEvent; readonly blockNumber: bigint }[],
): Promise<void> {
  const rows = events.map(({ event, blockNumber }) => ({
    seq: event.sequence,
    kind: event.kind,
    block_number: blockNumber,
    account: 'account' in event ? event.account : null,
    recipient: event.kind === 'withdrawn' ? event.to : null,
    voucher_id: event.kind === 'withdrawn' || event.kind === 'voucher-cancelled' ? event.voucherId : null,
    currency: 'currency' in event ? CURRENCIES[event.currency] : null,
    amount: 'currency' in event && 'amount' in event ? event.amount : null,
  }));
  await tx.insertInto('audit.vault_event').values(rows).execute();
}
