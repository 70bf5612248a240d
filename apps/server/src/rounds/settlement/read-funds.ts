import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { readBalance } from '../../ledger/queries/read-balance.ts';
import type { Database } from '../../platform/database/database.ts';

/** What a settlement may draw on, in base units: JU of the reserve and its cap, FMC not yet released. */
export type Funds = { readonly reserve: TokenAmount; readonly reserveCap: TokenAmount; readonly emission: TokenAmount };

/** The funds as they stand; nobody else draws on them while the caller's round holds the settlement turn. */
export async function readFunds(db: Database): Promise<Funds> {
  const setting = await db.selectFrom('reserve_setting').select('cap').executeTakeFirstOrThrow();
  return {
    reserve: await readBalance(db, { kind: 'reserve', currency: 'JU', owner: 0n }),
    reserveCap: tokenAmount(setting.cap),
    emission: await readBalance(db, { kind: 'emission', currency: 'FMC', owner: 0n }),
  };
}
