import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { readBalance } from '#ledger/queries/read-balance.ts';
import type { Database } from '#platform/database/database.ts';

/** JU in base units: what the reserve holds, what it keeps at most, and what the treasury could add. */
export type Reserve = { readonly balance: TokenAmount; readonly cap: TokenAmount; readonly treasury: TokenAmount };

/** The reserve as it stands. */
export async function readReserve(db: Database): Promise<Reserve> {
  const { cap } = await db.selectFrom('reserve_setting').select('cap').executeTakeFirstOrThrow();
  return {
    balance: await readBalance(db, { kind: 'reserve', currency: 'JU', owner: 0n }),
    cap: tokenAmount(cap),
    treasury: await readBalance(db, { kind: 'treasury', currency: 'JU', owner: 0n }),
  };
}
