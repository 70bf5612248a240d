import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';

/**
 * Gives back a part of what `freezeEmission` set aside, base units: because it is paid in this same transaction, or because it is not needed.
 * Who locks the turn's row sees both or neither: a payment cannot be committed before it has the row too.
 */
export async function releaseEmission(tx: Database, amount: TokenAmount): Promise<void> {
  await tx
    .updateTable('settlement_slot')
    .set((turn) => ({ emission_frozen: turn('emission_frozen', '-', amount) }))
    .execute();
}
