import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import { type ChainHeight, readChainHeight } from '#platform/chain/read-chain-height.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { pausePart } from '#switches/commands.ts';
import type { EndedWithdrawal } from '../ended-withdrawal.ts';
import { findExpired, lockExpired, type WithdrawalRow } from '../store/withdrawals.ts';
import type { VaultDeployment } from '../vault-deployment.ts';
import { VAULT_SOURCE } from '../vault-source.ts';
import { voucherIdOf } from '../voucher-of.ts';
import { returnWithdrawal } from './return-withdrawal.ts';

export type ReturnDeps = {
  readonly db: Database;
  readonly nodes: readonly RpcNode[];
  readonly place: VaultDeployment;
  /** Told of each withdrawal that was given back. */
  readonly onReturned?: (withdrawal: EndedWithdrawal) => void;
};

/**
 * Gives back what no voucher can take out any more: a final block, all of whose events are taken, is past every deadline that was ever signed
 * for it, and at that block every node says that the vault has not seen its id. Gives how many it gave back.
 */
export async function returnExpiredWithdrawals(deps: ReturnDeps): Promise<number> {
  const height = await readChainHeight(deps.db, VAULT_SOURCE);
  if (height === undefined || height.haltedBecause !== null) return 0;
  let returned = 0;
  for (const row of await findExpired(deps.db, height.readAt)) {
    if (await wasUsed(deps, { row, height })) {
      const doubt = new ChainIntegrityError(
        'unexplained-event',
        `voucher ${row.voucher_id} was used, and no event was read of it`,
      );
      await inTransaction(deps.db, (tx) => pausePart(tx, 'withdrawals', doubt.message));
      throw doubt;
    }
    if (!(await giveBack(deps.db, { id: row.id, height }))) continue;
    returned += 1;
    deps.onReturned?.({ id: row.id, callId: row.call_id });
  }
  return returned;
}

async function wasUsed(
  { nodes, place }: ReturnDeps,
  { row, height }: { row: WithdrawalRow; height: ChainHeight },
): Promise<boolean> {
  const args = [voucherIdOf(row)] as const;
  const answers = await Promise.all(
    nodes.map((node) =>
      node.readContract({
        address: place.vault,
        abi: vaultAbi,
        functionName: 'used',
        args,
        blockNumber: height.readNumber,
      }),
    ),
  );
  return answers.some((used) => used);
}

/** The row is looked at again under its lock: it may have been paid, or signed again, since it was found. */
async function giveBack(db: Database, { id, height }: { id: bigint; height: ChainHeight }): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await lockExpired(tx, { id, at: height.readAt });
    if (row === undefined) return false;
    await returnWithdrawal(tx, { row, because: 'expired' });
    return true;
  });
}
