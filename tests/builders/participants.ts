import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { postTransfer } from './post-transfer.ts';
import { openSessions } from './sessions.ts';

/**
 * Adds `count` users with `available` JU each (base units), credited from custody as deposits, and a session each
 * (`tokenOf`). Returns their ids in order. Needs the owner's connection.
 */
export async function buildParticipants(
  db: Database,
  { count, available }: { count: number; available: bigint },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    insert into app_user (address)
    select '0x' || lpad(to_hex(n + (select count(*) from app_user)), 40, '0') from generate_series(1, ${count}::int) n
    returning id`.execute(db);
  const ids = rows.map((row) => row.id).sort((a, b) => (a < b ? -1 : 1));
  await openSessions(db, ids);
  await sql`insert into participant (user_id) select unnest(${ids}::bigint[])`.execute(db);
  await sql`select ledger_open_accounts(array_agg(ledger_account_id(u, c, k)))
    from unnest(${ids}::bigint[]) u, generate_series(0, 1) c, generate_series(1, 2) k`.execute(db);
  if (available > 0n) {
    await sql`select ledger_credit_many(kind_deposit(), account_custody(currency_ju()), array_agg(account_available(u,
      currency_ju()) order by u),
      array_agg(${available.toString()}::numeric), array_agg(-u order by u)) from unnest(${ids}::bigint[]) u`.execute(
      db,
    );
  }
  return ids;
}

/** Below the deposits of users, whose number is minus the user's id. */
let fundings = -(10n ** 15n);

/**
 * Credits JU to the reserve (through the treasury), FMC to the emission, and more JU to the treasury, as the operator's
 * funding does; base units.
 */
export async function buildFunds(
  db: Database,
  { reserve, emission, treasury = 0n }: { reserve: bigint; emission: bigint; treasury?: bigint },
): Promise<void> {
  const custody = { kind: 'custody', currency: 'JU', owner: 0n } as const;
  const from = { kind: 'treasury', currency: 'JU', owner: 0n } as const;
  fundings -= 2n;
  const sourceId = fundings;
  if (reserve + treasury > 0n) {
    const amount = tokenAmount(reserve + treasury);
    await postTransfer(db, { kind: 'funding', from: custody, to: from, amount, sourceId });
  }
  if (reserve > 0n) {
    const to = { kind: 'reserve', currency: 'JU', owner: 0n } as const;
    await postTransfer(db, { kind: 'reserve-funding', from, to, amount: tokenAmount(reserve), sourceId });
  }
  if (emission > 0n) {
    await postTransfer(db, {
      kind: 'funding',
      from: { kind: 'custody', currency: 'FMC', owner: 0n },
      to: { kind: 'emission', currency: 'FMC', owner: 0n },
      amount: tokenAmount(emission),
      sourceId: sourceId + 1n,
    });
  }
}
