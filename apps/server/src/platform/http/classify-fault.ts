import { databaseErrorCode } from '../database/transaction.ts';

/** A fault from its caller's point of view: `busy` = retry soon, `internal` = an error of the system. */
export type Fault = 'busy' | 'internal';

/**
 * PostgreSQL cannot serve now: no connection, no resources, shutting down, a statement that timed out, a conflict that
 * persisted, a read-only database.
 */
const BUSY_STATES = /^(08|25006$|53|57P0[1-4]$|57014$|40001$|40P01$|55P03$|25P03$|58)/;
const BUSY_SOCKET = /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/;
const NO_CONNECTION_IN_TIME = 'timeout exceeded when trying to connect';
/** Prefixes of error messages for which pg has no codes. */
const BUSY_MESSAGES = [
  NO_CONNECTION_IN_TIME,
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
];
const BUSY_NAMES = new Set([
  ...['HttpRequestError', 'TimeoutError', 'RpcRequestError', 'AbortError', 'ChainUnavailable', 'QueueFull'],
]);

/** Returns the class of an error that a handler threw; every error that is not known to be temporary is `internal`. */
export function classifyFault(error: unknown): Fault {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    if (isBusy(cause)) return 'busy';
    if (cause instanceof AggregateError && cause.errors.some((inner) => inner instanceof Error && isBusy(inner))) {
      return 'busy';
    }
  }
  return 'internal';
}

function isBusy(error: Error): boolean {
  return isDatabaseBusy(error) || BUSY_NAMES.has(error.name);
}

/** Returns whether a query was cancelled at its time limit. */
export function isStatementTooSlow(error: unknown): boolean {
  return error instanceof Error && databaseErrorCode(error) === '57014';
}

/** Returns whether all connections of a pool were in use for too long. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(NO_CONNECTION_IN_TIME);
}

/** Returns whether a query failed because its database is away, read-only, overloaded, or cancelled it. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = databaseErrorCode(error) ?? '';
  const isKnown = BUSY_STATES.test(code) || BUSY_SOCKET.test(code);
  return isKnown || BUSY_MESSAGES.some((start) => error.message.startsWith(start));
}
