import { createPublicClient, custom, type EIP1193RequestFn, numberToHex } from 'viem';
import { blockPositionOf, isComparable } from './comparable-answer.ts';
import type { RpcNode } from './rpc-node.ts';
import { type Survey, type SurveySettings, surveyChain } from './survey-chain.ts';

/** How long a survey is reused: a block takes a few seconds. */
const SURVEY_MS = 1_000;

/**
 * Returns a node that answers for the majority of all nodes at one block: the last final one, or (`at: 'head'`) the
 * newest that a majority has. Calls that cannot be compared (gas prices, estimates, sending) go to the first node.
 * Throws like `surveyChain` and `createMajorityNode`.
 */
export function createAgreedNode(settings: SurveySettings & { readonly at: 'final' | 'head' }): RpcNode {
  let latest: { readonly survey: Promise<Survey>; readonly atMs: number } | undefined;
  const readSurvey = (): Promise<Survey> => {
    if (latest === undefined || performance.now() - latest.atMs > SURVEY_MS) {
      const survey = surveyChain(settings);
      latest = { survey, atMs: performance.now() };
      // A failed survey is not reused.
      survey.catch(() => {
        latest = undefined;
      });
    }
    return latest.survey;
  };
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const given: readonly unknown[] = Array.isArray(params) ? params : [];
    const [first] = settings.nodes;
    if (first === undefined) throw new Error('no chain node is configured');
    if (!isComparable(method)) return requestOf(first)({ method, params: given });
    const survey = await readSurvey();
    const [node, blockNumber] =
      settings.at === 'final' ? [survey.node, survey.finalized.number] : [survey.headNode, survey.head.number];
    return requestOf(node)({ method, params: atBlock(method, given, blockNumber) });
  };
  return createPublicClient({ name: 'agreed', cacheTime: 0, transport: custom({ request }, { retryCount: 0 }) });
}

function requestOf(node: RpcNode): EIP1193RequestFn {
  return node.request;
}

/** Replaces the newest block in a call by the block at which all nodes are asked. */
function atBlock(method: string, params: readonly unknown[], blockNumber: bigint): readonly unknown[] {
  const position = blockPositionOf(method);
  if (position === undefined) return params;
  const block = params[position];
  if (block !== undefined && block !== 'latest') return params;
  return params.length <= position
    ? [...params, numberToHex(blockNumber)]
    : params.with(position, numberToHex(blockNumber));
}
