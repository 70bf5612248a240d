import type { Address } from 'viem';
import { postMovement } from '../../ledger/commands/post-movement.ts';
import type { ChainLog } from '../../platform/chain/read-logs.ts';
import type { Database } from '../../platform/database/database.ts';
import { insertRecharge } from '../store/recharges.ts';
import type { Deposited } from '../vault-event.ts';

/** Credits a final deposit to the account that sent it, which becomes a user with it if it was none. rules.md section 9. */
export async function creditDeposit(
  tx: Database,
  credited: {
    deposit: Deposited;
    log: ChainLog;
    ensureUser: (tx: Database, address: Address) => Promise<{ readonly userId: bigint }>;
  },
): Promise<void> {
  const { deposit, log } = credited;
  const { currency, amount, sequence } = deposit;
  const { userId } = await credited.ensureUser(tx, deposit.account);
  await insertRecharge(tx, { userId, deposit, log });
  await postMovement(tx, {
    kind: 'deposit',
    from: { kind: 'custody', currency, owner: 0n },
    to: { kind: 'available', currency, owner: userId },
    amount,
    cause: sequence,
  });
}
