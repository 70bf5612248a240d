import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { isPausedUntilCommit } from '#switches/queries.ts';
import { takeWaiting } from '../store/waiting-recharges.ts';
import { bookDeposit, type EnsureUser } from './book-deposit.ts';

/** Deposits credited in one transaction at most. */
const CHUNK = 200;

/** Credits the deposits that came while recharging was paused, once it goes on; gives how many. Any number of processes may do this. */
export async function creditWaitingDeposits(db: Database, ensureUser: EnsureUser): Promise<number> {
  let credited = 0;
  for (;;) {
    const taken = await inTransaction(db, async (tx) => {
      if (await isPausedUntilCommit(tx, 'recharge')) return 0;
      const deposits = await takeWaiting(tx, CHUNK);
      for (const deposit of deposits) await bookDeposit(tx, deposit, ensureUser);
      return deposits.length;
    });
    credited += taken;
    if (taken < CHUNK) return credited;
  }
}
