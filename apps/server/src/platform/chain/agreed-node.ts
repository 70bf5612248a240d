import { createPublicClient, custom, type EIP1193RequestFn, numberToHex } from 'viem';
import { blockPositionOf, isComparable } from './comparable-answer.ts';
import type { RpcNode } from './rpc-node.ts';
import { type Survey, type SurveySettings, surveyChain } from './survey-chain.ts';

/** How long one survey is used: blocks come every few seconds. */
const SURVEY_MS = 1_000;

/**
 * Returns a node that answers what the majority of all nodes says at one block that all of them are asked at: the last
 * final one, or (`at: 'head'`) the newest that a majority has. What cannot be compared (prices of gas, estimates,
 * sending) goes to the first node. Throws as `surveyChain` and `createMajorityNode` do.
 */
export function createAgreedNode(settings: SurveySettings & { readonly at: 'final' | 'head' }): RpcNode {
  let latest: { readonly survey: Promise<Survey>; readonly atMs: number } | undefined;
  const readSurvey = (): Promise<Survey> => {
    if (latest === undefined || performance.now() - latest.atMs > SURVEY_MS) {
      const survey = surveyChain(settings);
      latest = { survey, atMs: performance.now() };
      // One that failed is not used again.
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

/** A call of the newest block is one of the block that all are asked at. */
function atBlock(method: string, params: readonly unknown[], blockNumber: bigint): readonly unknown[] {
  const position = blockPositionOf(method);
  if (position === undefined) return params;
  const block = params[position];
  if (block !== undefined && block !== 'latest') return params;
  return params.length <= position
    ? [...params, numberToHex(blockNumber)]
    : params.with(position, numberToHex(blockNumber));
}
