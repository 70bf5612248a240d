import {
  BaseError,
  BlockNotFoundError,
  type Hex,
  InvalidInputRpcError,
  InvalidParamsRpcError,
  MethodNotSupportedRpcError,
} from 'viem';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import { createMajorityNode, majorityOf } from './majority-node.ts';
import type { NodeWatch } from './node-watch.ts';
import type { RpcNode } from './rpc-node.ts';
import { settleMost } from './settle-most.ts';
import type { SharedReading } from './shared-reading.ts';

export type BlockHeader = {
  readonly number: bigint;
  readonly hash: Hex;
  /** The block's own time. */
  readonly at: Date;
};

/** The state of the chain on which the majority of all nodes agrees, at one poll. */
export type Survey = {
  /** At least one more node than may lie has reached a block with this number, and one with this time. */
  readonly head: Pick<BlockHeader, 'number' | 'at'>;
  /** No reorg can revert this block or an earlier one. */
  readonly finalized: BlockHeader;
  readonly genesisHash: Hex;
  /** The number of blocks needed on top of a final one. */
  readonly confirmationsNeeded: number;
  /** Answers for the majority up to the finalised block; reports nodes that disagree. */
  readonly node: RpcNode;
  /** The same up to the head, where nodes may differ for a moment: reports nothing. */
  readonly headNode: RpcNode;
};

export type SurveySettings = {
  readonly nodes: readonly RpcNode[];
  readonly chainId: number;
  /** The same, for nodes that do not report finality themselves. */
  readonly confirmations: number;
  /** Notified of each node that is excluded. */
  readonly watch?: NodeWatch | undefined;
  /** Shares large answers about final blocks with other readers of the process. */
  readonly shared?: SharedReading | undefined;
};

/**
 * Asks every node for its chain, its head and its finalised block, and returns the values on which more than half of
 * them agree: head and finalised block are the highest that a majority has reached, so that no single node can move
 * them. Throws ChainIntegrityError when there is no majority or it is on another chain, and another error when too few
 * answer.
 */
export async function surveyChain(settings: SurveySettings): Promise<Survey> {
  const { nodes, watch, shared } = settings;
  const total = nodes.length;
  const needed = majorityOf(total);
  const views = findSameChain(await askViews(settings), settings);
  const [head, headAt, final] = [
    reachedBy(needed, views, (view) => view.headNumber),
    reachedBy(needed, views, (view) => view.headAt),
    reachedBy(needed, views, (view) => view.finalized),
  ];
  const having = (blockNumber: bigint) => views.filter((view) => view.headNumber >= blockNumber);
  for (const { node, headNumber } of views) {
    if (headNumber < final) watch?.found({ name: node.name, state: 'behind', what: `at block ${headNumber}` });
  }
  const nodesOf = (withBlock: readonly NodeView[]) => withBlock.map(({ node }) => node);
  const node = createMajorityNode(nodesOf(having(final)), {
    ...{ total, onFinding: watch?.found },
    shared: shared && { reading: shared, finalNumber: final },
  });
  const finalized = await readBlockHeader(node, final);
  return {
    head: { number: head, at: new Date(Number(headAt) * 1000) },
    finalized,
    genesisHash: views[0]?.genesisHash ?? '0x',
    confirmationsNeeded: Math.max(1, Number(head - final)),
    node,
    headNode: createMajorityNode(nodesOf(having(head)), { total }),
  };
}

/** Returns number, hash and time of a block. Throws when the node does not have it. */
export async function readBlockHeader(node: RpcNode, blockNumber: bigint): Promise<BlockHeader> {
  const { number, hash, timestamp } = await node.getBlock({ blockNumber });
  if (number !== blockNumber)
    throw new ChainIntegrityError('log-of-other-block', `asked for block ${blockNumber}, got ${number}`);
  return { number, hash, at: new Date(Number(timestamp) * 1000) };
}

type NodeView = {
  readonly node: RpcNode;
  readonly chainId: number;
  readonly genesisHash: Hex;
  readonly headNumber: bigint;
  /** Unix seconds. */
  readonly headAt: bigint;
  readonly finalized: bigint;
};

/** Returns the answers of the nodes that answered, at least a majority. */
async function askViews(settings: SurveySettings): Promise<readonly NodeView[]> {
  const { nodes, watch } = settings;
  const needed = majorityOf(nodes.length);
  const outcomes = await settleMost(
    nodes.map((node) => surveyNode(node, settings)),
    needed,
  );
  const views = outcomes.flatMap((outcome) => (outcome?.status === 'fulfilled' ? [outcome.value] : []));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome?.status !== 'fulfilled')
      watch?.found({ name: nodes[index]?.name ?? '', state: 'silent', what: 'it did not answer' });
  }
  if (views.length < needed) {
    const failure = outcomes.find((outcome) => outcome?.status === 'rejected');
    const cause: unknown = failure?.status === 'rejected' ? failure.reason : undefined;
    throw new Error(`${views.length} of ${nodes.length} chain nodes answered`, { cause });
  }
  return views;
}

/** Returns the answers of the nodes that are on the majority's chain. */
function findSameChain(views: readonly NodeView[], { nodes, chainId, watch }: SurveySettings): readonly NodeView[] {
  const chainOf = (view: NodeView) => `${view.chainId} ${view.genesisHash}`;
  const sameChain = views
    .map((view) => views.filter((other) => chainOf(other) === chainOf(view)))
    .find((group) => group.length >= majorityOf(nodes.length));
  const [first] = sameChain ?? [];
  if (sameChain === undefined || first === undefined)
    throw new ChainIntegrityError('nodes-disagree', 'on the chain or its first block');
  if (first.chainId !== chainId)
    throw new ChainIntegrityError('other-chain', `the nodes are on chain ${first.chainId} instead of ${chainId}`);
  for (const view of views) {
    if (!sameChain.includes(view))
      watch?.found({ name: view.node.name, state: 'disagrees', what: 'on the chain or its first block' });
  }
  return sameChain;
}

/** Returns the highest figure that `needed` views have reached. */
function reachedBy(needed: number, views: readonly NodeView[], figureOf: (view: NodeView) => bigint): bigint {
  const figures = views.map(figureOf).sort((first, second) => (first < second ? 1 : -1));
  return figures[needed - 1] ?? 0n;
}

async function surveyNode(node: RpcNode, settings: SurveySettings): Promise<NodeView> {
  const [chainId, genesis, latest] = await Promise.all([
    node.getChainId(),
    node.getBlock({ blockNumber: 0n }),
    node.getBlock({ blockTag: 'latest' }),
  ]);
  const stated = (await finalizedNumber(node)) ?? latest.number - BigInt(settings.confirmations);
  // Blocks may have become final between the two answers; all blocks up to the stated head are final then.
  const final = stated < latest.number ? stated : latest.number;
  return {
    node,
    chainId,
    genesisHash: genesis.hash,
    headNumber: latest.number,
    headAt: latest.timestamp,
    finalized: final < 0n ? 0n : final,
  };
}

/**
 * Returns the number of the node's finalised block, or undefined when it does not support that tag. Throws any other
 * error.
 */
async function finalizedNumber(node: RpcNode): Promise<bigint | undefined> {
  try {
    const { number } = await node.getBlock({ blockTag: 'finalized' });
    return number;
  } catch (error) {
    if (isUnknownTag(error)) return undefined;
    throw error;
  }
}

function isUnknownTag(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const cause = error.walk(
    (inner) =>
      inner instanceof BlockNotFoundError ||
      inner instanceof InvalidParamsRpcError ||
      inner instanceof InvalidInputRpcError ||
      inner instanceof MethodNotSupportedRpcError,
  );
  return cause !== null;
}
