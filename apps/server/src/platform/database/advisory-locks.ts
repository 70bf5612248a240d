import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Every advisory lock of the database by its name. Functions in SQL write the number with this file's name beside it
 * (migrations/functions/); a test holds both equal.
 */
export const ADVISORY_LOCKS = {
  /** One process migrates. */
  migration: 4_207_300_001n,
  /** Requests for withdrawal, which share the limit of all users, are decided one after the other. In SQL too. */
  withdrawalRequests: 4_207_300_005n,
  /** Changes of auto-mint settings share both, the parts of an opening hold one of them alternately, alone. In SQL. */
  autoMint: 4_207_300_012n,
  autoMintNext: 4_207_300_014n,
  /** Bindings that could close a circle wait for each other. In SQL. */
  bindings: 4_207_300_013n,
  /** Operator actions are decided one after the other. */
  operatorActions: 4_207_300_017n,
  /** One worker makes trees of liabilities. */
  liabilitiesTrees: 4_207_300_019n,
  /** One worker advances the mining days. */
  miningDays: 4_207_300_024n,
  /** Claims that insert machines share it, whoever begins a mining day holds it alone. In SQL too. */
  machineClaims: 4_207_300_026n,
  /** One worker advances the days of the pools. */
  poolDays: 4_207_300_025n,
  /** One transaction deletes expired sign-in messages, so that no two wait for each other's rows. */
  signInMessageCleanup: 4_207_300_031n,
  /** Likewise expired confirmations. */
  confirmationCleanup: 4_207_300_032n,
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
