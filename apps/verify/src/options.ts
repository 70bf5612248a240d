import { httpNode } from './ask-nodes.ts';
import type { AnchorsContract } from './read-contract.ts';

/** The options of all commands. */
export const OPTIONS = {
  'terms-hash': { type: 'string' },
  account: { type: 'string' },
  fmc: { type: 'string' },
  anchors: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  folder: { type: 'string' },
  vault: { type: 'string' },
  'chain-id': { type: 'string' },
  since: { type: 'string' },
  operator: { type: 'string', multiple: true },
  node: { type: 'string', multiple: true },
  tree: { type: 'string', multiple: true },
} as const;

type Lists = 'node' | 'tree' | 'operator';

export type Options = Readonly<Partial<Record<Exclude<keyof typeof OPTIONS, Lists>, string>>> &
  Readonly<Partial<Record<Lists, readonly string[]>>>;

/** Returns the named contract; undefined without one. Throws for a contract without a node, or nodes without one. */
export function contractOf({ anchors, node = [] }: Options): AnchorsContract | undefined {
  if (anchors === undefined && node.length === 0) return undefined;
  if (node.length === 0) throw new TypeError('--node is missing');
  return { anchors: hexOf(anchors, { name: '--anchors', bytes: 20 }), nodes: node };
}

/** Returns the named nodes; throws without one. */
export function nodesOf({ node = [] }: Options) {
  if (node.length === 0) throw new TypeError('--node is missing');
  return node.map(httpNode);
}

/** Returns a whole number; throws a TypeError for other text, or none. */
export function numberOf(text: string | undefined, name: string): number {
  if (text === undefined) throw new TypeError(`${name} is missing`);
  if (!/^\d{1,15}$/.test(text)) throw new TypeError(`${name}: must be a whole number, is ${text}`);
  return Number(text);
}

/** Returns 0x hex of this many bytes, in lower case; throws a TypeError for other text, or none. */
export function hexOf(text: string | undefined, { name, bytes }: { name: string; bytes: number }): string {
  if (text === undefined) throw new TypeError(`${name} is missing`);
  if (!new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`, 'i').test(text))
    throw new TypeError(`${name}: must be ${bytes} bytes in 0x hex, is ${text}`);
  return text.toLowerCase();
}

/** Returns the tokens of both currencies; throws a TypeError if `--fmc` is missing. */
export function tokensFrom({ fmc }: Options) {
  const token = hexOf(fmc, { name: '--fmc', bytes: 20 });
  return [
    { currency: 'JU', token: NO_TOKEN },
    { currency: 'FMC', token },
  ] as const;
}

/** The token address of JU. */
export const NO_TOKEN = `0x${'0'.repeat(40)}`;
