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

/** Ample supply, and limits that ordinary use does not reach. FMC has 18 decimals, like JU. */
const MONEY: Pick<DeploySettings, 'fmcSupply' | 'emission' | 'treasury' | 'rules' | 'ceilings' | 'pool'> = {
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
  ceilings: {
    ju: {
      ...{ window: BigInt(DAY_SECONDS), windowCap: parseEther('1000000') },
      ...{ shareBps: 2_500, floor: parseEther('10000') },
    },
    fmc: {
      ...{ window: BigInt(DAY_SECONDS), windowCap: parseEther('10000000') },
      ...{ shareBps: 2_500, floor: parseEther('100000') },
    },
  },
  pool: { ju: parseEther('100000'), fmc: parseEther('1000000') },
};

/** The accounts of the system itself, by their roles in the contracts. */
export type SystemRoles = Readonly<Record<'signer' | 'scribe' | 'auditor' | 'guard', Address>>;

/** Returns those of the development keys. */
function developmentRoles(): SystemRoles {
  return {
    signer: devAccount(DEV_ROLES.voucherSigner).address,
    scribe: devAccount(DEV_ROLES.scribe).address,
    auditor: devAccount(DEV_ROLES.auditor).address,
    guard: devAccount(DEV_ROLES.guard).address,
  };
}

/**
 * Returns the addresses of the contracts on the local chain: those that an earlier start deployed and recorded in
 * devnet.json, else of new ones, whose roles are those of the development keys unless given. Throws when the recorded
 * contracts are not on the chain, since the database then belongs to another chain.
 */
export async function openDeployment(options: {
  dataDir: string;
  rpcUrl: string;
  chainId: number;
  roles?: SystemRoles;
}): Promise<ContractAddresses> {
  const file = join(options.dataDir, 'devnet.json');
  const chain = chainById(options.chainId, { rpcUrl: options.rpcUrl });
  // The chain is a process of this start: it answers, or has ended and refuses the connection.
  const transport = http(options.rpcUrl, { timeout: 0 });
  const publicClient = createPublicClient({ chain, transport, pollingInterval: 50 });
  const operator = privateKeyToAccount(devAccount(DEV_ROLES.operator).privateKey);
  const walletClient = createWalletClient({ account: operator, chain, transport });
  const clients = { publicClient, walletClient, receiptTimeoutMs: 0 };
  if (existsSync(file)) {
    const recorded = parseContractAddresses(JSON.parse(readFileSync(file, 'utf8')));
    if ((await publicClient.getCode({ address: recorded.vault })) === undefined) {
      throw new Error(
        `The contracts recorded in ${file} are not on the local chain. Reset everything with: npm start -- --fresh`,
      );
    }
    await allowScribe(clients, recorded.anchors);
    return recorded;
  }
  const { guard, ...roles } = options.roles ?? developmentRoles();
  const deployed = await deployContracts({
    ...clients,
    ...roles,
    admin: operator.address,
    isLocal: true,
    pausers: [operator.address, guard],
    canceller: operator.address,
    funder: operator.address,
    adminDelaySeconds: DAY_SECONDS,
    ...MONEY,
  });
  writeFileSync(`${file}.new`, JSON.stringify(deployed, null, 2));
  renameSync(`${file}.new`, file);
  return deployed;
}

/** Grants the anchor role to this version's scribe; contracts deployed by an earlier version name another one. */
async function allowScribe(clients: SenderClients, anchors: Address): Promise<void> {
  const role = keccak256(toHex('ANCHOR_ROLE'));
  const scribe = devAccount(DEV_ROLES.scribe).address;
  const contract = { address: anchors, abi: anchorsAbi } as const;
  if (await clients.publicClient.readContract({ ...contract, functionName: 'hasRole', args: [role, scribe] })) return;
  const sender = await createTransactionSender(clients);
  await sender.call(anchors, encodeFunctionData({ abi: anchorsAbi, functionName: 'grantRole', args: [role, scribe] }));
}
