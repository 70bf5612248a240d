import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { WALLET_ERRORS } from '@city-mint/tests/field/wallet-errors';
import {
  type Address,
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionResult,
  type Hex,
  isHex,
  numberToHex,
  parseSignature,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, disconnect } from 'wagmi/actions';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { useWalletWait } from '#session/wallet-wait.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { type FakeWallet, installFakeWallet } from '#testing/fake-wallet.ts';
import { zh } from '#testing/zh-texts.ts';
import { sendVoucher } from '../withdraw/send-voucher-flow.ts';
import { rechargeNative, rechargeToken } from './recharge-flow.ts';

const REJECTIONS = WALLET_ERRORS.filter(({ right }) => right === 'rejected');

const VAULT: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const BOB: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const HASH: Hex = `0x${'ab'.repeat(32)}`;
const owner = privateKeyToAccount(`0x${'01'.repeat(32)}`);
const allAbi = [...vaultAbi, ...fmcAbi];

let network: FakeNetwork;
let wallet: FakeWallet;
let allowance: bigint;
let authorizedCount: number;

beforeEach(async () => {
  allowance = 0n;
  authorizedCount = 0;
  network = installFakeNetwork();
  wallet = installFakeWallet({ address: owner.address, chainId: activeChain.id });
  network.rpc('eth_chainId', () => numberToHex(activeChain.id));
  network.rpc('eth_estimateGas', () => numberToHex(100_000));
  network.rpc('eth_call', ([call]) => answerRead(Object(call).data));
  wallet.reply('eth_sendTransaction', () => HASH);
  wallet.reply('eth_signTypedData_v4', ([, text]) => owner.signTypedData(JSON.parse(String(text))));
  const [connector] = walletConfig.connectors;
  if (connector === undefined) throw new Error('the page knows no wallet');
  await connect(walletConfig, { connector });
});
afterEach(async () => {
  await disconnect(walletConfig);
  wallet.uninstall();
  network.restore();
});

/** Answers reads of the contracts. */
function answerRead(data: Hex): Hex {
  const { functionName } = decodeFunctionData({ abi: allAbi, data });
  switch (functionName) {
    case 'allowance':
      return encodeFunctionResult({ abi: fmcAbi, functionName, result: allowance });
    case 'nonces':
      return encodeFunctionResult({ abi: fmcAbi, functionName, result: 0n });
    case 'eip712Domain':
      return encodeFunctionResult({
        abi: fmcAbi,
        functionName,
        result: ['0x0f', 'FMC', '1', BigInt(activeChain.id), FMC, HASH, []],
      });
    case 'approve':
      return encodeFunctionResult({ abi: fmcAbi, functionName, result: true });
    default:
      return '0x';
  }
}

function input(amount: bigint) {
  const onAuthorized = () => {
    authorizedCount += 1;
  };
  return { account: owner.address, vault: VAULT, fmc: FMC, amount, onAuthorized };
}

/** Returns the transactions that the wallet was asked to send, decoded. */
function sentCalls() {
  return wallet.calls('eth_sendTransaction').map(([transaction]) => {
    const { to, data, value = '0x0', gas, from } = Object(transaction);
    if (!isHex(data)) throw new Error('a transaction without data');
    const { functionName, args } = decodeFunctionData({ abi: allAbi, data });
    return { functionName, args, to, from, value: BigInt(value), gas: BigInt(gas) };
  });
}

describe('rechargeNative', () => {
  test('default: sends one transaction to the vault with the amount and a margin of gas', async () => {
    expect(await rechargeNative(input(5n))).toEqual({ ok: true, hash: HASH });
    const [call, ...others] = sentCalls();
    expect(others).toEqual([]);
    expect(call).toMatchObject({ functionName: 'depositNative', to: VAULT, value: 5n, gas: 125_000n });
  });

  test('behavior: uses the highest gas of all calls if the node’s estimate is too low', async () => {
    network.rpc('eth_call', ([call]) => {
      const { gas } = Object(call);
      if (gas !== undefined && BigInt(gas) < 90_000n) throw { code: -32000, message: 'out of gas' };
      return '0x';
    });
    network.rpc('eth_estimateGas', () => numberToHex(40_000));
    await rechargeNative(input(5n));
    network.rpc('eth_estimateGas', () => numberToHex(72_000));
    await rechargeNative(input(5n));
    expect(sentCalls().map(({ gas }) => gas)).toEqual([200_000n, 90_000n]);
  });

  test('behavior: sends without an estimate if the node has none; a refusal with a reason is final', async () => {
    network.rpc('eth_estimateGas', () => {
      throw { code: -32601, message: 'the method eth_estimateGas does not exist' };
    });
    await rechargeNative(input(5n));
    expect(sentCalls().map(({ gas }) => gas)).toEqual([200_000n]);
    network.rpc('eth_estimateGas', () => {
      throw { code: -32000, message: 'insufficient funds for gas * price + value' };
    });
    expect(await rechargeNative(input(5n))).toMatchObject({ ok: false, text: zh.assets.chain.insufficientFunds });
    expect(sentCalls()).toHaveLength(1);
  });

  test('behavior: two recharges have two references', async () => {
    await rechargeNative(input(5n));
    await rechargeNative(input(5n));
    const [first, second] = sentCalls();
    expect(first?.args).not.toEqual(second?.args);
  });

  test('behavior: a call that the contract would revert never reaches the wallet', async () => {
    const data = encodeErrorResult({ abi: vaultAbi, errorName: 'DepositsArePaused' });
    for (const method of ['eth_estimateGas', 'eth_call']) {
      network.rpc(method, () => {
        throw Object.assign(new Error('execution reverted'), { code: 3, data });
      });
    }
    const outcome = await rechargeNative(input(5n));
    expect(outcome).toMatchObject({ ok: false, cancelled: false, text: zh.assets.chain.depositsPaused });
    expect(wallet.calls('eth_sendTransaction')).toEqual([]);
  });

  test.each(REJECTIONS)('behavior: a person’s No is cancelled and asked once: $seen, $error', async ({ error }) => {
    wallet.reply('eth_sendTransaction', () => {
      throw error;
    });
    const outcome = await rechargeNative(input(5n));
    expect(outcome).toMatchObject({ ok: false, cancelled: true, text: zh.wallet.failure.cancelled });
    expect(wallet.calls('eth_sendTransaction')).toHaveLength(1);
  });

  test('behavior: distinguishes a rejection in the wallet from a failure', async () => {
    wallet.fail('eth_sendTransaction', 4001, 'User rejected the request.');
    expect(await rechargeNative(input(5n))).toMatchObject({
      ok: false,
      cancelled: true,
      text: zh.wallet.failure.cancelled,
    });
    wallet.fail('eth_sendTransaction', -32603, 'insufficient funds for gas * price + value');
    expect(await rechargeNative(input(5n))).toMatchObject({
      ok: false,
      cancelled: false,
      text: zh.assets.chain.insufficientFunds,
    });
    wallet.fail('eth_sendTransaction', -32603, 'Internal error');
    expect(await rechargeNative(input(5n))).toMatchObject({ cancelled: false, text: zh.session.failure.callFailed });
  });
});

describe('the request to the user', () => {
  const shown = () => useWalletWait.getState().wait?.text;

  test('default: says that it prepares the call, and asks for confirmation only when the wallet has it', async () => {
    const texts: unknown[] = [];
    network.rpc('eth_estimateGas', () => {
      texts.push(shown());
      return numberToHex(100_000);
    });
    wallet.reply('eth_sendTransaction', () => {
      texts.push(shown());
      return HASH;
    });
    await rechargeNative(input(5n));
    expect(texts).toEqual([zh.assets.preparing, zh.assets.deposit.waiting]);
  });

  test('behavior: does not ask the wallet if the user gives up during the preparation', async () => {
    network.rpc('eth_estimateGas', () => {
      useWalletWait.getState().wait?.cancel();
      return numberToHex(100_000);
    });
    expect(await rechargeNative(input(5n))).toMatchObject({ cancelled: true, text: zh.wallet.failure.cancelled });
    // By the time the next recharge has finished, the first one has ended too.
    network.rpc('eth_estimateGas', () => numberToHex(100_000));
    await rechargeNative(input(6n));
    expect(sentCalls().map(({ value }) => value)).toEqual([6n]);
  });

  test('behavior: asks no wallet if the account changes during the preparation', async () => {
    network.rpc('eth_estimateGas', () => {
      useWalletWait.getState().wait?.cancel('account-changed');
      return numberToHex(100_000);
    });
    expect(await rechargeNative(input(5n))).toMatchObject({ cancelled: false, text: zh.session.walletChanged });
    network.rpc('eth_estimateGas', () => numberToHex(100_000));
    await rechargeNative(input(6n));
    expect(sentCalls().map(({ value }) => value)).toEqual([6n]);
  });
});

describe('rechargeToken', () => {
  test('default: a signed permit and one transaction', async () => {
    expect(await rechargeToken(input(7n))).toEqual({ ok: true, hash: HASH });
    const [call, ...others] = sentCalls();
    expect(others).toEqual([]);
    expect(call).toMatchObject({ functionName: 'depositWithPermit', to: VAULT, value: 0n });
    expect(call?.args?.slice(0, 2)).toEqual([FMC, 7n]);
    const [, typedData] = wallet.calls('eth_signTypedData_v4')[0] ?? [];
    const { message } = JSON.parse(String(typedData));
    expect(message).toMatchObject({
      owner: owner.address.toLowerCase(),
      spender: VAULT.toLowerCase(),
      value: '7',
    });
    const { r, s } = parseSignature(await owner.signTypedData(JSON.parse(String(typedData))));
    expect(call?.args?.slice(-2)).toEqual([r, s]);
    expect(authorizedCount).toBe(1);
  });

  test('behavior: signs and approves nothing if the allowance is sufficient', async () => {
    allowance = 7n;
    expect(await rechargeToken(input(7n))).toEqual({ ok: true, hash: HASH });
    expect(sentCalls().map(({ functionName }) => functionName)).toEqual(['deposit']);
    expect(wallet.calls('eth_signTypedData_v4')).toEqual([]);
    expect(authorizedCount).toBe(0);
  });

  test('behavior: a wallet that cannot sign a permit approves exactly the amount first', async () => {
    wallet.fail('eth_signTypedData_v4', -32601, 'method not supported');
    network.rpc('eth_blockNumber', () => '0x10');
    network.rpc('eth_getTransactionReceipt', () => ({
      transactionHash: HASH,
      blockHash: HASH,
      blockNumber: '0x10',
      status: '0x1',
      logs: [],
      transactionIndex: '0x0',
      gasUsed: '0x1',
      cumulativeGasUsed: '0x1',
      effectiveGasPrice: '0x1',
      type: '0x2',
    }));
    expect(await rechargeToken(input(7n))).toEqual({ ok: true, hash: HASH });
    const [approval, deposit] = sentCalls();
    expect(approval).toMatchObject({ functionName: 'approve', to: FMC });
    expect(approval?.args).toEqual([VAULT, 7n]);
    expect(deposit).toMatchObject({ functionName: 'deposit', to: VAULT });
    expect(authorizedCount).toBe(1);
  });

  test.each(REJECTIONS)('behavior: after a No to the permit nothing is approved: $seen, $error', async ({ error }) => {
    wallet.reply('eth_signTypedData_v4', () => {
      throw error;
    });
    expect(await rechargeToken(input(7n))).toMatchObject({ ok: false, cancelled: true });
    expect(wallet.calls('eth_sendTransaction')).toEqual([]);
  });

  test('behavior: rejecting the permit ends the recharge', async () => {
    wallet.fail('eth_signTypedData_v4', 4001, 'User rejected the request.');
    expect(await rechargeToken(input(7n))).toMatchObject({
      ok: false,
      cancelled: true,
      text: zh.assets.deposit.authorizationFailed,
    });
    expect(sentCalls()).toEqual([]);
    expect(authorizedCount).toBe(0);
  });
});

describe('sendVoucher', () => {
  const voucher = {
    id: HASH,
    account: owner.address,
    to: BOB,
    token: '0x0000000000000000000000000000000000000000',
    amount: '1500000000000000000',
    validAfter: '0',
    deadline: '99',
    vault: VAULT,
    signature: `0x${'12'.repeat(65)}`,
    auditorSignature: `0x${'34'.repeat(65)}`,
  };
  const withdrawal = { to: BOB, currency: 'JU', amount: '1.5', voucher } as never;
  const contracts = { vault: VAULT, fmc: FMC };

  test('default: calls the vault with exactly the voucher', async () => {
    expect(await sendVoucher({ status: withdrawal, account: owner.address, contracts })).toEqual({
      ok: true,
      hash: HASH,
    });
    const [call, ...others] = sentCalls();
    expect(others).toEqual([]);
    expect(call).toMatchObject({ functionName: 'withdraw', to: VAULT, from: owner.address, value: 0n });
    const signatures = [voucher.signature, voucher.auditorSignature];
    expect(call?.args).toMatchObject([{ id: HASH, to: BOB, amount: 10n ** 18n + 5n * 10n ** 17n }, ...signatures]);
  });

  test.each([{ amount: '1500000000000000001' }, { to: owner.address }, { vault: FMC }, { account: BOB }])(
    'behavior: a voucher with %j is not sent',
    async (change) => {
      const tampered = { ...Object(withdrawal), voucher: { ...voucher, ...change } };
      const outcome = await sendVoucher({ status: tampered, account: owner.address, contracts });
      expect(outcome).toMatchObject({ ok: false, text: zh.assets.chain.badVoucher });
      expect(wallet.calls('eth_sendTransaction')).toEqual([]);
    },
  );

  test('behavior: sends nothing without a voucher', async () => {
    const unsigned = { ...Object(withdrawal), voucher: null };
    expect(await sendVoucher({ status: unsigned, account: owner.address, contracts })).toMatchObject({ ok: false });
  });
});
