import { anchorsBytecode } from '@city-mint/chain-contract/generated/anchors-bytecode';
import { fmcBytecode } from '@city-mint/chain-contract/generated/fmc-bytecode';
import { vaultBytecode } from '@city-mint/chain-contract/generated/vault-bytecode';
import { verifyDeployedCode } from '@city-mint/chain-contract/verify-deployed-code';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import type { Config, SettingProblem } from '#platform/config/settings.ts';

type Place = Pick<Config, 'CHAIN_ID' | 'VAULT_ADDRESS' | 'FMC_ADDRESS' | 'ANCHORS_ADDRESS'>;

/**
 * Rejects a node of another chain, and addresses that do not hold the contracts of this build; the error names each
 * such setting. Throws the node's own error when it does not answer.
 */
export async function assertContracts(node: RpcNode, config: Place): Promise<void> {
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
  if (problems.length > 0) throw new ConfigError(problems);
}

const CONTRACTS = [
  ['VAULT_ADDRESS', vaultBytecode],
  ['FMC_ADDRESS', fmcBytecode],
  ['ANCHORS_ADDRESS', anchorsBytecode],
] as const;
