import type { Address } from 'viem';
import { postTransfer } from '#ledger/commands/post-transfer.ts';
import type { Database } from '#platform/database/database.ts';
import type { FinalDeposit } from '../final-deposit.ts';
import { insertRecharge } from '../store/recharges.ts';

/** The user of an address, registered now if need be. */
export type EnsureUser = (tx: Database, address: Address) => Promise<{ readonly userId: bigint }>;

/** The movement of a final deposit, and the recharge that its user sees. */
export async function bookDeposit(tx: Database, deposit: FinalDeposit, ensureUser: EnsureUser): Promise<void> {
  const { currency, amount, sequence } = deposit;
  const { userId } = await ensureUser(tx, deposit.account);
  await insertRecharge(tx, { userId, deposit });
  await postTransfer(tx, {
    kind: 'deposit',
    from: { kind: 'custody', currency, owner: 0n },
    to: { kind: 'available', currency, owner: userId },
    amount,
    cause: sequence,
  });
}
