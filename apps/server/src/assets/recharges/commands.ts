import type { Address } from 'viem';
import { postTransfer } from '#ledger/transfers/commands.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { isPausedUntilCommit } from '#switches/queries.ts';
import type { Deposited, Funded } from '../vault-event.ts';
import { type FinalDeposit, insertRecharge, insertWaitingDeposit, takeWaitingDeposits } from './store.ts';

/** Returns the user of an address (EIP-55), registered now if need be, with the ledger accounts of one. */
export type EnsureUser = (tx: Database, address: Address) => Promise<{ readonly userId: bigint }>;

/** Deposits credited in one transaction at most. */
const BATCH_SIZE = 200;

/**
 * Credits a final deposit to the account that sent it, registering its user if there is none. While recharging is
 * paused it is only persisted, and waits. docs/money-rules.md#9-ledger
 */
export async function creditDeposit(
  tx: Database,
  credited: { deposit: Deposited; log: ChainLog; ensureUser: EnsureUser },
): Promise<void> {
  const { sequence, account, currency, amount } = credited.deposit;
  const { blockNumber, blockAt, txHash, gasFee } = credited.log;
  const finalDeposit = { sequence, account, currency, amount, blockNumber, blockAt, txHash, gasFee };
  if (await isPausedUntilCommit(tx, 'recharge')) await insertWaitingDeposit(tx, finalDeposit);
  else await bookDeposit(tx, finalDeposit, credited.ensureUser);
}

/**
 * Credits the deposits that came while recharging was paused, once it is unpaused. Any number of processes may do this.
 * Returns how many were credited.
 */
export async function creditWaitingDeposits(db: Database, ensureUser: EnsureUser): Promise<number> {
  let creditedCount = 0;
  for (;;) {
    const batchCount = await inTransaction(db, async (tx) => {
      if (await isPausedUntilCommit(tx, 'recharge')) return 0;
      const waitingDeposits = await takeWaitingDeposits(tx, BATCH_SIZE);
      for (const deposit of waitingDeposits) await bookDeposit(tx, deposit, ensureUser);
      return waitingDeposits.length;
    });
    creditedCount += batchCount;
    if (batchCount < BATCH_SIZE) return creditedCount;
  }
}

/** Posts the transfer of a final deposit, and inserts the recharge that its user sees. */
export async function bookDeposit(tx: Database, deposit: FinalDeposit, ensureUser: EnsureUser): Promise<void> {
  const { currency, amount, sequence } = deposit;
  const { userId } = await ensureUser(tx, deposit.account);
  await insertRecharge(tx, { userId, deposit });
  await postTransfer(tx, {
    kind: 'deposit',
    from: { kind: 'custody', currency, owner: 0n },
    to: { kind: 'available', currency, owner: userId },
    amount,
    sourceId: sequence,
  });
}

/**
 * Posts what an operator funded the vault with: JU for the treasury, FMC for the emission. docs/money-rules.md#9-ledger
 */
export async function bookFunding(tx: Database, { currency, amount, sequence }: Funded): Promise<void> {
  await postTransfer(tx, {
    kind: 'funding',
    from: { kind: 'custody', currency, owner: 0n },
    to: { kind: currency === 'JU' ? 'treasury' : 'emission', currency, owner: 0n },
    amount,
    sourceId: sequence,
  });
}
