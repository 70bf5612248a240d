import { anchorsBytecode } from '@city-mint/chain-contract/generated/anchors-bytecode';
import { exitAbi } from '@city-mint/chain-contract/generated/exit-abi';
import { exitBytecode } from '@city-mint/chain-contract/generated/exit-bytecode';
import { fmcBytecode } from '@city-mint/chain-contract/generated/fmc-bytecode';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { vaultBytecode } from '@city-mint/chain-contract/generated/vault-bytecode';
import { verifyDeployedCode } from '@city-mint/chain-contract/verify-deployed-code';
import { isAddressEqual } from 'viem';
import { createAgreedNode } from '#platform/chain/agreed-node.ts';
import type { NodeWatch } from '#platform/chain/node-watch.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import type { Config, SettingProblem } from '#platform/config/settings.ts';

type Place = Pick<Config, 'CHAIN_ID' | 'VAULT_ADDRESS' | 'FMC_ADDRESS' | 'ANCHORS_ADDRESS' | 'FINALITY_CONFIRMATIONS'>;

type Nodes = {
  /** The majority of `nodes`. */
  readonly node: RpcNode;
  readonly nodes: readonly RpcNode[];
  readonly watch?: NodeWatch;
};

/**
 * Rejects a node of another chain, addresses that do not hold the contracts of this build, and contracts that do not
 * belong together; the error names each such setting. Throws the node's own error when it does not answer.
 */
export async function assertContracts({ node, nodes, watch }: Nodes, config: Place): Promise<void> {
  const problems: SettingProblem[] = [];
  const chainId = await node.getChainId();
  if (chainId !== config.CHAIN_ID)
    problems.push({ setting: 'CHAIN_ID', problem: `is ${config.CHAIN_ID}, the node is of chain ${chainId}` });
  for (const [setting, bytecode] of CONTRACTS) {
    const found = await verifyDeployedCode({ client: node, address: config[setting], bytecode });
    if (found === 'no-code') problems.push({ setting, problem: 'holds no contract' });
    if (found === 'different')
      problems.push({ setting, problem: 'holds another contract than this version was built with' });
  }
  if (problems.length === 0) {
    // The nodes' heads differ, so the answers of the contracts are compared at one block.
    const shared = { nodes, watch, chainId: config.CHAIN_ID, confirmations: config.FINALITY_CONFIRMATIONS };
    problems.push(...(await findStrangers(createAgreedNode({ ...shared, at: 'head' }), config)));
  }
  if (problems.length > 0) throw new ConfigError(problems);
}

/**
 * Roots in other anchors than the vault's would not stop the exit, and code that is the same may have been deployed
 * with another exit, to which the vault would pay everything.
 */
async function findStrangers(node: RpcNode, { VAULT_ADDRESS, ANCHORS_ADDRESS }: Place): Promise<SettingProblem[]> {
  const vault = { address: VAULT_ADDRESS, abi: vaultAbi } as const;
  const [anchors, exit] = await Promise.all([
    node.readContract({ ...vault, functionName: 'ANCHORS' }),
    node.readContract({ ...vault, functionName: 'EXIT' }),
  ]);
  if (!isAddressEqual(anchors, ANCHORS_ADDRESS)) {
    return [{ setting: 'ANCHORS_ADDRESS', problem: `is not the vault's, which is ${anchors}` }];
  }
  if ((await verifyDeployedCode({ client: node, address: exit, bytecode: exitBytecode })) !== 'same') {
    return [{ setting: 'VAULT_ADDRESS', problem: `pays another exit than this version was built with: ${exit}` }];
  }
  const contract = { address: exit, abi: exitAbi } as const;
  const [exitVault, exitAnchors] = await Promise.all([
    node.readContract({ ...contract, functionName: 'VAULT' }),
    node.readContract({ ...contract, functionName: 'ANCHORS' }),
  ]);
  if (isAddressEqual(exitVault, VAULT_ADDRESS) && isAddressEqual(exitAnchors, ANCHORS_ADDRESS)) return [];
  return [{ setting: 'VAULT_ADDRESS', problem: `has the exit of another vault or of other anchors: ${exit}` }];
}

const CONTRACTS = [
  ['VAULT_ADDRESS', vaultBytecode],
  ['FMC_ADDRESS', fmcBytecode],
  ['ANCHORS_ADDRESS', anchorsBytecode],
] as const;
