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

/** What the nodes agree on at one look. */
export type Survey = {
  readonly head: BlockHeader;
  /** Nothing up to and with this block can be taken back. */
  readonly finalized: BlockHeader;
  readonly genesisHash: Hex;
  /** How far a block must lie below the head to be final. */
  readonly confirmationsNeeded: number;
};

export type SurveySettings = {
  readonly nodes: readonly RpcNode[];
  readonly chainId: number;
  /** Where a node does not say itself which block is final: how many blocks must lie on top of one. */
  readonly confirmations: number;
};

/**
 * Asks every node where the chain stands. The majority has to answer, all that answer have to be on the right chain and to give the same hash
 * for the finalised block, which is the lowest that any of them calls final. Throws ChainIntegrityError when they contradict each other.
 */
export async function surveyChain(settings: SurveySettings): Promise<Survey> {
  const answers = await Promise.allSettled(settings.nodes.map((node) => surveyNode(node, settings)));
  const views = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const doubt = answers.find((answer) => answer.status === 'rejected' && answer.reason instanceof ChainIntegrityError);
  if (doubt?.status === 'rejected') throw doubt.reason;
  if (views.length * 2 <= settings.nodes.length) {
    throw new Error(`${views.length} of ${settings.nodes.length} chain nodes answered`, {
      cause: firstReason(answers),
    });
  }
  const lowest = views.reduce((a, b) => (b.finalized < a.finalized ? b : a));
  const highest = views.reduce((a, b) => (b.head.number > a.head.number ? b : a));
  const places = await Promise.all(views.map(({ node }) => readBlockHeader(node, lowest.finalized)));
  const [first] = places;
  if (first === undefined) throw new Error('no chain node is configured');
  if (places.some((place) => place.hash !== first.hash)) {
    throw new ChainIntegrityError('nodes-disagree', `on the hash of the finalised block ${lowest.finalized}`);
  }
  if (views.some((view) => view.genesisHash !== highest.genesisHash)) {
    throw new ChainIntegrityError('nodes-disagree', 'on the first block');
  }
  return {
    head: highest.head,
    finalized: first,
    genesisHash: highest.genesisHash,
    confirmationsNeeded: Math.max(1, Number(lowest.head.number - lowest.finalized)),
  };
}

/** Number, hash and time of a block. Throws when the node does not have it. */
export async function readBlockHeader(node: RpcNode, blockNumber: bigint): Promise<BlockHeader> {
  const { number, hash, timestamp } = await node.getBlock({ blockNumber });
  if (number !== blockNumber)
    throw new ChainIntegrityError('block-changed', `asked for block ${blockNumber}, got ${number}`);
  return { number, hash, at: new Date(Number(timestamp) * 1000) };
}

type View = { node: RpcNode; genesisHash: Hex; head: BlockHeader; finalized: bigint };

async function surveyNode(node: RpcNode, settings: SurveySettings): Promise<View> {
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

/** What the node calls final; undefined when it does not know the word. Any other trouble is thrown. */
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
