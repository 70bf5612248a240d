import { smallestAmount, type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { readBalance } from '#ledger/queries/read-balance.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * Sets aside what a mining day may draw from the emission, in base units: `most`, or what is left. Settlements that begin later count without
 * it. Gives undefined while a settlement holds the turn; the next one then waits until this was asked again. rules.md section 7.
 */
export async function freezeEmission(tx: Database, most: TokenAmount): Promise<TokenAmount | undefined> {
  const turn = await tx.selectFrom('settlement_slot').selectAll().forUpdate().executeTakeFirstOrThrow();
  if (turn.round_id !== null) {
    await tx.updateTable('settlement_slot').set({ mining_waits: true }).execute();
    return undefined;
  }
  const balance = await readBalance(tx, { kind: 'emission', currency: 'FMC', owner: 0n });
  const held = smallestAmount(most, tokenAmount(balance - turn.emission_frozen));
  await tx
    .updateTable('settlement_slot')
    .set({ emission_frozen: turn.emission_frozen + held, mining_waits: false })
    .execute();
  return held;
}
