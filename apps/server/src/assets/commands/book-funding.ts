import { postTransfer } from '#ledger/commands/post-transfer.ts';
import type { Database } from '#platform/database/database.ts';
import type { Funded } from '../vault-event.ts';

/** Books what the operator put into the vault: JU for the treasury, FMC for the emission. rules.md section 9. */
export async function bookFunding(tx: Database, { currency, amount, sequence }: Funded): Promise<void> {
  await postTransfer(tx, {
    kind: 'funding',
    from: { kind: 'custody', currency, owner: 0n },
    to: { kind: currency === 'JU' ? 'treasury' : 'emission', currency, owner: 0n },
    amount,
    cause: sequence,
  });
}
