import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbiParameters,
  stringToHex,
  toHex,
} from 'viem';
import type { ContractAddresses } from './addresses.ts';
import type { ContractBytecode } from './contract-bytecode.ts';
import { fmcAbi } from './generated/fmc-abi.ts';
import { fmcBytecode } from './generated/fmc-bytecode.ts';
import { uniswapRouterAbi } from './generated/uniswap-router-abi.ts';
import { vaultAbi } from './generated/vault-abi.ts';
import { vaultBytecode } from './generated/vault-bytecode.ts';
import { assertChainFits, probeChain } from './probe-chain.ts';
import { createTransactionSender, type SenderClients, type TransactionSender } from './transaction-sender.ts';
import { uniswapBytecode } from './uniswap-bytecode.ts';
import { NATIVE_TOKEN } from './voucher.ts';

/** The rule of a token in the vault; amounts in base units, `window` in seconds. */
export type TokenRule = {
  readonly listed: boolean;
  readonly window: bigint;
  readonly minDeposit: bigint;
  readonly windowCap: bigint;
};

/** The bounds of a token's rules, whoever sets them. */
export type TokenCeiling = Pick<TokenRule, 'window' | 'windowCap'> & {
  /** Largest share of the accounted amount that a cap can be, in 1/10,000. */
  readonly shareBps: number;
  /** A cap is at least this, so that the last holders can withdraw too. */
  readonly floor: bigint;
};

/** Amounts are base units. The wallet's account pays for the deployment and has no role in the contracts after it. */
export type DeploySettings = SenderClients & {
  /** Signs vouchers. */
  readonly signer: Address;
  /** Signs each voucher a second time. */
  readonly auditor: Address;
  /** The admin of vault and anchors: a contract, since every owner of it should see what it announces. */
  readonly admin: Address;
  /** Whether the chain is a local one, on which keys may be the admin, and one key may have several roles. */
  readonly isLocal: boolean;
  /** Can pause the vault, and approve or veto changes: operators, and the auditor's guard key. */
  readonly pausers: readonly Address[];
  /** Can cancel vouchers, and approve or veto changes. */
  readonly canceller: Address;
  /** Can add to emission and treasury later. */
  readonly funder: Address;
  /** Anchors roots. */
  readonly scribe: Address;
  /** How long a transfer of the admin role of the anchors takes; the vault's is announced like its other changes. */
  readonly adminDelaySeconds: number;
  readonly fmcSupply: bigint;
  /** FMC and JU with which the vault is funded. */
  readonly emission: bigint;
  readonly treasury: bigint;
  readonly rules: { readonly ju: TokenRule; readonly fmc: TokenRule };
  readonly ceilings: { readonly ju: TokenCeiling; readonly fmc: TokenCeiling };
  /** The first liquidity of the JU/FMC pool; with a zero no pool is created. */
  readonly pool: { readonly ju: bigint; readonly fmc: bigint };
  /** An exchange already on the chain; without it one is deployed. */
  readonly exchange?: Pick<ContractAddresses, 'router' | 'factory' | 'wrappedNative'>;
};

/** What funding is for: JU for the treasury, FMC for the emission. */
export type FundingPurpose = 'treasury' | 'emission';

const POOL_DEADLINE_SECONDS = 3600n;
/** With two, the thief of the admin's and one protector's key would remove the other one. */
const MINIMUM_PROTECTORS = 3;

/**
 * Deploys the product: contracts, roles, token rules, the vault's first funding and the JU/FMC pool. Returns the
 * addresses. Throws a `ChainTooOldError` before the first transaction when the chain's EVM is too old, an error when
 * one key would have too many rights, and at the first transaction that fails; it does not resume an earlier run.
 */
export async function deployContracts(settings: DeploySettings): Promise<ContractAddresses> {
  assertChainFits(await probeChain(settings.publicClient), vaultBytecode.evmVersion);
  await assertRolesApart(settings);
  const sender = await createTransactionSender(settings);
  const exchange = settings.exchange ?? (await deployExchange(sender));
  const fmc = await sender.create(initCode(fmcAbi, fmcBytecode, [sender.address, settings.fmcSupply]));
  const { admin, signer, auditor, rules, ceilings } = settings;
  const holders = {
    guards: settings.pausers,
    cancellers: [settings.canceller],
    funders: [settings.funder, sender.address],
  };
  const listings = [
    { token: NATIVE_TOKEN, rule: rules.ju, ceiling: ceilings.ju },
    { token: fmc, rule: rules.fmc, ceiling: ceilings.fmc },
  ];
  const { scribe, adminDelaySeconds } = settings;
  const parameters = [admin, signer, auditor, holders, listings, scribe, adminDelaySeconds];
  const vault = await sender.create(initCode(vaultAbi, vaultBytecode, parameters));
  // The vault deploys them itself, so no deployment can choose others.
  const anchors = await settings.publicClient.readContract({ address: vault, abi: vaultAbi, functionName: 'ANCHORS' });
  const addresses = { vault, fmc, anchors, ...exchange };
  await fundVault(sender, addresses, settings);
  await openPool({ sender, addresses, settings });
  await stopFunding(sender, addresses, settings);
  return addresses;
}

/** Throws unless the admin is a contract, and three other accounts can veto what it announces. */
async function assertRolesApart(settings: DeploySettings): Promise<void> {
  const { admin, signer, auditor, pausers, canceller, walletClient, publicClient, isLocal } = settings;
  if (isLocal) return;
  if ((await publicClient.getCode({ address: admin })) === undefined)
    throw new Error(`the admin ${admin} is not a contract: one stolen key would be the admin`);
  const protectors = new Set([...pausers, canceller].map((account) => account.toLowerCase()));
  const others = [admin, signer, auditor, walletClient.account.address].map((account) => account.toLowerCase());
  if (protectors.size < MINIMUM_PROTECTORS || others.some((account) => protectors.has(account)))
    throw new Error('at least three accounts besides admin, signer, auditor and deployer must be guards or canceller');
}

async function deployExchange(sender: TransactionSender): Promise<NonNullable<DeploySettings['exchange']>> {
  const twoAddresses = parseAbiParameters('address, address');
  const wrappedNative = await sender.create(await uniswapBytecode('wrappedNative'));
  // No fee setter, so that the protocol's own fee can never be enabled.
  const setter = encodeAbiParameters(parseAbiParameters('address'), [NATIVE_TOKEN]);
  const factory = await sender.create(`${await uniswapBytecode('factory')}${setter.slice(2)}`);
  const parts = encodeAbiParameters(twoAddresses, [factory, wrappedNative]);
  const router = await sender.create(`${await uniswapBytecode('router')}${parts.slice(2)}`);
  return { router, factory, wrappedNative };
}

async function fundVault(
  sender: TransactionSender,
  { vault, fmc }: ContractAddresses,
  { emission, treasury }: DeploySettings,
): Promise<void> {
  if (emission > 0n) {
    await sender.call(fmc, encodeFunctionData({ abi: fmcAbi, functionName: 'approve', args: [vault, emission] }));
    const args = [fmc, emission, fundingPurpose('emission')] as const;
    await sender.call(vault, encodeFunctionData({ abi: vaultAbi, functionName: 'fund', args }));
  }
  if (treasury > 0n) {
    const args = [fundingPurpose('treasury')] as const;
    await sender.call(vault, encodeFunctionData({ abi: vaultAbi, functionName: 'fundNative', args }), treasury);
  }
}

async function openPool({
  sender,
  addresses: { fmc, router },
  settings: { pool, publicClient },
}: {
  readonly sender: TransactionSender;
  readonly addresses: ContractAddresses;
  readonly settings: DeploySettings;
}): Promise<void> {
  if (pool.ju === 0n || pool.fmc === 0n) return;
  const { timestamp } = await publicClient.getBlock();
  await sender.call(fmc, encodeFunctionData({ abi: fmcAbi, functionName: 'approve', args: [router, pool.fmc] }));
  const args = [fmc, pool.fmc, pool.fmc, pool.ju, sender.address, timestamp + POOL_DEADLINE_SECONDS] as const;
  await sender.call(
    router,
    encodeFunctionData({ abi: uniswapRouterAbi, functionName: 'addLiquidityETH', args }),
    pool.ju,
  );
}

/** Renounces the deployer's FUNDER_ROLE. */
async function stopFunding(
  sender: TransactionSender,
  { vault }: ContractAddresses,
  { funder }: DeploySettings,
): Promise<void> {
  if (funder.toLowerCase() === sender.address.toLowerCase()) return;
  const args = [keccak256(toHex('FUNDER_ROLE')), sender.address] as const;
  await sender.call(vault, encodeFunctionData({ abi: vaultAbi, functionName: 'renounceRole', args }));
}

/** Returns the purpose as in the vault's `Funded` event: ASCII, padded with zeros on the right. */
export function fundingPurpose(purpose: FundingPurpose): Hex {
  return stringToHex(purpose, { size: 32 });
}

function initCode(abi: Abi, { creation }: ContractBytecode, args: readonly unknown[]): Hex {
  return encodeDeployData({ abi, bytecode: creation, args });
}
