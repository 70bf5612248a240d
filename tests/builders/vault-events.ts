import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';

type VaultEventParts = {
  readonly kind: 'deposited' | 'withdrawn' | 'voucher-cancelled' | 'funded' | 'demanded';
  readonly payload: Readonly<Record<string, string>>;
  /** The next number by default. */
  readonly sequence?: bigint;
};

/** Stores an event of the vault as the indexer does when it is final. Returns its number. */
export async function buildVaultEvent(db: Database, { kind, payload, sequence }: VaultEventParts): Promise<bigint> {
  const { rows } = await sql<{ seq: bigint }>`
    insert into chain_event (seq, kind, block_number, block_hash, block_at, tx_hash, log_index, payload)
    select n, ${kind}, 1, '0x' || n, now(), '0x' || lpad(n::text, 64, '0'), 0, ${JSON.stringify(payload)}::jsonb
    from (select coalesce(${sequence ?? null}::bigint, (select coalesce(max(seq), 0) + 1 from chain_event)) as n) t
    returning seq`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the event was not stored');
  return row.seq;
}

/** Stores that ledger and vault agreed just now, as a worker does. Needs the owner's connection. */
export async function buildComparison(db: Database): Promise<void> {
  await sql`
    insert into vault_comparison (block_number, block_at, agrees, last_withdrawal_id, compared_at)
    select 1, now(), true, coalesce(max(id), 0), clock_timestamp() from withdrawal
    on conflict (single) do update set block_at = excluded.block_at, agrees = true,
      last_withdrawal_id = excluded.last_withdrawal_id, compared_at = excluded.compared_at`.execute(db);
}
