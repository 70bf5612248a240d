import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { NODE_ERRORS } from '@city-mint/tests/field/node-errors/all';
import { startBadNode } from '@city-mint/tests/setup/bad-node';
import {
  ContractFunctionExecutionError,
  ContractFunctionRevertedError,
  createPublicClient,
  type EIP1193RequestFn,
  encodeErrorResult,
  HttpRequestError,
  http,
  InsufficientFundsError,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { zh } from '#testing/zh-texts.ts';
import { chainFailureText, classifyChainError } from './chain-failure.ts';

const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

describe('classifyChainError', () => {
  const execution = (data: `0x${string}`, abi: typeof vaultAbi | typeof fmcAbi) =>
    new ContractFunctionExecutionError(
      new ContractFunctionRevertedError({ abi: [...abi], data, functionName: 'deposit' }),
      { abi: [...abi], functionName: 'deposit', args: [] },
    );

  test("returns the contract's own error by its name", () => {
    const paused = encodeErrorResult({ abi: vaultAbi, errorName: 'DepositsArePaused' });
    expect(classifyChainError(execution(paused, vaultAbi))).toEqual({ kind: 'reverted', error: 'DepositsArePaused' });
    const short = encodeErrorResult({ abi: fmcAbi, errorName: 'ERC20InsufficientAllowance', args: [VAULT, 0n, 1n] });
    expect(classifyChainError(execution(short, fmcAbi))).toEqual({
      kind: 'reverted',
      error: 'ERC20InsufficientAllowance',
    });
    expect(classifyChainError(execution('0xdeadbeef', vaultAbi))).toEqual({ kind: 'reverted', error: null });
  });

  test('behavior: too little gas, no response, any other error', () => {
    expect(classifyChainError(new InsufficientFundsError())).toEqual({ kind: 'insufficient-funds' });
    expect(classifyChainError(new Error('insufficient funds for gas * price + value'))).toEqual({
      kind: 'insufficient-funds',
    });
    expect(classifyChainError(new HttpRequestError({ url: 'http://x' }))).toEqual({ kind: 'unreachable' });
    expect(classifyChainError('no')).toEqual({ kind: 'unknown' });
  });
});

describe('each error of a node that was seen', () => {
  const KINDS: Readonly<Record<string, string>> = {
    'insufficient-funds': 'insufficient-funds',
    ...{ unavailable: 'unreachable', 'rate-limited': 'unreachable', 'not-found-yet': 'unreachable' },
  };
  // What a participant's call can meet; viem gets no error from the others.
  const rows = NODE_ERRORS.filter(
    ({ method, viem, kind }) => viem === undefined && method !== 'eth_getLogs' && kind !== 'unknown-tag',
  ).map((row) => ({ ...row, title: `${row.method}: ${row.seen}` }));

  test.each(rows)('behavior: is what its kind says: $title', async (row) => {
    const url = await startBadNode(() => row);
    const request = createPublicClient({ transport: http(url, { retryCount: 0 }) }).request as EIP1193RequestFn;
    const error: unknown = await request({ method: row.method, params: row.params }).catch((failure) => failure);
    expect(classifyChainError(error).kind).toBe(KINDS[row.kind] ?? 'unknown');
  });
});

test('behavior: terminates on a circular chain of errors', () => {
  const error = new Error('x');
  error.cause = error;
  expect(classifyChainError(error)).toEqual({ kind: 'unknown' });
});

describe('chainFailureText', () => {
  test('default: a known contract error has its text', () => {
    expect(chainFailureText({ kind: 'reverted', error: 'DepositsArePaused' })).toBe(zh.assets.chain.depositsPaused);
    expect(chainFailureText({ kind: 'insufficient-funds' })).toBe(zh.assets.chain.insufficientFunds);
    expect(chainFailureText({ kind: 'unreachable' })).toBe(zh.assets.chain.unreachable);
    expect(chainFailureText({ kind: 'unknown' })).toBe(zh.session.failure.callFailed);
  });

  test('behavior: shows any other error by its name', () => {
    expect(chainFailureText({ kind: 'reverted', error: 'EnforcedPause' })).toContain('EnforcedPause');
    expect(chainFailureText({ kind: 'reverted', error: null })).toContain('—');
    expect(chainFailureText({ kind: 'reverted', error: 'toString' })).toContain('toString');
  });
});
