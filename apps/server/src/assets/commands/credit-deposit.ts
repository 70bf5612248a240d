import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { Database } from '#platform/database/database.ts';
import { isPausedUntilCommit } from '#switches/queries.ts';
import { insertWaiting } from '../store/waiting-recharges.ts';
import type { Deposited } from '../vault-event.ts';
import { bookDeposit, type EnsureUser } from './book-deposit.ts';

/**
 * Credits a final deposit to the account that sent it, which becomes a user with it if it was none. While recharging is paused it is only
 * recorded, and waits. rules.md section 9.
 */
export async function creditDeposit(
  tx: Database,
  credited: { deposit: Deposited; log: ChainLog; ensureUser: EnsureUser },
): Promise<void> {
  const { deposit, log } = credited;
  const { sequence, account, currency, amount } = deposit;
  const { blockNumber, blockAt, txHash, gasFee } = log;
  const final = { sequence, account, currency, amount, blockNumber, blockAt, txHash, gasFee };
  if (await isPausedUntilCommit(tx, 'recharge')) await insertWaiting(tx, final);
  else await bookDeposit(tx, final, credited.ensureUser);
}
