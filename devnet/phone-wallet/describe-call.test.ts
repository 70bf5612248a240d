import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { encodeFunctionData, numberToHex, parseEther, stringToHex, zeroHash } from 'viem';
import { expect, test } from 'vitest';
import { describeCall } from './describe-call.ts';

const VAULT = `0x${'1'.repeat(40)}` as const;
const FMC = `0x${'2'.repeat(40)}` as const;
const CONTRACTS = { vault: VAULT.toUpperCase().replace('0X', '0x'), fmc: FMC, router: `0x${'3'.repeat(40)}` };
const send = (fields: object) => describeCall({ method: 'eth_sendTransaction', params: [fields] }, CONTRACTS);

test('names the contract, the function and the JU of a transaction', () => {
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'depositNative', args: [zeroHash] });
  expect(send({ to: VAULT, data, value: numberToHex(parseEther('1.5')) })).toMatchObject({
    ...{ kind: 'send', contract: 'vault', action: 'depositNative', ju: '1.5' },
  });
});

test('shows an unlimited approval with its receiver in the details', () => {
  const data = encodeFunctionData({ abi: fmcAbi, functionName: 'approve', args: [VAULT, 2n ** 256n - 1n] });
  const shown = send({ to: FMC, data });
  expect(shown).toMatchObject({ contract: 'fmc', action: 'approve', ju: '0' });
  expect(shown).toHaveProperty('details', expect.stringContaining(String(2n ** 256n - 1n)));
});

test('says that it does not know a receiver, and shows unreadable data as they are', () => {
  expect(send({ to: `0x${'9'.repeat(40)}`, data: '0x12345678' })).toMatchObject({ contract: null, action: null });
  expect(send({ to: VAULT, data: '0x12345678' })).toMatchObject({ contract: 'vault', action: null });
  expect(describeCall({ method: 'eth_signTypedData_v4', params: ['', '{broken'] }, CONTRACTS)).toEqual({
    ...{ kind: 'sign-data', details: '{broken' },
  });
});

test('shows the text of a signature', () => {
  const call = { method: 'personal_sign', params: [stringToHex('Sign in'), VAULT] };
  expect(describeCall(call, CONTRACTS)).toEqual({ kind: 'sign-text', text: 'Sign in' });
});
