import { readVaultBalance } from '#assets/queries/reserves.ts';
import { VAULT_SOURCE, type VaultDeployment } from '#assets/vault.ts';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { VaultReading } from '#proof/commands/make-liabilities-trees.ts';

/** What proofs of liabilities are held against: the vault, at the block up to which the ledger has everything. */
export function vaultReading(node: RpcNode, deployment: VaultDeployment): VaultReading {
  return {
    readBlock: async (tx) => (await readChainHeight(tx, VAULT_SOURCE))?.readNumber,
    readBalance: (currency, blockNumber) => readVaultBalance({ node, deployment }, { currency, blockNumber }),
  };
}
