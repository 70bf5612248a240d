import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { decodeFunctionData, encodeFunctionResult, type Hex, isHex } from 'viem';
import { vi } from 'vitest';

/** The contents of a contract Anchors. */
export type FakeAnchors = {
  readonly roots?: Readonly<Record<string, Hex>>;
  /** By token, oldest first. */
  readonly liabilities?: Readonly<Record<string, readonly { root: Hex; total: bigint; asOfBlock: bigint }[]>>;
};

export const JU_TOKEN = NATIVE_TOKEN;

/** Answers as nodes with these contents, by URL; a node that is not named does not answer. */
export function answerAs(nodes: Readonly<Record<string, FakeAnchors>>): void {
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const contents = nodes[url];
    if (contents === undefined) throw new TypeError('no network');
    const { params } = JSON.parse(body);
    const data: unknown = params[0].data;
    if (!isHex(data)) throw new TypeError('no calldata');
    return Response.json({ jsonrpc: '2.0', id: 1, result: answer(contents, data) });
  });
}

function answer({ roots = {}, liabilities = {} }: FakeAnchors, data: Hex): Hex {
  const { functionName, args } = decodeFunctionData({ abi: anchorsAbi, data });
  if (functionName === 'rootOf') {
    const result = roots[String(args[0])] ?? `0x${'0'.repeat(64)}`;
    return encodeFunctionResult({ abi: anchorsAbi, functionName, result });
  }
  const list = liabilities[String(args?.[0]).toLowerCase()] ?? [];
  if (functionName === 'epochOf')
    return encodeFunctionResult({ abi: anchorsAbi, functionName, result: BigInt(list.length) });
  if (functionName !== 'liabilitiesAt') throw new TypeError(`unexpected call of ${functionName}`);
  const found = list[Number(args[1]) - 1];
  if (found === undefined) throw new TypeError('no such epoch');
  const result = { ...found, anchoredAt: 1n, deposited: 0n, withdrawn: 0n };
  return encodeFunctionResult({ abi: anchorsAbi, functionName, result });
}
