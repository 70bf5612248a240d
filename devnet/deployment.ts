import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContractAddresses, parseContractAddresses } from '@city-mint/chain-contract/addresses';
import { chainById } from '@city-mint/chain-contract/chains';
import { type DeploySettings, deployContracts } from '@city-mint/chain-contract/deploy';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { createTransactionSender, type SenderClients } from '@city-mint/chain-contract/transaction-sender';
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  keccak256,
  parseEther,
  toHex,
} from 'viem';
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
  const operator = privateKeyToAccount(devAccount(DEV_ROLES.operator).privateKey);
  const walletClient = createWalletClient({ account: operator, chain, transport });
  if (existsSync(file)) {
    const noted = parseContractAddresses(JSON.parse(readFileSync(file, 'utf8')));
    if ((await publicClient.getCode({ address: noted.vault })) === undefined) {
      throw new Error(`The local chain has lost its contracts (${file} names them). Start over: npm start -- --fresh`);
    }
    await allowScribe({ publicClient, walletClient }, noted.anchors);
    return noted;
  }
  const deployed = await deployContracts({
    publicClient,
    walletClient,
    signer: devAccount(DEV_ROLES.voucherSigner).address,
    pauser: operator.address,
    canceller: operator.address,
    funder: operator.address,
    scribe: devAccount(DEV_ROLES.scribe).address,
    adminDelaySeconds: DAY_SECONDS,
    ...MONEY,
  });
  writeFileSync(`${file}.new`, JSON.stringify(deployed, null, 2));
  renameSync(`${file}.new`, file);
  return deployed;
}

/** Contracts that an earlier version deployed know another scribe than this one. */
async function allowScribe(clients: SenderClients, anchors: Address): Promise<void> {
  const role = keccak256(toHex('ANCHOR_ROLE'));
  const scribe = devAccount(DEV_ROLES.scribe).address;
  const contract = { address: anchors, abi: anchorsAbi } as const;
  if (await clients.publicClient.readContract({ ...contract, functionName: 'hasRole', args: [role, scribe] })) return;
  const sender = await createTransactionSender(clients);
  await sender.call(anchors, encodeFunctionData({ abi: anchorsAbi, functionName: 'grantRole', args: [role, scribe] }));
}
