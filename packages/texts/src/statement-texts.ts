import type { StatementAccount, StatementKind } from '@city-mint/domain/ledger/statement-kinds';

/** Names of the kinds of transfers in statements, on the page and as files. */
export type KindTexts = Readonly<Record<StatementKind, string>>;

/** The texts of a statement's table. */
export type StatementTexts = {
  readonly head: readonly string[];
  readonly opening: string;
  readonly closing: string;
  readonly accounts: Readonly<Record<StatementAccount, string>>;
  readonly kinds: KindTexts;
};
