import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { tokenOfCurrency, type VaultDeployment } from '../vault-deployment.ts';

/** What the vault accounts for at the end of a block, in base units. Throws when the node does not know the state of that block. */
export async function readVaultBalance(
  { node, place }: { node: RpcNode; place: VaultDeployment },
  at: { currency: Currency; blockNumber: bigint },
): Promise<bigint> {
  return node.readContract({
    address: place.vault,
    abi: vaultAbi,
    functionName: 'accounted',
    args: [tokenOfCurrency(place, at.currency)],
    blockNumber: at.blockNumber,
  });
}
