import type { Hex } from 'viem';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import { describeNodeError } from './describe-node-error.ts';
import { finalizedNumber, UnclearFinalityError } from './finalized-number.ts';
import { genesisHashOf } from './genesis.ts';
import { createMajorityNode, majorityOf } from './majority-node.ts';
import type { NodeFinding, NodeWatch } from './node-watch.ts';
import { TooFewAnswersError } from './read-fault.ts';
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
  /** Null while the majority does not have block 0 any more. */
  readonly genesisHash: Hex | null;
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
    genesisHash: majorityGenesis(views, needed) ?? null,
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
  /** Null where the node does not have block 0 any more. */
  readonly genesisHash: Hex | null;
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
    if (outcome?.status !== 'fulfilled') watch?.found({ name: nodes[index]?.name ?? '', ...failureOf(outcome) });
  }
  if (views.length < needed) {
    const errors = outcomes.flatMap((outcome) => (outcome?.status === 'rejected' ? [outcome.reason as unknown] : []));
    throw new TooFewAnswersError({ count: views.length, of: nodes.length }, errors);
  }
  return views;
}

/** Returns what the watch shows of a node that did not answer the survey. */
function failureOf(outcome: PromiseRejectedResult | undefined): Omit<NodeFinding, 'name'> {
  const error: unknown = outcome?.reason;
  if (error === undefined) return { state: 'silent', what: 'it did not answer' };
  if (error instanceof UnclearFinalityError) {
    const answer = error.cause === undefined ? '' : `: ${describeNodeError(error.cause)}`;
    return { state: 'unclear', what: `${error.message}${answer}` };
  }
  return { state: 'silent', what: `it did not answer: ${describeNodeError(error)}` };
}

/**
 * Returns the answers of the nodes that are on the majority's chain. A node without block 0 may be on any chain of this
 * id: the later answers decide, up to the stored hash of the last block that was read.
 */
function findSameChain(views: readonly NodeView[], { nodes, chainId, watch }: SurveySettings): readonly NodeView[] {
  const needed = majorityOf(nodes.length);
  const commonId = mostStated(views, (view) => view.chainId, needed);
  const genesisHash = majorityGenesis(views, needed);
  const isPruned = views.some((view) => view.genesisHash === null);
  if (commonId === undefined || (genesisHash === undefined && !isPruned))
    throw new ChainIntegrityError('nodes-disagree', 'on the chain or its first block');
  if (commonId !== chainId)
    throw new ChainIntegrityError('other-chain', `the nodes are on chain ${commonId} instead of ${chainId}`);
  const isSame = (view: NodeView) =>
    view.chainId === commonId && (genesisHash === undefined || [genesisHash, null].includes(view.genesisHash));
  for (const { node } of views.filter((view) => !isSame(view)))
    watch?.found({ name: node.name, state: 'disagrees', what: 'on the chain or its first block' });
  const sameChain = views.filter(isSame);
  if (sameChain.length < needed) throw new ChainIntegrityError('nodes-disagree', 'on the chain or its first block');
  return sameChain;
}

/** Returns the hash of block 0 that at least `needed` nodes state: fewer could lie. */
function majorityGenesis(views: readonly NodeView[], needed: number): Hex | undefined {
  return mostStated(
    views.filter((view) => view.genesisHash !== null),
    (view) => view.genesisHash ?? undefined,
    needed,
  );
}

function mostStated<Value>(
  views: readonly NodeView[],
  statedBy: (view: NodeView) => Value | undefined,
  needed: number,
): Value | undefined {
  const values = views.map(statedBy);
  return values.find((value) => values.filter((other) => other === value).length >= needed);
}

/** Returns the highest figure that `needed` views have reached. */
function reachedBy(needed: number, views: readonly NodeView[], figureOf: (view: NodeView) => bigint): bigint {
  const figures = views.map(figureOf).sort((first, second) => (first < second ? 1 : -1));
  return figures[needed - 1] ?? 0n;
}

async function surveyNode(node: RpcNode, settings: SurveySettings): Promise<NodeView> {
  const [chainId, genesisHash, latest] = await Promise.all([
    node.getChainId(),
    genesisHashOf(node),
    node.getBlock({ blockTag: 'latest' }),
  ]);
  const reported = await finalizedNumber(node);
  if (reported === undefined) settings.watch?.countsConfirmations?.(node.name, settings.confirmations);
  const stated = reported ?? latest.number - BigInt(settings.confirmations);
  // Blocks may have become final between the two answers; all blocks up to the stated head are final then.
  const final = stated < latest.number ? stated : latest.number;
  return {
    node,
    chainId,
    genesisHash,
    headNumber: latest.number,
    headAt: latest.timestamp,
    finalized: final < 0n ? 0n : final,
  };
}
