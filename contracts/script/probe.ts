/**
 * `node contracts/script/probe.ts [RPC URL]` prints the capabilities of a chain, and exits with 1 when its EVM is older
 * than the contracts were compiled for. Run it before every deployment; it sends no transaction.
 */
import { createPublicClient, http } from 'viem';
import { vaultBytecode } from '../../packages/chain-contract/src/generated/vault-bytecode.ts';
import { assertChainFits, probeChain } from '../../packages/chain-contract/src/probe-chain.ts';

const [url = 'http://127.0.0.1:8545'] = process.argv.slice(2);

try {
  const probe = await probeChain(createPublicClient({ transport: http(url, { retryCount: 0 }) }));
  console.log(JSON.stringify(probe, null, 2));
  assertChainFits(probe, vaultBytecode.evmVersion);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
