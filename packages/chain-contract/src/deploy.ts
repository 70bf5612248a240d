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
import { anchorsAbi } from './generated/anchors-abi.ts';
import { anchorsBytecode } from './generated/anchors-bytecode.ts';
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

/** The loosest rule that a token of the vault can ever have, whoever sets it. */
export type TokenCeiling = Pick<TokenRule, 'window' | 'windowCap'>;

/** Amounts are base units. The wallet's account becomes the admin and pays for the deployment. */
export type DeploySettings = SenderClients & {
  /** Signs vouchers. */
  readonly signer: Address;
  /** Signs each voucher a second time. */
  readonly auditor: Address;
  /** Can only pause the vault: operators, and the auditor's guard key. */
  readonly pausers: readonly Address[];
  readonly canceller: Address;
  /** Can add to emission and treasury later. */
  readonly funder: Address;
  /** Anchors roots. */
  readonly scribe: Address;
  /** Becomes the admin: named now, accepts with a separate transaction after the delay. */
  readonly nextAdmin?: Address;
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

/**
 * Deploys the product: contracts, roles, token rules, the vault's first funding and the JU/FMC pool. Returns the
 * addresses. Throws a `ChainTooOldError` before the first transaction when the chain's EVM is too old, and at the first
 * transaction that fails; it does not resume an earlier run.
 */
export async function deployContracts(settings: DeploySettings): Promise<ContractAddresses> {
  assertChainFits(await probeChain(settings.publicClient), vaultBytecode.evmVersion);
  const sender = await createTransactionSender(settings);
  const exchange = settings.exchange ?? (await deployExchange(sender));
  const admin = [settings.adminDelaySeconds, sender.address] as const;
  const fmc = await sender.create(initCode(fmcAbi, fmcBytecode, [sender.address, settings.fmcSupply]));
  const ceilings = [
    { token: NATIVE_TOKEN, ...settings.ceilings.ju },
    { token: fmc, ...settings.ceilings.fmc },
  ];
  const vault = await sender.create(
    initCode(vaultAbi, vaultBytecode, [...admin, settings.signer, settings.auditor, ceilings]),
  );
  const anchors = await sender.create(initCode(anchorsAbi, anchorsBytecode, admin));
  const addresses = { vault, fmc, anchors, ...exchange };
  await grantRoles(sender, addresses, settings);
  await listTokens(sender, addresses, settings);
  await fundVault(sender, addresses, settings);
  await openPool({ sender, addresses, settings });
  await handOver(sender, addresses, settings);
  return addresses;
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

async function grantRoles(
  sender: TransactionSender,
  { vault, anchors }: ContractAddresses,
  { pausers, canceller, funder, scribe }: DeploySettings,
): Promise<void> {
  const grants: readonly (readonly [Address, string, Address])[] = [
    ...pausers.map((pauser) => [vault, 'PAUSER_ROLE', pauser] as const),
    [vault, 'CANCELLER_ROLE', canceller],
    [vault, 'FUNDER_ROLE', funder],
    [vault, 'FUNDER_ROLE', sender.address],
    [anchors, 'ANCHOR_ROLE', scribe],
  ];
  for (const [contract, role, account] of grants) {
    await sender.call(
      contract,
      encodeFunctionData({ abi: vaultAbi, functionName: 'grantRole', args: [keccak256(toHex(role)), account] }),
    );
  }
}

async function listTokens(
  sender: TransactionSender,
  { vault, fmc }: ContractAddresses,
  { rules }: DeploySettings,
): Promise<void> {
  const list = (token: Address, rule: TokenRule): Hex =>
    encodeFunctionData({ abi: vaultAbi, functionName: 'setTokenRule', args: [token, rule] });
  await sender.call(vault, list(NATIVE_TOKEN, rules.ju));
  await sender.call(vault, list(fmc, rules.fmc));
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

/** Revokes the deployer's FUNDER_ROLE, and begins the transfer of the admin role where a next admin is named. */
async function handOver(
  sender: TransactionSender,
  { vault, anchors }: ContractAddresses,
  { funder, nextAdmin }: DeploySettings,
): Promise<void> {
  if (funder.toLowerCase() !== sender.address.toLowerCase()) {
    const args = [keccak256(toHex('FUNDER_ROLE')), sender.address] as const;
    await sender.call(vault, encodeFunctionData({ abi: vaultAbi, functionName: 'revokeRole', args }));
  }
  if (nextAdmin === undefined) return;
  const begin = encodeFunctionData({ abi: vaultAbi, functionName: 'beginDefaultAdminTransfer', args: [nextAdmin] });
  await sender.call(vault, begin);
  await sender.call(anchors, begin);
}

/** Returns the purpose as in the vault's `Funded` event: ASCII, padded with zeros on the right. */
export function fundingPurpose(purpose: FundingPurpose): Hex {
  return stringToHex(purpose, { size: 32 });
}

function initCode(abi: Abi, { creation }: ContractBytecode, args: readonly unknown[]): Hex {
  return encodeDeployData({ abi, bytecode: creation, args });
}
