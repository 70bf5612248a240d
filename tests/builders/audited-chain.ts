import { waitUntil } from '@city-mint/devnet/wait-until';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import { sealJournal } from '@city-mint/server/ledger/journal/commands';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { logEntries, signDecision } from './signed-decisions.ts';

/**
 * Makes the auditor's own nodes show the events that the test's indexer stored, as if the chain had them, up to a block
 * after every voucher's deadline. Needs the owner's connection.
 */
export async function showEventsToAuditor(db: Database): Promise<void> {
  await sql`
    insert into audit.vault_event (seq, kind, block_number, account, recipient, voucher_id, currency, amount)
    select seq, kind, block_number, payload->>'account', payload->>'to', payload->>'voucherId',
      currency_named(payload->>'currency'), (payload->>'amount')::numeric
    from chain_event c where not exists (select from audit.vault_event e where e.seq = c.seq)`.execute(db);
  await sql`update audit.position set last_seq = coalesce((select max(seq) from audit.vault_event), 0),
    block_number = 1, block_at = now()`.execute(db);
}

/**
 * The sources that builders of balances leave out: deposits and fundings with negative ids become events that only the
 * auditor's nodes show, and transfers to the reserve get their row and signatures. Needs the owner's
 * connection.
 */
export async function showBuiltBalances(db: Database): Promise<void> {
  await sql`
    insert into audit.vault_event (seq, kind, block_number, account, currency, amount)
    select t.source_id, case t.kind when kind_deposit() then 'deposited' else 'funded' end, 1,
      (select address from app_user where id = t.credit_account >> 8), (t.credit_account >> 4) & 15, t.amount
    from ledger_transfer t where t.kind in (kind_deposit(), kind_funding()) and t.source_id < 0
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: bigint; amount: bigint; at: Date }>`
    select t.source_id as id, t.amount, t.created_at as at from ledger_transfer t
    where t.kind = kind_reserve_funding() and t.source_id < 0
      and not exists (select from reserve_funding f where f.id = t.source_id)`.execute(db);
  for (const { id, amount, at } of rows) {
    const fields = { amount: formatAmount(amount) };
    const funding = { key: 'POST /api/ops/reserve/fund', fields, subject: 'reserve-funding' } as const;
    const signedId = await logEntries(db, await signDecision(funding, { said: { issuedAt: at.getTime() } }));
    await sql`
      insert into reserve_funding (id, amount, reason, signed_id) overriding system value
      values (${id}, ${amount}, 'built', ${signedId})`.execute(db);
  }
}

/** The auditor's books without any entry, as before its first start. Needs the owner's connection. */
export async function forgetBooks(db: Database): Promise<void> {
  await sql`truncate audit.balance, audit.vault_total, audit.joined, audit.round, audit.mining_day, audit.pool_day,
    audit.decision, audit.entry, audit.finding, audit.signed_setting, audit.machine_life,
    audit.performance, audit.rank`.execute(db);
  await sql`update audit.position set entry = 0, hash = decode(repeat('00', 32), 'hex'), last_id = 0`.execute(db);
}

/**
 * Seals every transfer. Sealing waits for all transactions of the server, also those of other tests' databases. Needs
 * the owner's connection.
 */
export async function sealEverything(db: Database, entrySize?: number): Promise<void> {
  const { rows } = await sql<{ last: bigint | null }>`select max(id) as last from ledger_transfer`.execute(db);
  const last = rows[0]?.last ?? 0n;
  await waitUntil(async () => {
    await sealJournal(db, entrySize === undefined ? {} : { entrySize });
    const head = await db.selectFrom('ledger_journal_head').select('last_id').executeTakeFirstOrThrow();
    return head.last_id >= last;
  });
}
