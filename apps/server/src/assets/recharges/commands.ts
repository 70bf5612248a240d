import type { Address } from 'viem';
import { postTransfer, postTransfers } from '#ledger/transfers/commands.ts';
import type { ChainLog } from '#platform/chain/read-logs.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { isPausedUntilCommit } from '#switches/queries.ts';
import type { Deposited, Funded } from '../vault-event.ts';
import { type FinalDeposit, insertRecharges, insertWaitingDeposit, takeWaitingDeposits } from './store.ts';

/** Returns the user ids of addresses (EIP-55); registers those that are new, with their ledger accounts. */
export type EnsureUsers = (tx: Database, addresses: readonly Address[]) => Promise<ReadonlyMap<string, bigint>>;

/** Maximum number of deposits credited in one transaction. */
const BATCH_SIZE = 200;

/** A deposit in a final block, and its log. */
export type ObservedDeposit = { readonly deposit: Deposited; readonly log: ChainLog };

/**
 * Credits final deposits to the accounts that sent them, and registers new users. While recharging is paused, deposits
 * are only persisted and wait. docs/money-rules.md#9-ledger
 */
export async function creditDeposits(
  tx: Database,
  { deposits, ensureUsers }: { deposits: readonly ObservedDeposit[]; ensureUsers: EnsureUsers },
): Promise<void> {
  if (deposits.length === 0) return;
  const finalDeposits = deposits.map(({ deposit, log }) => {
    const { sequence, account, currency, amount } = deposit;
    const { blockNumber, blockAt, txHash, gasFee } = log;
    return { sequence, account, currency, amount, blockNumber, blockAt, txHash, gasFee };
  });
  if (!(await isPausedUntilCommit(tx, 'recharge'))) return bookDeposits(tx, finalDeposits, ensureUsers);
  for (const deposit of finalDeposits) await insertWaitingDeposit(tx, deposit);
}

/**
 * Credits the deposits that waited while recharging was paused, once it is resumed. Several processes may run this
 * concurrently. Returns how many were credited.
 */
export async function creditWaitingDeposits(db: Database, ensureUsers: EnsureUsers): Promise<number> {
  let creditedCount = 0;
  for (;;) {
    const batchCount = await inTransaction(db, async (tx) => {
      if (await isPausedUntilCommit(tx, 'recharge')) return 0;
      const waitingDeposits = await takeWaitingDeposits(tx, BATCH_SIZE);
      await bookDeposits(tx, waitingDeposits, ensureUsers);
      return waitingDeposits.length;
    });
    creditedCount += batchCount;
    if (batchCount < BATCH_SIZE) return creditedCount;
  }
}

/** Posts the transfers of final deposits, and inserts the recharges for the users' lists. */
export async function bookDeposits(
  tx: Database,
  deposits: readonly FinalDeposit[],
  ensureUsers: EnsureUsers,
): Promise<void> {
  if (deposits.length === 0) return;
  const userIds = await ensureUsers(
    tx,
    deposits.map(({ account }) => account),
  );
  const recharges = deposits.map((deposit) => {
    const userId = userIds.get(deposit.account);
    if (userId === undefined) throw new Error(`no user of ${deposit.account} was registered`);
    return { userId, deposit };
  });
  await insertRecharges(tx, recharges);
  await postTransfers(
    tx,
    recharges.map(({ userId, deposit: { currency, amount, sequence } }) => ({
      kind: 'deposit',
      from: { kind: 'custody', currency, owner: 0n },
      to: { kind: 'available', currency, owner: userId },
      amount,
      sourceId: sequence,
    })),
  );
}

/**
 * Posts a transfer for the operator's funding of the vault: JU for the treasury, FMC for the emission.
 * docs/money-rules.md#9-ledger
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
