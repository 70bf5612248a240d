import { buildSettings } from '#platform/build-settings.ts';
import { askNode, type NodeCall, numberIn } from '#platform/node.ts';

/** A root of liabilities in the contract Anchors; base units. */
export type AnchoredLiabilities = {
  readonly root: string;
  readonly total: bigint;
  readonly asOfBlock: bigint;
  /** The time of the block in which it was anchored, in seconds. */
  readonly anchoredAt: bigint;
};

/** The newest roots of a token, newest first, that every node has, and the number of nodes; or that nodes differ. */
export type AnchoredRoots =
  | { readonly kind: 'read'; readonly roots: readonly AnchoredLiabilities[]; readonly nodes: number }
  | { readonly kind: 'nodes-differ' };

type Contract = { readonly anchors: string; readonly token: string };

/** Selectors of the contract's functions. */
export const SELECTORS = { epochOf: '0x582805d9', liabilitiesAt: '0x3ac53023', rootOf: '0x6d6f398e' } as const;

/** A tree is proven from one of the newest two; a node may be behind by one. */
const NEWEST = 4n;

/**
 * Returns the newest roots of a token, read from the build's node and each witness. Throws if one does not answer. An
 * epoch that a node does not have yet is left out; one that two nodes state differently makes none of them believed.
 */
export async function readAnchoredRoots(
  contract: Contract,
  { witnessUrls, signal }: { readonly witnessUrls: readonly string[]; readonly signal?: AbortSignal },
): Promise<AnchoredRoots> {
  const urls = [buildSettings.rpcUrl, ...witnessUrls];
  const [own = new Map(), ...others] = await Promise.all(urls.map((url) => readNewest(contract, { url, signal })));
  const shared = [...own].filter(([epoch]) => others.every((other) => other.has(epoch)));
  const isSame = shared.every(([epoch, root]) => others.every((other) => isEqual(root, other.get(epoch))));
  const lacksAll = shared.length === 0 && [own, ...others].some(({ size }) => size > 0);
  if (!isSame || lacksAll) return { kind: 'nodes-differ' };
  return { kind: 'read', roots: shared.map(([, root]) => root), nodes: urls.length };
}

/** The root of a subject that every node has, null if one has none yet; or that nodes differ. */
export type AnchoredRoot =
  | { readonly kind: 'read'; readonly root: string | null; readonly nodes: number }
  | { readonly kind: 'nodes-differ' };

/**
 * Returns the root that the contract has for a subject, 32 bytes in 0x hex each, read from the build's node and each
 * witness. Throws if one does not answer.
 */
export async function readAnchoredRoot(
  { anchors, subject }: { readonly anchors: string; readonly subject: string },
  { witnessUrls, signal }: { readonly witnessUrls: readonly string[]; readonly signal?: AbortSignal },
): Promise<AnchoredRoot> {
  const urls = [buildSettings.rpcUrl, ...witnessUrls];
  const answers = await Promise.all(urls.map((url) => askNode([callOf(anchors, 'rootOf', subject)], signal, url)));
  const roots = answers.map(([answer = '']) => (numberIn(answer) === 0n ? null : answer.toLowerCase()));
  const known = new Set(roots.filter((root) => root !== null));
  if (known.size > 1) return { kind: 'nodes-differ' };
  return { kind: 'read', root: roots.includes(null) ? null : (roots[0] ?? null), nodes: urls.length };
}

function callOf(anchors: string, name: keyof typeof SELECTORS, ...words: string[]): NodeCall {
  const data = SELECTORS[name] + words.map((word) => word.replace('0x', '').toLowerCase().padStart(64, '0')).join('');
  return { method: 'eth_call', params: [{ to: anchors, data }, 'latest'] };
}

type Asked = { readonly url: string; readonly signal: AbortSignal | undefined };

async function readNewest({ anchors, token }: Contract, { url, signal }: Asked) {
  const call = (name: keyof typeof SELECTORS, ...words: string[]) => callOf(anchors, name, ...words);
  const [latest = ''] = await askNode([call('epochOf', token)], signal, url);
  const last = numberIn(latest);
  const epochs = Array.from({ length: Number(last < NEWEST ? last : NEWEST) }, (_, index) => last - BigInt(index));
  if (epochs.length === 0) return new Map<bigint, AnchoredLiabilities>();
  const answers = await askNode(
    epochs.map((epoch) => call('liabilitiesAt', token, epoch.toString(16))),
    signal,
    url,
  );
  return new Map(epochs.map((epoch, index) => [epoch, liabilitiesIn(answers[index] ?? '')]));
}

/** Root, total, block, time, deposits and withdrawals. */
const WORDS = 6;

function liabilitiesIn(answer: string): AnchoredLiabilities {
  if (answer.length !== 2 + WORDS * 64) throw new RangeError('not liabilities');
  const [total, asOfBlock, anchoredAt] = [numberIn(answer, 1), numberIn(answer, 2), numberIn(answer, 3)];
  return { root: answer.slice(0, 66).toLowerCase(), total, asOfBlock, anchoredAt };
}

function isEqual(one: AnchoredLiabilities, other: AnchoredLiabilities | undefined): boolean {
  const isSame = (name: keyof AnchoredLiabilities) => one[name] === other?.[name];
  return isSame('root') && isSame('total') && isSame('asOfBlock') && isSame('anchoredAt');
}
