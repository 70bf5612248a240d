import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type ChainHeight, readChainHeight } from '#platform/chain/chain-height.ts';
import { ChainIntegrityError } from '#platform/chain/chain-integrity-error.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { pauseWithdrawals } from '#switches/commands.ts';
import { VAULT_SOURCE, type VaultDeployment } from '../../vault.ts';
import { findExpired, returnIfExpired, type WithdrawalRow } from '../store/withdrawals.ts';
import { voucherIdOf } from '../voucher.ts';
import type { EndedWithdrawal } from './end-withdrawal.ts';

export type ExpiryDeps = {
  readonly db: Database;
  /** Answers for the majority of the nodes. */
  readonly node: RpcNode;
  readonly deployment: VaultDeployment;
  /** Called with each withdrawal that was returned. */
  readonly onReturned?: (withdrawal: EndedWithdrawal) => void;
};

/**
 * Returns amounts to their owners when no voucher can withdraw them any more: a final block, all of whose events are
 * applied, is past every deadline that was ever signed, at that block the majority of the nodes reports the voucher id
 * as unused, and a worker found that ledger and vault agree at such a block. Returns how many.
 */
export async function returnExpiredWithdrawals(deps: ExpiryDeps): Promise<number> {
  const height = await readChainHeight(deps.db, VAULT_SOURCE);
  if (height === undefined || height.haltedBecause !== null) return 0;
  let returnedCount = 0;
  for (const row of await findExpired(deps.db, height.readAt)) {
    if (await wasVoucherUsed(deps, { row, height })) {
      const message = `voucher ${row.voucher_id} was used, and no event was read of it`;
      const integrityError = new ChainIntegrityError('unexplained-event', message);
      await inTransaction(deps.db, (tx) => pauseWithdrawals(tx, integrityError.message));
      throw integrityError;
    }
    if (!(await returnIfExpired(deps.db, row.id))) continue;
    returnedCount += 1;
    deps.onReturned?.({ id: row.id, callId: row.call_id });
  }
  return returnedCount;
}

async function wasVoucherUsed(
  { node, deployment }: ExpiryDeps,
  { row, height }: { row: WithdrawalRow; height: ChainHeight },
): Promise<boolean> {
  return node.readContract({
    address: deployment.vault,
    abi: vaultAbi,
    functionName: 'used',
    args: [voucherIdOf(row)],
    blockNumber: height.readNumber,
  });
}
