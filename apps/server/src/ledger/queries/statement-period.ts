import { ACCOUNT_KINDS } from '@city-mint/domain/ledger/account-kinds';
import { STATEMENT_KINDS, type StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import type { TransferSources } from './transfer-sources.ts';

/** What a statement keeps apart: the user's two accounts, and what the rounds he joined hold of his. */
export const STATEMENT_ACCOUNTS = ['available', 'in-rounds', 'withdrawing'] as const;
export type StatementAccount = (typeof STATEMENT_ACCOUNTS)[number];

/** The codes that a statement's queries give its accounts; rounds hold in their escrow. */
export const STATEMENT_ACCOUNT_CODES: Readonly<Record<StatementAccount, number>> = {
  available: ACCOUNT_KINDS.available,
  'in-rounds': ACCOUNT_KINDS.escrow,
  withdrawing: ACCOUNT_KINDS.withdrawing,
};

/** The kind of a code. Throws for one that never moves a user's money. */
export function statementKindOf(code: number): StatementKind {
  const kind = STATEMENT_KINDS.find((name) => TRANSFER_KINDS[name].code === code);
  if (kind === undefined) throw new Error(`transfers of kind ${code} are nobody's`);
  return kind;
}

/** What a user's movements are looked for in: from `from` until before `to`, UTC milliseconds. */
export type StatementPeriod = {
  readonly userId: bigint;
  readonly from: number;
  readonly to: number;
  /** Everything that can have moved this user's money since `statementSince(from)`, of every capability. */
  readonly sources: readonly TransferSources[];
};
