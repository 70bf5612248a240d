import type { StatementAccount, StatementKind } from '@city-mint/domain/ledger/statement-kinds';

/** What a statement calls each kind of transfer. */
export type KindTexts = Readonly<Record<StatementKind, string>>;

/** The texts of a statement's table. */
export type StatementTexts = {
  readonly head: readonly string[];
  readonly opening: string;
  readonly closing: string;
  readonly accounts: Readonly<Record<StatementAccount, string>>;
  readonly kinds: KindTexts;
};
