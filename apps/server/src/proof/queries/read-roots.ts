import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The newest tree of a currency, as it is stored; amounts in base units. */
export type StoredRoot = {
  readonly id: bigint;
  readonly currency: number;
  readonly root: Buffer;
  readonly total: bigint;
  readonly leaves: number;
  readonly block_number: bigint;
  readonly vault_balance: bigint;
  readonly secret: Buffer;
  readonly made_at: Date;
};

/** The newest tree of each currency; none while none was made. */
export async function readRoots(db: Database): Promise<StoredRoot[]> {
  const { rows } = await sql<StoredRoot>`
    select distinct on (currency) id, currency, root, total, leaves, block_number, vault_balance, secret, made_at
    from liabilities_tree order by currency, id desc`.execute(db);
  return rows;
}
