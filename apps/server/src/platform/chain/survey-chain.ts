import {
  BaseError,
  BlockNotFoundError,
  type Hex,
  InvalidInputRpcError,
  InvalidParamsRpcError,
  MethodNotSupportedRpcError,
} from 'viem';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import type { RpcNode } from './rpc-node.ts';

export type BlockHeader = {
  readonly number: bigint;
  readonly hash: Hex;
  /** The block's own time. */
  readonly at: Date;
};

/** What the nodes agree on, at one poll. */
export type Survey = {
  readonly head: BlockHeader;
  /** No reorg can revert this block or an earlier one. */
  readonly finalized: BlockHeader;
  readonly genesisHash: Hex;
  /** How many blocks must be on top of a final one. */
  readonly confirmationsNeeded: number;
};

export type SurveySettings = {
  readonly nodes: readonly RpcNode[];
  readonly chainId: number;
  /** The same, for nodes that do not say themselves which block is final. */
  readonly confirmations: number;
};

/**
 * Asks every node for its head and its finalised block, and returns what they agree on. The majority has to answer, and
 * all that answer have to be on the right chain and have the same hash for the finalised block, which is the lowest
 * that any of them calls final. Throws ChainIntegrityError when they contradict each other.
 */
export async function surveyChain(settings: SurveySettings): Promise<Survey> {
  const answers = await Promise.allSettled(settings.nodes.map((node) => surveyNode(node, settings)));
  const views = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const contradiction = answers.find(
    (answer) => answer.status === 'rejected' && answer.reason instanceof ChainIntegrityError,
  );
  if (contradiction?.status === 'rejected') throw contradiction.reason;
  if (views.length * 2 <= settings.nodes.length) {
    throw new Error(`${views.length} of ${settings.nodes.length} chain nodes answered`, {
      cause: firstReason(answers),
    });
  }
  const lowest = views.reduce((best, view) => (view.finalized < best.finalized ? view : best));
  const highest = views.reduce((best, view) => (view.head.number > best.head.number ? view : best));
  const headers = await Promise.all(views.map(({ node }) => readBlockHeader(node, lowest.finalized)));
  const [finalized] = headers;
  if (finalized === undefined) throw new Error('no chain node is configured');
  if (headers.some((header) => header.hash !== finalized.hash)) {
    throw new ChainIntegrityError('nodes-disagree', `on the hash of the finalised block ${lowest.finalized}`);
  }
  if (views.some((view) => view.genesisHash !== highest.genesisHash)) {
    throw new ChainIntegrityError('nodes-disagree', 'on the first block');
  }
  return {
    head: highest.head,
    finalized,
    genesisHash: highest.genesisHash,
    confirmationsNeeded: Math.max(1, Number(lowest.head.number - lowest.finalized)),
  };
}

/** Returns number, hash and time of a block. Throws when the node does not have it. */
export async function readBlockHeader(node: RpcNode, blockNumber: bigint): Promise<BlockHeader> {
  const { number, hash, timestamp } = await node.getBlock({ blockNumber });
  if (number !== blockNumber)
    throw new ChainIntegrityError('block-changed', `asked for block ${blockNumber}, got ${number}`);
  return { number, hash, at: new Date(Number(timestamp) * 1000) };
}

type NodeView = { node: RpcNode; genesisHash: Hex; head: BlockHeader; finalized: bigint };

async function surveyNode(node: RpcNode, settings: SurveySettings): Promise<NodeView> {
  const [chainId, genesis, latest] = await Promise.all([
    node.getChainId(),
    node.getBlock({ blockNumber: 0n }),
    node.getBlock({ blockTag: 'latest' }),
  ]);
  if (chainId !== settings.chainId) {
    throw new ChainIntegrityError('other-chain', `a node is on chain ${chainId} instead of ${settings.chainId}`);
  }
  const final = (await finalizedNumber(node)) ?? latest.number - BigInt(settings.confirmations);
  return {
    node,
    genesisHash: genesis.hash,
    head: { number: latest.number, hash: latest.hash, at: new Date(Number(latest.timestamp) * 1000) },
    finalized: final < 0n ? 0n : final,
  };
}

/**
 * Returns the number of the node's finalised block, or undefined when it does not know that tag. Throws any other
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

function firstReason(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  return answers.find((answer) => answer.status === 'rejected')?.reason;
}
