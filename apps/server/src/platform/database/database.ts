import { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { sendArraysAsText } from './array-text.ts';
import { assertSession } from './assert-session.ts';
import { type Fence, POSITION_SQL, type Reading } from './fence.ts';
import { dropFormer } from './former-connections.ts';
import type { DB } from './generated/db.ts';
import { namePrepared } from './prepared-statements.ts';
import { rejectUnreplicated } from './unreplicated.ts';
import { WaitingPool } from './waiting-pool.ts';

/** A connection pool of the database, or a transaction on it; both run queries typed by the generated schema. */
export type Database = Kysely<DB>;

/** The database role of a process, which has the rights that its work needs (migrations/0001-roles.sql). */
export type DatabaseRole =
  | 'city_mint_api'
  | 'city_mint_worker'
  | 'city_mint_indexer'
  | 'city_mint_operator'
  | 'city_mint_ops'
  | 'city_mint_auditor'
  | 'city_mint_verifier';

export type DatabaseSettings = {
  readonly url: string;
  readonly role?: DatabaseRole;
  /** Maximum number of connections; 10 by default. */
  readonly maxConnections?: number;
  /** Milliseconds after which the server cancels a statement; 5,000 by default. */
  readonly statementTimeoutMs?: number;
  /** Milliseconds that a caller waits for a connection; 2,000 by default. */
  readonly waitMs?: number;
  /** Milliseconds after which opening a connection fails; 15,000 by default. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds after which an unanswered statement fails and its connection is closed; none by default. */
  readonly answerMs?: number;
  /** Milliseconds after which an idle connection is closed; ten minutes by default. */
  readonly idleMs?: number;
  /** Called with errors of idle connections, which the pool replaces. */
  readonly onConnectionError?: (error: Error) => void;
  /** Refuses a database that is older than the one before. */
  readonly fence?: Fence;
  /** The pool's name in the metrics, and their observer. */
  readonly name?: string;
  readonly watch?: (name: string, pool: pg.Pool) => void;
};

const STATEMENT_TIMEOUT_MS = 5_000;
const WAIT_MS = 2_000;
/** Longer than a handshake of five round trips takes on a busy machine or through a slow network. */
const CONNECT_TIMEOUT_MS = 15_000;
/** Maximum silence of the database beyond the time limit of a statement. */
const SILENCE_MS = 7_000;
/** Idle time after which TCP probes the other end; it gives up ten seconds later. */
const KEEP_ALIVE_MS = 5_000;
/**
 * How long an idle connection stays open. A new connection reads the catalogue and plans every statement again, so
 * calls after a quiet period would take ten times as long.
 */
const IDLE_MS = 600_000;

/** The error code of a read-only database: a standby, or a primary in read-only mode. */
const READ_ONLY = '25006';

const TYPE_INT8 = 20;
const TYPE_NUMERIC = 1700;
const TYPE_INT8_ARRAY = 1016;
const TYPE_NUMERIC_ARRAY = 1231;
const TYPE_TIME = 1184;
const TYPE_TIME_ARRAY = 1185;

const parseOtherTime: (text: string) => Date = pg.types.getTypeParser(TYPE_TIME);

/** Amounts and ids are integers in the database and `bigint` here; a fraction throws instead of being rounded. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === TYPE_INT8 || oid === TYPE_NUMERIC) return BigInt;
    if (oid === TYPE_INT8_ARRAY || oid === TYPE_NUMERIC_ARRAY) return parseIntegers;
    if (oid === TYPE_TIME) return parseTime;
    if (oid === TYPE_TIME_ARRAY) return parseTimes;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Parses `{1,2}` of an array without nulls. */
function parseIntegers(text: string): bigint[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt);
}

/**
 * Parses a time, rounded down to the millisecond; connections use UTC. The driver parses times that do not have this
 * form, such as years with more digits and `infinity`; for all others it would take four times as long.
 */
function parseTime(text: string): Date {
  if (text[10] !== ' ' || !text.endsWith('+00')) return parseOtherTime(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

/** Parses `{"2026-11-24 05:00:00+00",NULL}`. */
function parseTimes(text: string): (Date | null)[] {
  const parse = (item: string) => (item === 'NULL' ? null : parseTime(item.replaceAll('"', '')));
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(parse);
}

/**
 * Creates the pool under `createDatabase`, for set-based functions that are called without a query builder. Returns it.
 */
export function createPool(settings: DatabaseSettings): pg.Pool {
  const statementTimeoutMs = settings.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const options = [
    ...(settings.role === undefined ? [] : [`-c role=${settings.role}`]),
    `-c statement_timeout=${statementTimeoutMs}`,
    '-c idle_in_transaction_session_timeout=10000',
    '-c timezone=UTC',
  ].join(' ');
  const pool: pg.Pool = new WaitingPool({
    connectionString: settings.url,
    verify: (client, done) => void examine(client).then(() => done(), done),
    max: settings.maxConnections ?? 10,
    options,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    waitMs: settings.waitMs ?? WAIT_MS,
    connectionTimeoutMillis: settings.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: settings.idleMs ?? IDLE_MS,
    ...(settings.answerMs === undefined ? {} : { query_timeout: settings.answerMs }),
    application_name: `city-mint ${settings.role ?? 'owner'}`,
  });
  const examine = examining(pool, settings);
  settings.watch?.(settings.name ?? 'main', pool);
  const onError = settings.onConnectionError ?? (() => {});
  pool.on('error', onError);
  // A checked-out client also emits the error of a lost connection; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('connect', namePrepared);
  pool.on('connect', sendArraysAsText);
  endWhenSilent(pool, statementTimeoutMs + SILENCE_MS);
  dropReadOnly(pool);
  rejectUnreplicated(pool);
  return pool;
}

/** Returns a function that rejects a new connection that is not as the process needs it. */
function examining(pool: pg.Pool, settings: DatabaseSettings): (client: pg.PoolClient) => Promise<void> {
  const { role, fence, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = settings;
  const record = fence === undefined ? undefined : dropFormer(pool, fence);
  return async (client) => {
    if (role !== undefined) await assertSession(client, { role, statementTimeoutMs });
    const read = async (entry: bigint) => (await client.query<Reading>(POSITION_SQL, [entry])).rows[0];
    if (fence !== undefined) record?.(client, await fence.examine(read));
  };
}

/**
 * Destroys a connection in use that was silent for longer than a statement may run: the other end is gone, which TCP by
 * itself would detect after a quarter of an hour. Idle connections may be silent: TCP probes them.
 */
function endWhenSilent(pool: pg.Pool, silenceMs: number): void {
  const unused = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => unused.delete(client));
  pool.on('release', (_error, client) => unused.add(client));
  pool.on('connect', (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    // If the connection is idle at the time-out, the timer restarts with the next statement.
    stream.setTimeout(silenceMs, () => {
      if (unused.has(client) && !stream.writableEnded) return;
      stream.destroy(new Error('Connection terminated: the database is silent'));
    });
  });
}

/**
 * After a statement failed because the database is read-only, closes every existing connection when it is released:
 * after a failover they lead to the former primary, while new ones lead to the current one.
 */
function dropReadOnly(pool: pg.Pool): void {
  const open = new Set<pg.PoolClient>();
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) for (const each of open) readOnly.add(each);
    });
  });
  pool.on('remove', (client) => open.delete(client));
  pool.on('release', (_error, client) => {
    if (readOnly.has(client) && client instanceof pg.Client) void client.end();
  });
}

/** Returns the typed database over a new pool; `destroy()` closes it. */
export function createDatabase(settings: DatabaseSettings): Database {
  return databaseOver(createPool(settings));
}

/** Returns the typed database over an existing pool. */
export function databaseOver(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
