import { exitAbi } from '@city-mint/chain-contract/generated/exit-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type Address, getAddress } from 'viem';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { tokenOfCurrency, type VaultDeployment } from '../../vault.ts';

type DeployedVault = { readonly node: RpcNode; readonly deployment: Pick<VaultDeployment, 'vault'> };

/**
 * Returns the address of the contract Exit, which the vault deployed, as a node states it at a block; by default at its
 * newest, which a majority cannot be asked for. Throws when the node does not respond.
 */
export async function readExitAddress({ node, deployment }: DeployedVault, blockNumber?: bigint): Promise<Address> {
  const at = blockNumber === undefined ? {} : { blockNumber };
  return node.readContract({ address: deployment.vault, abi: vaultAbi, functionName: 'EXIT', ...at });
}

/** Returns what remains of an account's demand at a block as the contract states it, in base units. */
export async function readDue(
  { node, deployment }: { readonly node: RpcNode; readonly deployment: VaultDeployment },
  asked: { readonly account: string; readonly currency: Currency; readonly blockNumber: bigint },
): Promise<bigint> {
  return node.readContract({
    address: await readExitAddress({ node, deployment }, asked.blockNumber),
    abi: exitAbi,
    functionName: 'dueTo',
    args: [getAddress(asked.account), tokenOfCurrency(deployment, asked.currency)],
    blockNumber: asked.blockNumber,
  });
}
