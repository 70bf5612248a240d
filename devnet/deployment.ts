import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContractAddresses, parseContractAddresses } from '@city-mint/chain-contract/addresses';
import { chainById } from '@city-mint/chain-contract/chains';
import { type DeploySettings, deployContracts } from '@city-mint/chain-contract/deploy';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { DEV_ROLES, devAccount } from './dev-accounts.ts';

const DAY_SECONDS = 86_400;

/** Plenty of everything; limits high enough to be met only by who looks for them. FMC has 18 decimals like JU. */
const MONEY: Pick<DeploySettings, 'fmcSupply' | 'emission' | 'treasury' | 'rules' | 'pool'> = {
  fmcSupply: parseEther('1000000000'),
  emission: parseEther('400000000'),
  treasury: parseEther('200000'),
  rules: {
    ju: {
      listed: true,
      window: BigInt(DAY_SECONDS),
      minDeposit: parseEther('0.01'),
      windowCap: parseEther('1000000'),
    },
    fmc: { listed: true, window: BigInt(DAY_SECONDS), minDeposit: parseEther('1'), windowCap: parseEther('10000000') },
  },
  pool: { ju: parseEther('100000'), fmc: parseEther('1000000') },
};

/**
 * The contracts on the local chain: those that an earlier start deployed and noted in devnet.json, else new ones.
 * Throws when the note and the chain do not belong together, since the database then tells of another chain.
 */
export async function openDeployment(options: {
  dataDir: string;
  rpcUrl: string;
  chainId: number;
}): Promise<ContractAddresses> {
  const file = join(options.dataDir, 'devnet.json');
  const chain = chainById(options.chainId, { rpcUrl: options.rpcUrl });
  const transport = http(options.rpcUrl);
  const publicClient = createPublicClient({ chain, transport, pollingInterval: 50 });
  if (existsSync(file)) {
    const noted = parseContractAddresses(JSON.parse(readFileSync(file, 'utf8')));
    if ((await publicClient.getCode({ address: noted.vault })) !== undefined) return noted;
    throw new Error(`The local chain has lost its contracts (${file} names them). Start over: npm start -- --fresh`);
  }
  const operator = privateKeyToAccount(devAccount(DEV_ROLES.operator).privateKey);
  const deployed = await deployContracts({
    publicClient,
    walletClient: createWalletClient({ account: operator, chain, transport }),
    signer: devAccount(DEV_ROLES.voucherSigner).address,
    pauser: operator.address,
    canceller: operator.address,
    funder: operator.address,
    scribe: operator.address,
    adminDelaySeconds: DAY_SECONDS,
    ...MONEY,
  });
  writeFileSync(`${file}.new`, JSON.stringify(deployed, null, 2));
  renameSync(`${file}.new`, file);
  return deployed;
}
