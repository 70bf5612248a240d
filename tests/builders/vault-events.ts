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

/**
 * Stores that ledger and vault agreed just now, with all stored events, as a worker does. Needs the owner's connection.
 */
export async function buildComparison(db: Database): Promise<void> {
  await sql`
    insert into vault_comparison (block_number, block_at, agrees, checked_seq, last_withdrawal_id, compared_at)
    select 1, now(), true, (select coalesce(max(seq), 0) from chain_event), coalesce(max(id), 0), clock_timestamp()
    from withdrawal
    on conflict (single) do update set block_at = excluded.block_at, agrees = true, checked_seq = excluded.checked_seq,
      last_withdrawal_id = excluded.last_withdrawal_id, compared_at = excluded.compared_at`.execute(db);
}

type Demand = {
  /** EIP-55. */
  readonly account: string;
  readonly currency?: 'JU' | 'FMC';
  /** Base units. */
  readonly until: bigint;
  /** UTC seconds. */
  readonly at?: number;
};

/** Stores a demand of an account as the indexer does. Needs the owner's connection. Returns its event's number. */
export async function buildDemand(db: Database, { account, currency = 'JU', until, at = 1 }: Demand): Promise<bigint> {
  const payload = { account, currency, until: `${until}`, demandedAt: `${at}` };
  const seq = await buildVaultEvent(db, { kind: 'demanded', payload });
  await sql`select record_demands(array[${seq}]::bigint[])`.execute(db);
  return seq;
}
