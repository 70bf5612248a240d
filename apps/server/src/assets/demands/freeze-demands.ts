import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import type { OpenDemand } from '../queries/open-demands.ts';
import { tokenOfCurrency, type VaultDeployment } from '../vault.ts';
import { freezeDemanded } from './store.ts';

/** A demand for more than a quarter of the cap is paid in parts of at least this share of the cap. */
const SMALLEST_PART = 4n;

/**
 * Freezes for each demand what its account has, as far as the vault's cap has room, and returns the withdrawals that it
 * made. The exit begins for a demand of two weeks only if the vault could pay it or half of its cap, so parts of a
 * quarter are often enough.
 */
export async function freezeDemands(
  { db, node, deployment }: { db: Database; node: RpcNode; deployment: VaultDeployment },
  demands: readonly OpenDemand[],
): Promise<bigint[]> {
  const made: bigint[] = [];
  for (const demand of demands) {
    const token = tokenOfCurrency(deployment, demand.currency);
    const vault = { address: deployment.vault, abi: vaultAbi, args: [token] } as const;
    const left = await node.readContract({ ...vault, functionName: 'windowLeft' });
    const part = (await node.readContract({ ...vault, functionName: 'capOf' })) / SMALLEST_PART;
    if (left < demand.due && left < part) continue;
    const id = await freezeDemanded(db, { ...demand, most: left });
    if (id !== undefined) made.push(id);
  }
  return made;
}
