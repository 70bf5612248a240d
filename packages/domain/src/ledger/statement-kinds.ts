import type { AccountKind } from './account-kinds.ts';
import { TRANSFER_KINDS, type TransferKind } from './transfer-kinds.ts';

/** The accounts that hold what belongs to users. */
const ACCOUNTS_OF_USERS = ['available', 'withdrawing', 'escrow'] as const satisfies readonly AccountKind[];
type AccountOfUsers = (typeof ACCOUNTS_OF_USERS)[number];

type Movement<Kind extends TransferKind> = (typeof TRANSFER_KINDS)[Kind]['movements'][number];

/** Every kind of transfer that changes a user's balance. docs/money-rules.md#9-ledger */
export type StatementKind = {
  [Kind in TransferKind]: Extract<Movement<Kind>['from' | 'to'], AccountOfUsers> extends never ? never : Kind;
}[TransferKind];

/** In the order of their codes. */
export const STATEMENT_KINDS: readonly StatementKind[] = Object.keys(TRANSFER_KINDS).filter(isStatementKind);

/** The accounts of a statement: the user's own two, and the amounts that rounds hold for their orders. */
export const STATEMENT_ACCOUNTS = ['available', 'in-rounds', 'withdrawing'] as const;
export type StatementAccount = (typeof STATEMENT_ACCOUNTS)[number];

function isStatementKind(name: string): name is StatementKind {
  const kind = Object.entries(TRANSFER_KINDS).find(([candidate]) => candidate === name);
  return (
    kind?.[1].movements.some(({ from, to }) =>
      ACCOUNTS_OF_USERS.some((account) => account === from || account === to),
    ) ?? false
  );
}
