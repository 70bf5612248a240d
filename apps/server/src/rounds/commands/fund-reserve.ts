import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { postTransfer } from '#ledger/commands/post-transfer.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * Moves JU (base units) from the treasury to the reserve, with the reason on record, inside the caller's transaction. Throws when the treasury has less: nothing is
 * borrowed. rules.md section 9, `reserve-funding`.
 */
export async function fundReserve(
  tx: Database,
  { amount, reason }: { readonly amount: TokenAmount; readonly reason: string },
): Promise<void> {
  const { id } = await tx
    .insertInto('reserve_funding')
    .values({ amount, reason })
    .returning('id')
    .executeTakeFirstOrThrow();
  await postTransfer(tx, {
    kind: 'reserve-funding',
    from: { kind: 'treasury', currency: 'JU', owner: 0n },
    to: { kind: 'reserve', currency: 'JU', owner: 0n },
    amount,
    cause: id,
  });
}
