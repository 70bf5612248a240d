import { isDeepStrictEqual } from 'node:util';
import type { ChainDutyTexts } from '@city-mint/texts/chain-duty-texts';
import { BaseError, createPublicClient, http, type PublicClient } from 'viem';
import { CommandError, EXIT } from '../exit-codes.ts';

/** Nodes of the chain, each named after its host: the rest of a URL may contain a key. */
export type ChainNodes = {
  readonly nodes: readonly { readonly name: string; readonly client: PublicClient }[];
  readonly texts: ChainDutyTexts;
};

/** Blocks by which nodes may differ. */
const MOST_BLOCKS_BEHIND = 60n;

/** Returns the nodes at these URLs. */
export function openNodes(
  urls: readonly string[],
  { timeoutMs, texts }: { readonly timeoutMs: number; readonly texts: ChainDutyTexts },
): ChainNodes {
  const hosts = urls.map((url) => new URL(url).host);
  const nodes = urls.map((url, index) => {
    const host = hosts[index] ?? '';
    const name = hosts.indexOf(host) === hosts.lastIndexOf(host) ? host : `${host} (${index + 1})`;
    const transport = http(url, { timeout: timeoutMs, retryCount: 1 });
    return { name, client: createPublicClient({ cacheTime: 0, transport }) };
  });
  return { nodes, texts };
}

/**
 * Returns the answer that all nodes have in common. Throws a CommandError that names a node without an answer, or the
 * nodes, if one answers differently.
 */
export async function askEvery<Reply>(all: ChainNodes, ask: (client: PublicClient) => Promise<Reply>): Promise<Reply> {
  const [first, ...others] = await askEach(all, ask);
  if (first === undefined) throw new RangeError('no node was named');
  if (others.some((other) => !isDeepStrictEqual(other, first))) {
    const message = all.texts.nodesDisagree(all.nodes.map(({ name }) => name).join(', '));
    throw new CommandError(EXIT.unanswered, { error: 'nodes-disagree', message });
  }
  return first;
}

/** Returns the newest block that every node has, and their chain. Throws like `askEvery`. */
export async function findCommonBlock(all: ChainNodes): Promise<{ readonly chainId: number; readonly block: bigint }> {
  const chainId = await askEvery(all, (client) => client.getChainId());
  const heights = await askEach(all, (client) => client.getBlockNumber());
  const [block = 0n] = heights.toSorted((one, other) => Number(one - other));
  if (heights.some((height) => height - block > MOST_BLOCKS_BEHIND)) {
    const message = all.texts.nodeBehind(all.nodes[heights.indexOf(block)]?.name ?? '');
    throw new CommandError(EXIT.unanswered, { error: 'node-behind', message });
  }
  return { chainId, block };
}

function askEach<Reply>({ nodes, texts }: ChainNodes, ask: (client: PublicClient) => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(
    nodes.map(async ({ name, client }) => {
      try {
        return await ask(client);
      } catch (error) {
        const message = texts.nodeUnread(name, shortMessage(error));
        throw new CommandError(EXIT.unanswered, { error: 'no-answer', message });
      }
    }),
  );
}

/** viem's longer message has the URL. A node must not move the cursor or hide a line. */
function shortMessage(error: unknown): string {
  const text = error instanceof BaseError ? error.shortMessage : String(error);
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').slice(0, 200);
}
