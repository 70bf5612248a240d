import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import {
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  keccak256,
  numberToHex,
  toFunctionSelector,
  toHex,
} from 'viem';
import { afterEach, expect, test, vi } from 'vitest';
import { buildSettings } from '#platform/build-settings.ts';
import { readAnchoredRoot, readAnchoredRoots, SELECTORS } from './read-anchored.ts';

const ANCHORS = `0x${'6'.repeat(40)}` as const;
const WITNESS = 'https://witness.example';
const CONTRACT = { anchors: ANCHORS, token: NATIVE_TOKEN };

type Stored = { readonly root: Hex; readonly total: bigint; readonly asOfBlock: bigint; readonly anchoredAt: bigint };
const rootOf = (epoch: number): Stored => ({
  root: keccak256(toHex(epoch)),
  total: BigInt(epoch) * 10n ** 18n,
  asOfBlock: BigInt(epoch) * 100n,
  anchoredAt: BigInt(epoch) * 1_000n,
});

afterEach(() => vi.unstubAllGlobals());

/** Answers as nodes on which the contract has these roots, each by its URL; undefined: the node does not answer. */
function answerAs(nodes: Readonly<Record<string, readonly Stored[] | undefined>>): void {
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const roots = nodes[url];
    if (roots === undefined) throw new TypeError('no network');
    const calls: readonly { id: number; params: [{ to: string; data: Hex }] }[] = JSON.parse(body);
    return Response.json(calls.map(({ id, params: [{ data }] }) => ({ id, result: answerTo(data, roots) })));
  });
}

function answerTo(data: Hex, roots: readonly Stored[]): Hex {
  if (data.startsWith(SELECTORS.epochOf)) return numberToHex(roots.length, { size: 32 });
  const epoch = Number(BigInt(`0x${data.slice(-64)}`));
  const expected = encodeFunctionData({
    abi: anchorsAbi,
    functionName: 'liabilitiesAt',
    args: [NATIVE_TOKEN, BigInt(epoch)],
  });
  expect(data).toBe(expected);
  const { root, total, asOfBlock, anchoredAt } = roots[epoch - 1] ?? {
    root: numberToHex(0, { size: 32 }),
    total: 0n,
    asOfBlock: 0n,
    anchoredAt: 0n,
  };
  const result = { root, total, asOfBlock, anchoredAt, deposited: 0n, withdrawn: 0n };
  return encodeFunctionResult({ abi: anchorsAbi, functionName: 'liabilitiesAt', result });
}

const all = [1, 2, 3, 4, 5].map(rootOf);
const read = (witnessUrls: readonly string[] = []) => readAnchoredRoots(CONTRACT, { witnessUrls });

test('the selectors are those of the contract', () => {
  for (const [name, selector] of Object.entries(SELECTORS)) {
    const item = anchorsAbi.find((entry) => entry.type === 'function' && entry.name === name);
    if (item?.type !== 'function') throw new Error(`the contract lacks ${name}`);
    expect(toFunctionSelector(item)).toBe(selector);
  }
});

test('default: returns the newest four roots, newest first, that each node has', async () => {
  answerAs({ [buildSettings.rpcUrl]: all });
  expect(await read()).toEqual({ kind: 'read', nodes: 1, roots: all.slice(1).reverse() });
  answerAs({ [buildSettings.rpcUrl]: all, [WITNESS]: all.slice(0, 4) });
  expect(await read([WITNESS])).toEqual({ kind: 'read', nodes: 2, roots: all.slice(1, 4).reverse() });
});

test('behavior: returns no root before the first one', async () => {
  answerAs({ [buildSettings.rpcUrl]: [], [WITNESS]: [] });
  expect(await read([WITNESS])).toEqual({ kind: 'read', nodes: 2, roots: [] });
});

test.each([
  ['another root', { root: keccak256(toHex('thief')) }],
  ['another total', { total: 1n }],
  ['another block', { asOfBlock: 1n }],
  ['another time', { anchoredAt: 1n }],
])('attack: a node with %s is not believed; twin: without a witness it is', async (_name, change) => {
  const changed = all.map((stored, index) => (index === 4 ? { ...stored, ...change } : stored));
  answerAs({ [buildSettings.rpcUrl]: changed, [WITNESS]: all });
  expect(await read([WITNESS])).toEqual({ kind: 'nodes-differ' });
  expect(await read()).toMatchObject({ kind: 'read', roots: [changed[4], ...all.slice(1, 4).reverse()] });
});

test('attack: a node that shows none of the roots is not believed', async () => {
  answerAs({ [buildSettings.rpcUrl]: all, [WITNESS]: [] });
  expect(await read([WITNESS])).toEqual({ kind: 'nodes-differ' });
});

test('error: throws if a node does not answer', async () => {
  answerAs({ [buildSettings.rpcUrl]: all });
  await expect(read([WITNESS])).rejects.toThrow('no network');
});

test.each([
  ['the root that both have', ['12', '12'], { kind: 'read', root: `0x${'12'.repeat(32)}`, nodes: 2 }],
  ['none while one has none', ['12', '00'], { kind: 'read', root: null, nodes: 2 }],
  ['that they differ', ['12', '13'], { kind: 'nodes-differ' }],
])('a settlement: two nodes return %s', async (_what, [own = '', witness = ''], expected) => {
  const answers: Readonly<Record<string, string>> = { [buildSettings.rpcUrl]: own, [WITNESS]: witness };
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const [{ params }] = JSON.parse(body);
    expect(params[0]).toEqual({ to: ANCHORS, data: SELECTORS.rootOf + 'ab'.repeat(32) });
    return Response.json([{ id: 0, result: `0x${(answers[url] ?? '').repeat(32)}` }]);
  });
  const subject = `0x${'ab'.repeat(32)}`;
  expect(await readAnchoredRoot({ anchors: ANCHORS, subject }, { witnessUrls: [WITNESS] })).toEqual(expected);
});
