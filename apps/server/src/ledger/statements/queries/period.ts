import { ACCOUNT_KINDS } from '@city-mint/domain/ledger/account-kinds';
import { STATEMENT_KINDS, type StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import type { RawBuilder } from 'kysely';

/** The accounts of a statement: the user's own two, and what the rounds of their orders hold. */
export const STATEMENT_ACCOUNTS = ['available', 'in-rounds', 'withdrawing'] as const;
export type StatementAccount = (typeof STATEMENT_ACCOUNTS)[number];

/** The codes of these accounts in a statement's queries; what rounds hold has the code of their escrow. */
export const STATEMENT_ACCOUNT_CODES: Readonly<Record<StatementAccount, number>> = {
  available: ACCOUNT_KINDS.available,
  'in-rounds': ACCOUNT_KINDS.escrow,
  withdrawing: ACCOUNT_KINDS.withdrawing,
};

/** Returns the kind of a code. Throws for a kind that never changes what a user has. */
export function statementKindOf(code: number): StatementKind {
  const kind = STATEMENT_KINDS.find((name) => TRANSFER_KINDS[name].code === code);
  if (kind === undefined) throw new Error(`transfers of kind ${code} are not of users`);
  return kind;
}

/**
 * Whose transfers are looked up: those from before `since`, and since `until`, may be left out where that is cheap, and
 * so may those of other kinds than `kinds`.
 */
export type SourcesWanted = {
  readonly userId: bigint;
  readonly since: Date;
  readonly until?: Date | undefined;
  readonly kinds?: readonly StatementKind[] | undefined;
  /** Whether those of rounds are found by the rounds, of a user with very many orders. */
  readonly byRounds?: boolean | undefined;
  /** Whether references are shown: those of rounds, which name a city, are empty otherwise. */
  readonly isNamed: boolean;
};

/**
 * The possible sources of a user's transfers, as a SELECT of (kind int, source_id bigint, reference text, failed
 * boolean): the kind's code, the row's id, what it is called to the user, and whether its round failed. Sources without
 * a transfer of the user do no harm; a source that is left out does.
 */
export type TransferSources = RawBuilder<unknown>;

/** The transfers of a statement: a user's from `from` until before `to`, UTC milliseconds. */
export type StatementPeriod = {
  readonly userId: bigint;
  readonly from: number;
  readonly to: number;
  /** All possible sources of the user's transfers since `statementSince(from)`, of every capability. */
  readonly sources: readonly TransferSources[];
};

/** Consecutive periods of a user, by their bounds: UTC milliseconds, ascending; with all sources since the first. */
export type StatementPeriods = Pick<StatementPeriod, 'userId' | 'sources'> & { readonly bounds: readonly number[] };

/** Longer than any transaction takes: a transfer of the period may be of a transaction that began this long before. */
const LONGEST_TRANSACTION_MS = 3_600_000;

/** Returns the time since which the sources of a period that begins at `from` (UTC milliseconds) are needed. */
export function statementSince(from: number): Date {
  return new Date(from - LONGEST_TRANSACTION_MS);
}

/** Returns the time until which every transfer is written whose transaction began before `to` (UTC milliseconds). */
export function statementUntil(to: number): Date {
  return new Date(to + LONGEST_TRANSACTION_MS);
}

/**
 * Returns until when balances and periods are final at `now` (UTC milliseconds): every transfer that is booked before
 * is written. One that began before is written within the hour, and whatever was written of the same user before it in
 * another.
 */
export function statementFinalUntil(now: number): number {
  return now - 2 * LONGEST_TRANSACTION_MS;
}
