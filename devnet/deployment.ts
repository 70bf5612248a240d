import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractAddresses } from '@city-mint/chain-contract/addresses';
import { parseContractAddresses } from '@city-mint/chain-contract/addresses';
import { testJuChain } from '@city-mint/chain-contract/chains';
import { deployContracts } from '@city-mint/chain-contract/deploy';
import { createPublicClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';

/**
 * The contracts on the local chain: those that an earlier start deployed and noted in devnet.json, else new ones.
 * Throws when the note and the chain do not belong together, since the database then tells of another chain.
 */
export async function openDeployment(options: { dataDir: string; rpcUrl: string }): Promise<ContractAddresses> {
  const file = join(options.dataDir, 'devnet.json');
  const transport = http(options.rpcUrl);
  const publicClient = createPublicClient({ chain: testJuChain, transport });
  if (existsSync(file)) {
    const noted = parseContractAddresses(JSON.parse(readFileSync(file, 'utf8')));
    if ((await publicClient.getCode({ address: noted.vault })) !== undefined) return noted;
    throw new Error(`The local chain has lost its contracts (${file} names them). Start over: npm start -- --fresh`);
  }
  const operator = privateKeyToAccount(devAccount(DEV_ROLES.operator).privateKey);
  const walletClient = createWalletClient({ account: operator, chain: testJuChain, transport });
  const voucherSigner = devAccount(DEV_ROLES.voucherSigner).address;
  const deployed = await deployContracts({ walletClient, publicClient, voucherSigner });
  writeFileSync(`${file}.new`, JSON.stringify(deployed, null, 2));
  renameSync(`${file}.new`, file);
  return deployed;
}
