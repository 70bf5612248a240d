import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { readBalance } from '#ledger/queries/read-balance.ts';
import type { Database } from '#platform/database/database.ts';

/** What a settlement may draw on, in base units: JU of the reserve and its cap, FMC not yet released nor set aside for a mining day. */
export type Funds = { readonly reserve: TokenAmount; readonly reserveCap: TokenAmount; readonly emission: TokenAmount };

/**
 * The funds as they stand; nobody else draws on them while the caller's round holds the settlement turn, but for what is set aside. Who needs
 * them to the unit locks the turn's row first: a mining day gives back its hold and pays in one transaction.
 */
export async function readFunds(db: Database): Promise<Funds> {
  const setting = await db.selectFrom('reserve_setting').select('cap').executeTakeFirstOrThrow();
  const turn = await db.selectFrom('settlement_slot').select('emission_frozen').executeTakeFirstOrThrow();
  const emission = await readBalance(db, { kind: 'emission', currency: 'FMC', owner: 0n });
  return {
    reserve: await readBalance(db, { kind: 'reserve', currency: 'JU', owner: 0n }),
    reserveCap: tokenAmount(setting.cap),
    // Without the lock the two figures may be of different moments; then the smaller one is nothing, never less.
    emission: tokenAmount(emission > turn.emission_frozen ? emission - turn.emission_frozen : 0n),
  };
}
