import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { postTransfer } from '#ledger/commands/post-transfer.ts';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { Database } from '#platform/database/database.ts';
import type { EndedWithdrawal } from '../ended-withdrawal.ts';
import { lockWithdrawalOfVoucher, markCompleted, type WithdrawalRow } from '../store/withdrawals.ts';
import type { Withdrawn } from '../vault-event.ts';

/**
 * Takes a paid withdrawal out of the ledger. Throws ChainIntegrityError when the vault paid what was never signed or was given back already: then
 * the signer's key is not ours alone, and nothing may go on. Gives which withdrawal it was.
 */
export async function completeWithdrawal(
  tx: Database,
  { paid, log }: { paid: Withdrawn; log: ChainLog },
): Promise<EndedWithdrawal> {
  const row = await lockWithdrawalOfVoucher(tx, paid.voucherId);
  if (row === undefined || row.state !== 'signed' || !isSame(row, paid)) {
    const known = row === undefined ? 'that was never asked for' : `in state ${row.state}, or of another kind`;
    throw new ChainIntegrityError('unexplained-event', `the vault paid voucher ${paid.voucherId} ${known}`);
  }
  const { currency, amount } = paid;
  await postTransfer(tx, {
    kind: 'withdrawal-done',
    from: { kind: 'withdrawing', currency, owner: row.user_id },
    to: { kind: 'custody', currency, owner: 0n },
    amount,
    cause: row.id,
  });
  await markCompleted(tx, { id: row.id, log });
  return { id: row.id, callId: row.call_id };
}

function isSame(row: WithdrawalRow, paid: Withdrawn): boolean {
  return (
    row.account === paid.account &&
    row.recipient === paid.to &&
    row.currency === CURRENCIES[paid.currency] &&
    row.amount === paid.amount
  );
}
