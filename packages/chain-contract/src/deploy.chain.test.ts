import { type Anvil, startAnvil } from '@city-mint/devnet/anvil';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import {
  type Address,
  createPublicClient,
  createWalletClient,
  hashTypedData,
  http,
  keccak256,
  parseEther,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { chainById } from './chains.ts';
import { type DeploySettings, deployContracts, fundingPurpose } from './deploy.ts';
import { anchorsAbi } from './generated/anchors-abi.ts';
import { anchorsBytecode } from './generated/anchors-bytecode.ts';
import { exitAbi } from './generated/exit-abi.ts';
import { exitBytecode } from './generated/exit-bytecode.ts';
import { fmcAbi } from './generated/fmc-abi.ts';
import { fmcBytecode } from './generated/fmc-bytecode.ts';
import { uniswapFactoryAbi } from './generated/uniswap-factory-abi.ts';
import { uniswapPairAbi } from './generated/uniswap-pair-abi.ts';
import { uniswapRouterAbi } from './generated/uniswap-router-abi.ts';
import { vaultAbi } from './generated/vault-abi.ts';
import { vaultBytecode } from './generated/vault-bytecode.ts';
import { createTransactionSender } from './transaction-sender.ts';
import { verifyDeployedCode } from './verify-deployed-code.ts';
import { NATIVE_TOKEN, type Voucher, voucherDomain, voucherTypes } from './voucher.ts';

const deployer = privateKeyToAccount(devAccount(0).privateKey);
const signer = privateKeyToAccount(devAccount(1).privateKey);
const auditor = privateKeyToAccount(devAccount(7).privateKey);
const participant = privateKeyToAccount(devAccount(2).privateKey);

const RULE = { listed: true, window: 86_400n, minDeposit: parseEther('0.01'), windowCap: parseEther('1000') };

const SETTINGS: Omit<DeploySettings, 'walletClient' | 'publicClient'> = {
  signer: signer.address,
  auditor: auditor.address,
  admin: deployer.address,
  isLocal: true,
  pausers: [deployer.address, participant.address],
  canceller: deployer.address,
  funder: deployer.address,
  scribe: deployer.address,
  adminDelaySeconds: 86_400,
  fmcSupply: parseEther('1000000'),
  emission: parseEther('9'),
  treasury: parseEther('7'),
  rules: { ju: RULE, fmc: RULE },
  ceilings: {
    ju: { window: 3_600n, windowCap: parseEther('2000'), shareBps: 5_000, floor: parseEther('1') },
    fmc: { ...RULE, shareBps: 10_000, floor: 1n },
  },
  pool: { ju: parseEther('10'), fmc: parseEther('1000') },
};

const anvils: Anvil[] = [];

afterEach(async () => {
  await Promise.all(anvils.splice(0).map((anvil) => anvil.stop()));
});

async function connect(...extraArgs: string[]) {
  const anvil = await startAnvil({ extraArgs });
  anvils.push(anvil);
  const chain = chainById(202599, { rpcUrl: anvil.url });
  const transport = http(anvil.url);
  const publicClient = createPublicClient({ chain, transport, pollingInterval: 20 });
  const walletClient = createWalletClient({ account: deployer, chain, transport });
  const participantClient = createWalletClient({ account: participant, chain, transport });
  return { publicClient, walletClient, participantClient };
}

async function deploy() {
  const clients = await connect();
  const addresses = await deployContracts({ ...clients, ...SETTINGS });
  return { ...clients, addresses };
}

describe('deployContracts', () => {
  test('default', async () => {
    const { publicClient, addresses } = await deploy();
    const { vault, fmc, anchors, router, factory, wrappedNative } = addresses;
    const read = { address: vault, abi: vaultAbi } as const;
    expect(await publicClient.readContract({ ...read, functionName: 'accounted', args: [NATIVE_TOKEN] })).toBe(
      parseEther('7'),
    );
    expect(await publicClient.readContract({ ...read, functionName: 'accounted', args: [fmc] })).toBe(parseEther('9'));
    expect(await publicClient.readContract({ ...read, functionName: 'signer' })).toBe(signer.address);
    expect(await publicClient.readContract({ ...read, functionName: 'auditor' })).toBe(auditor.address);
    expect(await publicClient.readContract({ ...read, functionName: 'seq' })).toBe(2n);

    const ceilingOf = (token: Address) =>
      publicClient.readContract({ ...read, functionName: 'ceilingOf', args: [token] });
    expect(await ceilingOf(NATIVE_TOKEN)).toEqual([3_600n, 5_000, parseEther('1'), parseEther('2000')]);
    expect(await ceilingOf(fmc)).toEqual([RULE.window, 10_000, 1n, RULE.windowCap]);
    const pauses = keccak256(toHex('PAUSER_ROLE'));
    for (const account of [deployer.address, participant.address])
      expect(await publicClient.readContract({ ...read, functionName: 'hasRole', args: [pauses, account] })).toBe(true);

    const logs = await publicClient.getContractEvents({ ...read, eventName: 'Funded', fromBlock: 0n });
    expect(logs.map(({ args }) => [args.seq, args.amount, args.purpose])).toEqual([
      [1n, parseEther('9'), fundingPurpose('emission')],
      [2n, parseEther('7'), fundingPurpose('treasury')],
    ]);

    const exchange = { address: router, abi: uniswapRouterAbi } as const;
    expect(await publicClient.readContract({ ...exchange, functionName: 'factory' })).toBe(factory);
    expect(await publicClient.readContract({ ...exchange, functionName: 'WETH' })).toBe(wrappedNative);
    const pair = await publicClient.readContract({
      address: factory,
      abi: uniswapFactoryAbi,
      functionName: 'getPair',
      args: [fmc, wrappedNative],
    });
    const [reserve0, reserve1] = await publicClient.readContract({
      address: pair,
      abi: uniswapPairAbi,
      functionName: 'getReserves',
    });
    expect([reserve0, reserve1].sort()).toEqual([parseEther('10'), parseEther('1000')].sort());
    const contract = { address: anchors, abi: anchorsAbi } as const;
    expect(await publicClient.readContract({ ...contract, functionName: 'VAULT' })).toBe(vault);
    const exit = {
      address: await publicClient.readContract({ ...read, functionName: 'EXIT' }),
      abi: exitAbi,
    } as const;
    expect(await publicClient.readContract({ ...exit, functionName: 'VAULT' })).toBe(vault);
    expect(await publicClient.readContract({ ...exit, functionName: 'ANCHORS' })).toBe(anchors);
    expect(await publicClient.readContract({ ...exit, functionName: 'canBegin' })).toBe(false);
  });

  test('behavior: the deployed code is that of the artifacts', async () => {
    const { publicClient: client, addresses } = await deploy();
    const { vault, fmc, anchors } = addresses;
    expect(await verifyDeployedCode({ client, address: vault, bytecode: vaultBytecode })).toBe('same');
    expect(await verifyDeployedCode({ client, address: fmc, bytecode: fmcBytecode })).toBe('same');
    expect(await verifyDeployedCode({ client, address: anchors, bytecode: anchorsBytecode })).toBe('same');
    expect(await verifyDeployedCode({ client, address: anchors, bytecode: vaultBytecode })).toBe('different');
    const exit = await client.readContract({ address: vault, abi: vaultAbi, functionName: 'EXIT' });
    expect(await verifyDeployedCode({ client, address: exit, bytecode: exitBytecode })).toBe('same');
    expect(await verifyDeployedCode({ client, address: fmc, bytecode: vaultBytecode })).toBe('different');
    expect(await verifyDeployedCode({ client, address: signer.address, bytecode: vaultBytecode })).toBe('no-code');
    // Only the immutables are excluded from the comparison.
    expect(await verifyDeployedCode({ client, address: vault, bytecode: { ...vaultBytecode, immutables: [] } })).toBe(
      'different',
    );
  });

  test('behavior: code that an earlier release deployed is accepted, once it is listed', async () => {
    const { publicClient: client, addresses } = await deploy();
    const { contract, runtimeHash, immutables } = vaultBytecode;
    // As after a release whose vault was compiled from changed sources.
    const bytecode = { ...vaultBytecode, runtimeHash: keccak256('0x01') };
    const check = { client, address: addresses.vault, bytecode };
    expect(await verifyDeployedCode(check)).toBe('different');
    const entry = { release: '1.0.0', runtimeHash, immutables };
    expect(await verifyDeployedCode({ ...check, released: [{ contract, ...entry }] })).toBe('same');
    expect(await verifyDeployedCode({ ...check, released: [{ contract: 'FMC', ...entry }] })).toBe('different');
  });

  test('behavior: names another admin and funder, and uses an existing exchange', async () => {
    const clients = await connect();
    const first = await deployContracts({ ...clients, ...SETTINGS });
    const { router, factory, wrappedNative } = first;
    const second = await deployContracts({
      ...clients,
      ...SETTINGS,
      funder: participant.address,
      admin: participant.address,
      exchange: { router, factory, wrappedNative },
    });
    expect(second).toMatchObject({ router, factory, wrappedNative });
    const read = { address: second.vault, abi: vaultAbi } as const;
    const admins = await Promise.all(
      [second.vault, second.anchors].map((address) =>
        clients.publicClient.readContract({ ...read, address, functionName: 'defaultAdmin' }),
      ),
    );
    expect(admins).toEqual([participant.address, participant.address]);
    const role = keccak256(toHex('FUNDER_ROLE'));
    const funds = (account: `0x${string}`) =>
      clients.publicClient.readContract({ ...read, functionName: 'hasRole', args: [role, account] });
    expect(await funds(participant.address)).toBe(true);
    expect(await funds(deployer.address)).toBe(false);
  });

  describe('where the chain is not local', () => {
    const account = (index: number) => devAccount(index).address;
    const apart = { isLocal: false, pausers: [account(20), account(21)], canceller: account(22) } as const;

    test('behavior: refuses a key as the admin, before it sends a transaction', async () => {
      const clients = await connect();
      const deployment = deployContracts({ ...clients, ...SETTINGS, ...apart, admin: participant.address });
      await expect(deployment).rejects.toThrow('is not a contract');
      expect(await clients.publicClient.getTransactionCount({ address: deployer.address })).toBe(0);
    });

    test.each<[string, Partial<DeploySettings>]>([
      ['two protectors', { pausers: [account(20)] }],
      ['one protector twice', { pausers: [account(20), account(22)] }],
      ['the signer as a guard', { pausers: [account(20), signer.address] }],
      ['the deployer as the canceller', { canceller: deployer.address }],
    ])('behavior: refuses %s', async (_name, change) => {
      const clients = await connect();
      const { factory } = await deployContracts({ ...clients, ...SETTINGS });
      const deployment = deployContracts({ ...clients, ...SETTINGS, ...apart, admin: factory, ...change });
      await expect(deployment).rejects.toThrow('at least three accounts');
    });

    test('behavior: deploys with a contract as the admin', async () => {
      const clients = await connect();
      const first = await deployContracts({ ...clients, ...SETTINGS });
      const { vault } = await deployContracts({ ...clients, ...SETTINGS, ...apart, admin: first.factory });
      const read = { address: vault, abi: vaultAbi, functionName: 'defaultAdmin' } as const;
      expect(await clients.publicClient.readContract(read)).toBe(first.factory);
    });
  });

  test('behavior: throws for a chain that is too old before it sends a transaction', async () => {
    const clients = await connect('--hardfork', 'london');
    await expect(deployContracts({ ...clients, ...SETTINGS })).rejects.toThrow(
      'chain 202599 is older than cancun: it lacks push0, mcopy, tstore',
    );
    expect(await clients.publicClient.getTransactionCount({ address: deployer.address })).toBe(0);
  });
});

describe('createTransactionSender', () => {
  test('behavior: sends legacy transactions where blocks have no base fee', async () => {
    const clients = await connect('--hardfork', 'istanbul');
    const sender = await createTransactionSender(clients);
    const { transactionHash } = await sender.call(participant.address, '0x', 1n);
    expect(await clients.publicClient.getTransaction({ hash: transactionHash })).toMatchObject({ type: 'legacy' });
  });

  test('behavior: throws when a transaction is rejected', async () => {
    const clients = await connect();
    const sender = await createTransactionSender(clients);
    await expect(sender.create('0xfe')).rejects.toThrow();
  });
});

describe('voucher', () => {
  const voucher: Voucher = {
    id: keccak256(toHex('withdrawal')),
    account: participant.address,
    to: '0x00000000000000000000000000000000000000b0',
    token: NATIVE_TOKEN,
    amount: parseEther('1.5'),
    validAfter: 0n,
    deadline: 0n,
  };

  test('default: has the hash that the vault computes, and is paid', async () => {
    const { publicClient, participantClient, addresses } = await deploy();
    const { timestamp } = await publicClient.getBlock();
    const message = { ...voucher, validAfter: timestamp, deadline: timestamp + 600n };
    const domain = voucherDomain({ chainId: 202599, vault: addresses.vault });
    const typed = { domain, types: voucherTypes, primaryType: 'Voucher', message } as const;
    const read = { address: addresses.vault, abi: vaultAbi } as const;
    expect(await publicClient.readContract({ ...read, functionName: 'voucherHash', args: [message] })).toBe(
      hashTypedData(typed),
    );

    const signatures = [await signer.signTypedData(typed), await auditor.signTypedData(typed)] as const;
    const { request } = await publicClient.simulateContract({
      ...read,
      account: participant,
      functionName: 'withdraw',
      args: [message, ...signatures],
    });
    await publicClient.waitForTransactionReceipt({ hash: await participantClient.writeContract(request) });
    expect(await publicClient.getBalance({ address: voucher.to })).toBe(voucher.amount);
    expect(await publicClient.readContract({ ...read, functionName: 'used', args: [voucher.id] })).toBe(true);

    const elsewhere = voucherDomain({ chainId: 210000, vault: addresses.vault });
    const other = { ...message, id: keccak256(toHex('another')) };
    const forElsewhere = await signer.signTypedData({ ...typed, domain: elsewhere, message: other });
    await expect(
      publicClient.simulateContract({
        ...read,
        account: participant,
        functionName: 'withdraw',
        args: [other, forElsewhere, forElsewhere],
      }),
    ).rejects.toThrow('InvalidVoucherSignature');
  });

  test('behavior: has the domain of the vault', async () => {
    const { publicClient, addresses } = await deploy();
    const [, name, version, chainId, verifyingContract] = await publicClient.readContract({
      address: addresses.vault,
      abi: vaultAbi,
      functionName: 'eip712Domain',
    });
    expect({ name, version, chainId: Number(chainId), verifyingContract }).toEqual(
      voucherDomain({ chainId: 202599, vault: addresses.vault }),
    );
    expect(await publicClient.readContract({ address: addresses.fmc, abi: fmcAbi, functionName: 'symbol' })).toBe(
      'FMC',
    );
  });
});
