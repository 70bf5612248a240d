import { createPublicClient, custom, type EIP1193RequestFn } from 'viem';
import { ChainIntegrityError } from './chain-integrity-error.ts';
import { blockPositionOf, comparableAnswer, isComparable } from './comparable-answer.ts';
import { describeNodeError } from './describe-node-error.ts';
import { isRevert } from './is-revert.ts';
import type { OnFinding } from './node-watch.ts';
import { TooFewAnswersError } from './read-fault.ts';
import { isUnknownMethod } from './read-receipts.ts';
import type { RpcNode } from './rpc-node.ts';
import type { RpcRequest, SharedReading } from './shared-reading.ts';

/**
 * One node's answer: a text for comparison (empty where only one node is asked), and the result or error to use if the
 * majority agrees.
 */
type Answer = { readonly text: string; readonly result?: unknown; readonly error?: unknown };

type MajoritySettings = {
  readonly total?: number;
  readonly onFinding?: OnFinding | undefined;
  /** Shares answers about blocks up to the last final one between readers. */
  readonly shared?: { readonly reading: SharedReading; readonly finalNumber: bigint } | undefined;
};

/** Returns how many nodes have to agree: more than half. */
export function majorityOf(nodeCount: number): number {
  return Math.floor(nodeCount / 2) + 1;
}

/**
 * Returns a node that answers only if more than half of `total` nodes agree. It sends each call to all of `nodes`
 * concurrently, and reports each node that differs. A call must name its block, because the nodes' heads differ.
 * Answers about final blocks that other readers already received are not requested again (`shared`, `finalNumber`).
 * Throws ChainIntegrityError (possibly wrapped by viem, see `integrityErrorIn`) when enough nodes answer and no answer
 * has a majority, and another error when too few answer.
 */
export function createMajorityNode(
  nodes: readonly RpcNode[],
  { total = nodes.length, onFinding, shared }: MajoritySettings = {},
): RpcNode {
  const request = ({ method, params }: { method: string; params?: unknown }) => {
    const call = { method, params: Array.isArray(params) ? params : [] };
    if (!isComparable(method) || !namesItsBlock(call))
      throw new Error(`nodes cannot be compared on ${method} of ${JSON.stringify(call.params.slice(1))}`);
    const ask = () => askAll(nodes, { call, needed: majorityOf(total), total, onFinding });
    return shared !== undefined && isShared(call, shared.finalNumber) ? shared.reading.once(call, ask) : ask();
  };
  return createPublicClient({ name: 'majority', cacheTime: 0, transport: custom({ request }, { retryCount: 0 }) });
}

/**
 * Shares only receipts of a final block, which are the largest answers; never its header, which reveals whether it was
 * replaced.
 */
function isShared({ method, params: [block] }: RpcRequest, finalNumber: bigint): boolean {
  return method === 'eth_getBlockReceipts' && BigInt(String(block)) <= finalNumber;
}

/** Code is compared at the newest block, too: that of a contract does not change between blocks. */
function namesItsBlock({ method, params }: RpcRequest): boolean {
  if (method === 'eth_getCode') return true;
  const isOfBlock = method === 'eth_getBlockByNumber' || method === 'eth_getBlockReceipts';
  const position = isOfBlock ? 0 : blockPositionOf(method);
  return position === undefined || /^0x[0-9a-f]+$/.test(String(params[position]));
}

type Inquiry = {
  readonly call: RpcRequest;
  readonly needed: number;
  readonly total: number;
  readonly onFinding: OnFinding | undefined;
};

/** Returns as soon as a majority agrees; later answers are still compared with it. */
async function askAll(nodes: readonly RpcNode[], { call, needed, total, onFinding }: Inquiry): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const answers = new Map<RpcNode, Answer>();
  const failures: unknown[] = [];
  let agreed: Answer | undefined;
  const conclude = () => {
    agreed ??= [...answers.values()].find(
      ({ text }) => [...answers.values()].filter((other) => other.text === text).length >= needed,
    );
    if (agreed === undefined) return;
    if (agreed.error === undefined) resolve(agreed.result);
    else reject(agreed.error);
  };
  const asked = nodes.map(async (node) => {
    try {
      answers.set(node, await ask(node, { call, isCompared: nodes.length > 1 }));
      conclude();
    } catch (error) {
      failures.push(error);
      // Not all nodes support all methods; the callers have an alternative.
      if (isUnknownMethod(error)) return;
      const what = `${call.method} was not answered: ${describeNodeError(error)}`;
      onFinding?.({ name: node.name, state: 'silent', what });
    }
  });
  void Promise.all(asked).then(() => {
    for (const [node, { text }] of answers) {
      if (agreed === undefined || text === agreed.text) continue;
      if (isLate(text, call)) onFinding?.({ name: node.name, state: 'behind', what: `without ${call.method}` });
      else onFinding?.({ name: node.name, state: 'disagrees', what: `on ${call.method}` });
    }
    if (agreed !== undefined) return;
    if (answers.size >= needed) reject(disagreementOf([...answers.values()], call));
    else if (total === 1) reject(failures[0]);
    else reject(new TooFewAnswersError({ count: answers.size, of: total }, failures));
  });
  return promise;
}

/** Answered by null where a node does not have the data yet; another node may have it. */
const LATE_METHODS = new Set([
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
]);

function isLate(text: string, { method }: RpcRequest): boolean {
  return text === 'null' && LATE_METHODS.has(method);
}

/** Nodes that have the same data, and others that have none yet, do not contradict each other. */
function disagreementOf(answers: readonly Answer[], call: RpcRequest): ChainIntegrityError {
  const stated = answers.filter(({ text }) => !isLate(text, call));
  const isAlike = stated.every(({ text }) => text === stated[0]?.text);
  if (isAlike && stated.length < answers.length)
    return new ChainIntegrityError('missing-data', `${stated.length} of ${answers.length} nodes have ${call.method}`);
  return new ChainIntegrityError('nodes-disagree', `on ${call.method}`);
}

type Asked = { readonly call: RpcRequest; readonly isCompared: boolean };

async function ask(node: RpcNode, { call: { method, params }, isCompared }: Asked): Promise<Answer> {
  const request: EIP1193RequestFn = node.request;
  try {
    const result = comparableAnswer(method, await request({ method, params }));
    return { text: isCompared ? JSON.stringify(result ?? null) : '', result };
  } catch (error) {
    // A revert is an answer, the same on every node.
    if (isRevert(error)) return { text: 'reverted', error };
    throw error;
  }
}
