import { NamedError } from './disagreement.ts';

/** A node of the chain: an address or another name, and how it is asked (EIP-1193). */
export type ChainNode = {
  readonly name: string;
  readonly request: (method: string, params: readonly unknown[]) => Promise<unknown>;
};

/** Thrown when nodes cannot be asked, or contradict each other. */
export class ContractUnread extends NamedError {
  override readonly name = 'ContractUnread';
}

const TIMEOUT_MS = 30_000;

/** Returns the node at a URL (JSON-RPC). */
export function httpNode(url: string): ChainNode {
  return {
    name: url,
    async request(method, params) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { result, error }: { result?: unknown; error?: unknown } = Object(await response.json());
      if (result === undefined) throw new TypeError(String(Object(error).message ?? 'no result'));
      return result;
    },
  };
}

/** Returns the answer of each node, in their order. Throws a ContractUnread that names a node without one. */
export async function askEach(
  nodes: readonly ChainNode[],
  method: string,
  params: readonly unknown[],
): Promise<unknown[]> {
  if (nodes.length === 0) throw new ContractUnread('no node was named');
  return Promise.all(
    nodes.map(async ({ name, request }) => {
      try {
        return await request(method, params);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ContractUnread(`${name}: ${reason}`, 'noAnswer', { name, reason });
      }
    }),
  );
}

/**
 * Calls a contract at every node, at a block (0x hex, or `latest`); returns their common answer in lower case. Throws a
 * ContractUnread if a node does not answer, if two answer differently, or if the answer has another number of words.
 */
export async function callContract(
  nodes: readonly ChainNode[],
  { to, data, words, block }: { to: string; data: string; words: number; block: string },
): Promise<string> {
  const answers = (await askEach(nodes, 'eth_call', [{ to, data }, block])).map((answer) =>
    String(answer).toLowerCase(),
  );
  const [first = ''] = answers;
  if (answers.some((answer) => answer !== first))
    throw new ContractUnread('the nodes contradict each other', 'differingNodes');
  if (!new RegExp(`^0x[0-9a-f]{${words * 64}}$`).test(first))
    throw new ContractUnread(`${to} answers as no contract of this product does`, 'noContract', { to });
  return first;
}

/** Blocks by which nodes may differ. */
const MOST_BLOCKS_BEHIND = 60;

/** Returns the newest block that every node has. Throws a ContractUnread that names a node far behind another one. */
export async function readCommonBlock(nodes: readonly ChainNode[]): Promise<bigint> {
  const heights = (await askEach(nodes, 'eth_blockNumber', [])).map(Number);
  const least = Math.min(...heights);
  if (!Number.isSafeInteger(least)) throw new ContractUnread('a node has no number of its newest block');
  const behind = Math.max(...heights) - least;
  if (behind > MOST_BLOCKS_BEHIND) {
    const name = nodes[heights.indexOf(least)]?.name ?? '';
    throw new ContractUnread(`${name} is ${behind} blocks behind another node`, 'behind', { name, behind });
  }
  return BigInt(least);
}

/** Returns a word of 32 bytes of an answer. */
export function wordAt(answer: string, index: number): bigint {
  return BigInt(`0x${answer.slice(2 + index * 64, 66 + index * 64)}`);
}
