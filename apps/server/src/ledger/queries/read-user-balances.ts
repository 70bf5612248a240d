import { accountId } from '@city-mint/domain/ledger/account-id';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

type Held = { readonly available: bigint; readonly withdrawing: bigint };
export type UserBalances = Readonly<Record<Currency, Held>>;

/** What each of these users has, in base units, by one query however many there are. */
export async function readUserBalances(db: Database, userIds: readonly bigint[]): Promise<Map<bigint, UserBalances>> {
  const ids = userIds.flatMap((owner) => idsOf(owner));
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select id, balance from ledger_account where id = any(${ids}::bigint[])`.execute(db);
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  const of = (owner: bigint): UserBalances => {
    const [ju, juOut, fmc, fmcOut] = idsOf(owner).map((id) => balances.get(id) ?? 0n);
    return {
      JU: { available: ju ?? 0n, withdrawing: juOut ?? 0n },
      FMC: { available: fmc ?? 0n, withdrawing: fmcOut ?? 0n },
    };
  };
  return new Map(userIds.map((owner) => [owner, of(owner)]));
}

function idsOf(owner: bigint): bigint[] {
  return [
    accountId({ kind: 'available', currency: 'JU', owner }),
    accountId({ kind: 'withdrawing', currency: 'JU', owner }),
    accountId({ kind: 'available', currency: 'FMC', owner }),
    accountId({ kind: 'withdrawing', currency: 'FMC', owner }),
  ];
}
