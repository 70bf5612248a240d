import { ACCOUNT_KINDS } from '@city-mint/domain/ledger/account-kinds';
import { STATEMENT_KINDS, type StatementAccount, type StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { HOUR_MS } from '@city-mint/domain/time/durations';
import type { RawBuilder } from 'kysely';

/** Codes of these accounts in a statement's queries. Amounts held by rounds have the code of the escrow account. */
export const STATEMENT_ACCOUNT_CODES: Readonly<Record<StatementAccount, number>> = {
  available: ACCOUNT_KINDS.available,
  'in-rounds': ACCOUNT_KINDS.escrow,
  withdrawing: ACCOUNT_KINDS.withdrawing,
};

/** Returns the kind of a code. Throws for a kind that never changes a user's balance. */
export function statementKindOf(code: number): StatementKind {
  const kind = STATEMENT_KINDS.find((name) => TRANSFER_KINDS[name].code === code);
  if (kind === undefined) throw new Error(`transfers of kind ${code} are not of users`);
  return kind;
}

/**
 * Selects the sources of a user's transfers. The result may omit sources from before `since`, from `until` on, or of
 * other kinds than `kinds`, where that is cheap.
 */
export type SourcesWanted = {
  readonly userId: bigint;
  readonly since: Date;
  readonly until?: Date | undefined;
  readonly kinds?: readonly StatementKind[] | undefined;
  /** Whether to look up the sources of rounds by round, for a user with very many orders. */
  readonly byRounds?: boolean | undefined;
  /** Whether to read references. Otherwise those of rounds, which name a city, are empty. */
  readonly isNamed: boolean;
};

/**
 * The possible sources of a user's transfers, as a SELECT of (kind int, source_id bigint, reference text, failed
 * boolean): the kind's code, the row's id, its name for the user, and whether its round failed. A source without a
 * transfer of the user does no harm; an omitted source does.
 */
export type TransferSources = RawBuilder<unknown>;

/** The transfers of a statement: a user's from `from` (inclusive) to `to` (exclusive), UTC milliseconds. */
export type StatementPeriod = {
  readonly userId: bigint;
  readonly from: number;
  readonly to: number;
  /** All possible sources of the user's transfers since `statementSince(from)`, from every capability. */
  readonly sources: readonly TransferSources[];
};

/**
 * Consecutive periods of a user, by their bounds: UTC milliseconds, ascending; with all sources since the first bound.
 */
export type StatementPeriods = Pick<StatementPeriod, 'userId' | 'sources'> & { readonly bounds: readonly number[] };

/**
 * Longer than any transaction lasts. A transfer of the period may belong to a transaction that began this long before.
 */
const LONGEST_TRANSACTION_MS = HOUR_MS;

/** Returns how far back sources are needed for a period that begins at `from` (UTC milliseconds). */
export function statementSince(from: number): Date {
  return new Date(from - LONGEST_TRANSACTION_MS);
}

/** Returns the time by which every transaction that began before `to` (UTC milliseconds) has written its transfers. */
export function statementUntil(to: number): Date {
  return new Date(to + LONGEST_TRANSACTION_MS);
}

/**
 * Returns until when balances and periods are final at `now` (UTC milliseconds): every transfer booked earlier is
 * written. A transaction writes its transfers within an hour of its beginning; an earlier transfer of the same user,
 * which can delay the booking, was written within another hour.
 */
export function statementFinalUntil(now: number): number {
  return now - 2 * LONGEST_TRANSACTION_MS;
}
