import { ACCOUNT_KINDS, type AccountKind } from '@city-mint/domain/ledger/account-kinds';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { WHOLE_BPS } from '@city-mint/domain/money/division';
import { type RawBuilder, sql } from 'kysely';
import type { Address } from 'viem';
import type { Database } from '#platform/database/database.ts';

/** Something that the auditor does not believe: its subject, the kind of a transfer, and both sides in words. */
export type Finding = {
  /** `transfer 12`, `entry 3`, `account 256`, `round 7 split`, `round 7 terms` or `grant 4`. */
  readonly subject: string;
  readonly kind: TransferKind | null;
  readonly expected: string;
  readonly found: string;
};

/** Transfers after one id up to and including another. */
export type TransferRange = { readonly after: bigint; readonly upTo: bigint };

/** Whose signatures the auditor believes, by its own settings, and the system that they have to name. */
export type KnownOperators = {
  /** The first approvers, EIP-55; others are added by what these signed. */
  readonly approvers: readonly Address[];
  readonly chainId: number;
  /** EIP-55. */
  readonly vault: Address;
};

/** How the auditor recomputes the transfers of one kind from their source. */
export type KindCheck = {
  /** Whether the source is an event of the vault, as the auditor's own nodes show it. */
  readonly isOfChain: boolean;
  /**
   * A SELECT of `id`, `debit`, `credit` and `amount` over `t`, the transfers of this kind in a range: one row for each
   * transfer that its source allows, with the accounts and the amount that the source determines.
   */
  readonly expected: RawBuilder<unknown>;
  /**
   * Computes once what many of these transfers share, such as the totals of a round, or verifies signatures. Returns
   * sources that are not believed: their transfers are then not compared.
   */
  readonly prepare?: (tx: Database, range: TransferRange, operators: KnownOperators) => Promise<readonly Finding[]>;
};

/** Whose account it is, and its currency: columns, or a currency by its name. */
type AccountParts = { readonly owner?: string; readonly currency: Currency | { readonly column: string } };

/** Returns an account id in SQL. docs/decisions/0001-account-ids.md */
export function accountOf(kind: AccountKind, { owner, currency }: AccountParts): RawBuilder<bigint> {
  const code = typeof currency === 'string' ? sql.lit(CURRENCIES[currency]) : sql.ref(currency.column);
  const base = owner === undefined ? sql.lit(0) : sql`${sql.ref(owner)}::bigint * 256`;
  return sql<bigint>`(${base} + ${code}::bigint * 16 + ${sql.lit(ACCOUNT_KINDS[kind])})`;
}

/** Returns a share in basis points of an amount, rounded down, in SQL. docs/money-rules.md#1-amounts */
export function shareOf(amount: RawBuilder<unknown>, bps: string): RawBuilder<bigint> {
  return sql<bigint>`div(${amount} * ${sql.ref(bps)}, ${sql.lit(WHOLE_BPS)})`;
}
