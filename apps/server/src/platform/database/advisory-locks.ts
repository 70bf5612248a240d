import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * All advisory locks of the database by name. SQL functions write the number with a reference to this file
 * (migrations/functions/); a test compares both.
 */
export const ADVISORY_LOCKS = {
  /** One process migrates at a time. */
  migration: 4_207_300_001n,
  /** Serializes withdrawal requests, which share the limit of all users. Also used in SQL. */
  withdrawalRequests: 4_207_300_005n,
  /**
   * Changes of auto-mint settings take both in shared mode; the parts of an opening take them alternately, one each, in
   * exclusive mode. Used in SQL.
   */
  autoMint: 4_207_300_012n,
  autoMintNext: 4_207_300_014n,
  /** Serializes bindings that could close a circle. Used in SQL. */
  bindings: 4_207_300_013n,
  /**
   * A binding takes it in shared mode until it commits, a settlement in exclusive mode for the moment in which it reads
   * its time. Used in SQL.
   */
  bindingTimes: 4_207_300_027n,
  /** Serializes the decisions of operator actions. */
  operatorActions: 4_207_300_017n,
  /** One worker at a time makes trees of liabilities. */
  liabilitiesTrees: 4_207_300_019n,
  /** One worker at a time advances the mining days. Used in SQL. */
  miningDays: 4_207_300_024n,
  /**
   * Claims that insert machines take it in shared mode; the beginning of a mining day takes it in exclusive mode. Also
   * used in SQL.
   */
  machineClaims: 4_207_300_026n,
  /** One worker at a time advances the days of the pools. Used in SQL. */
  poolDays: 4_207_300_025n,
  /** One transaction at a time deletes expired sign-in messages, so that none waits for the rows of another. */
  signInMessageCleanup: 4_207_300_031n,
} as const;

export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/** Waits for the lock and holds it until the transaction ends. */
export async function acquireLock(tx: Database, lock: AdvisoryLock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`.execute(tx);
}

/** Returns whether the lock was free; if so, holds it until the transaction ends. */
export async function tryAcquireLock(tx: Database, lock: AdvisoryLock): Promise<boolean> {
  const { rows } = await sql<{ acquired: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}) as acquired`.execute(tx);
  return rows[0]?.acquired === true;
}

/** Waits for the lock of one key, e.g. `sign-in 0x…`, and holds it until the transaction ends. */
export async function acquireKeyLock(tx: Database, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}
