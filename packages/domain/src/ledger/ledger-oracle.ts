// What tests hold the database's own rules to; production code does not use it.
import { type Account, isOwner } from './account-id.ts';
import { ACCOUNT_KINDS, type AccountKind } from './account-kinds.ts';
import { CURRENCIES, type Currency } from './currencies.ts';
import { type AllowedTransfer, TRANSFER_KINDS, type TransferKind } from './transfer-kinds.ts';

/** Returns the parts of an account id, or undefined for any other number. */
export function parseAccountId(id: bigint): Account | undefined {
  const owner = id >> 8n;
  const kind = KIND_OF_CODE.get(id & 15n);
  const currency = CURRENCY_OF_CODE.get((id >> 4n) & 15n);
  if (kind === undefined || currency === undefined || !isOwner(kind, owner)) return undefined;
  return { kind, currency, owner };
}

/**
 * Returns whether a transfer of this kind may go from one kind of account to the other, in this currency if one is
 * named. docs/money-rules.md#9-ledger.
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

const KIND_OF_CODE = namesByCode(ACCOUNT_KINDS);
const CURRENCY_OF_CODE = namesByCode(CURRENCIES);

function namesByCode<Name extends string>(codes: Record<Name, number>): ReadonlyMap<bigint, Name> {
  const names = new Map<bigint, Name>();
  for (const name in codes) names.set(BigInt(codes[name]), name);
  return names;
}
