import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import type { StatementAccount } from '#ledger/statements/queries/period.ts';

/** The texts of a statement's table. */
export type CsvTexts = {
  readonly head: readonly string[];
  readonly opening: string;
  readonly closing: string;
  readonly accounts: Readonly<Record<StatementAccount, string>>;
  readonly kinds: Readonly<Record<StatementKind, string>>;
};
