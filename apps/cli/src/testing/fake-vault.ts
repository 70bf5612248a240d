import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { decodeFunctionData, encodeFunctionResult, type Hex, isHex, numberToHex, zeroAddress } from 'viem';
import { vi } from 'vitest';

/** A node with one vault. */
export type FakeVault = {
  readonly block?: bigint;
  readonly chainId?: number;
  /** By how much its newest block is older than now. */
  readonly ageMs?: number;
  /** Results of the contracts' functions by name, over the usual ones. */
  readonly results?: Readonly<Record<string, unknown>>;
  /** Data with which a call of a function is reverted, by name. */
  readonly reverts?: Readonly<Record<string, Hex>>;
};

export const ADMIN = '0x0000000000000000000000000000000000000011';
export const SIGNER = '0x0000000000000000000000000000000000000012';
export const AUDITOR = '0x0000000000000000000000000000000000000013';
export const VAULT = '0x0000000000000000000000000000000000000021';
export const ANCHORS = '0x0000000000000000000000000000000000000022';

const USUAL: Readonly<Record<string, unknown>> = {
  ...{ ANCHORS, withdrawalsPaused: false, depositsPaused: false, exited: false },
  ...{ signer: SIGNER, auditor: AUDITOR, defaultAdmin: ADMIN, openSince: 1n, CHANGE_DELAY: 172_800n },
  ...{ hasRole: false, wasSigner: false, used: false, readyAt: 0n, funded: 0n, allowance: 0n },
  ruleOf: [true, 3_600n, 1n, 10n ** 21n],
  ceilingOf: [3_600n, 10_000, 1n, 10n ** 24n],
  MAX_WINDOW: 604_800n,
};

const ABI = [...vaultAbi, ...fmcAbi];

/** Answers as nodes with these vaults, by URL; a node that is not named does not answer. Returns the methods asked. */
export function answerAsVaults(nodes: Readonly<Record<string, FakeVault>>): string[] {
  const methods: string[] = [];
  vi.stubGlobal('fetch', async (input: string | Request, init?: { body: string }) => {
    const request = new Request(input, init === undefined ? { method: 'POST' } : { method: 'POST', body: init.body });
    const vault = nodes[request.url];
    if (vault === undefined) throw new TypeError('no network');
    const { id, method, params } = JSON.parse(await request.text());
    methods.push(method);
    return Response.json({ jsonrpc: '2.0', id, ...answer(vault, method, params) });
  });
  return methods;
}

function answer(
  { block = 100n, chainId = 202_599, ageMs = 0, ...vault }: FakeVault,
  method: string,
  params: unknown[],
): object {
  switch (method) {
    case 'eth_chainId':
      return { result: numberToHex(chainId) };
    case 'eth_blockNumber':
      return { result: numberToHex(block) };
    case 'eth_getBlockByNumber':
      return {
        result: {
          number: params[0],
          hash: `0x${'1'.repeat(64)}`,
          timestamp: numberToHex(Math.floor((Date.now() - ageMs) / 1_000)),
          transactions: [],
        },
      };
    case 'eth_call':
      return answerCall(vault, Object(params[0]).data);
    default:
      return { error: { code: -32_601, message: `no method ${method}` } };
  }
}

function answerCall({ results = {}, reverts = {} }: FakeVault, data: unknown): object {
  if (!isHex(data)) throw new TypeError('no calldata');
  const { functionName } = decodeFunctionData({ abi: ABI, data });
  const revert = reverts[functionName];
  if (revert !== undefined) return { error: { code: 3, message: 'execution reverted', data: revert } };
  const found = { ...USUAL, ...results };
  // A function that changes something returns nothing.
  if (!Object.hasOwn(found, functionName)) return { result: '0x' };
  return { result: encodeFunctionResult({ abi: ABI, functionName, result: found[functionName] } as never) };
}

/** A signer that was removed. */
export const NO_SIGNER = zeroAddress;
