import type { AccountKind } from './account-kinds.ts';
import type { Currency } from './currencies.ts';
import { type AllowedTransfer, TRANSFER_KINDS, type TransferKind } from './transfer-kinds.ts';

/**
 * Whether a transfer of this kind may go from one kind of account to the other, in this currency if one is named.
 * docs/money-rules.md#9-ledger.
 */
export function isTransferAllowed(transfer: {
  kind: TransferKind;
  from: AccountKind;
  to: AccountKind;
  currency?: Currency;
}): boolean {
  const movements: readonly AllowedTransfer[] = TRANSFER_KINDS[transfer.kind].movements;
  return movements.some(
    ({ from, to, currencies }) =>
      from === transfer.from &&
      to === transfer.to &&
      (transfer.currency === undefined || currencies.includes(transfer.currency)),
  );
}
