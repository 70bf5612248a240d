import type { Logger } from 'pino';
import { getAddress } from 'viem';
import type { Fault } from '#platform/http/classify-fault.ts';
import { expireProposals } from '../store/actions.ts';
import { deleteOldRequests, storeAnswer, takeRequest } from '../store/requests.ts';
import { proposedAction } from '../stored-action.ts';
import { type StoredRequest, storedRequest } from '../stored-request.ts';
import { storedId } from '../wire.ts';
import type { ActionDone, OperatorDeps } from './action-transaction.ts';
import { confirmProposal, rejectProposal } from './decide-proposal.ts';
import { performAction, previewAction } from './perform-action.ts';

export type AnsweringDeps = OperatorDeps & {
  readonly log: Logger;
  /** Returns the form of an error for callers. */
  readonly classify: (error: unknown) => Fault;
};

/**
 * Performs the operators' requests in the order of arrival, until none waits or `signal` is aborted. A request is
 * performed at most once: if its worker ends before it answers, no other worker takes it, and the caller gets `busy`.
 * Returns how many were answered.
 */
export async function answerRequests(deps: AnsweringDeps, signal: AbortSignal): Promise<number> {
  let answered = 0;
  while (!signal.aborted) {
    const taken = await takeRequest(deps.operatorDb);
    if (taken === undefined) break;
    const answer = await answerRequest(deps, taken).catch((error: unknown) => {
      deps.log.error({ err: error, callId: taken.call_id }, 'a request of an operator failed');
      return { fault: deps.classify(error) };
    });
    await storeAnswer(deps.operatorDb, { id: taken.id, answer });
    answered += 1;
  }
  await deleteOldRequests(deps.operatorDb);
  await expireProposals(deps.operatorDb);
  return answered;
}

async function answerRequest(
  deps: OperatorDeps,
  { request, call_id: callId }: { readonly request: unknown; readonly call_id: string },
): Promise<object> {
  const asked = storedRequest.parse(request);
  if (asked.kind === 'preview') return preview(deps, asked);
  const by = { operator: getAddress(asked.operator), signature: asked.signature, callId };
  if (asked.kind === 'act') return toWire(await performAction(deps, { action: proposedAction(asked), by }));
  const decided = { proposalId: storedId(asked.proposalId), by };
  return toWire(await (asked.kind === 'confirm' ? confirmProposal(deps, decided) : rejectProposal(deps, decided)));
}

async function preview(deps: OperatorDeps, asked: StoredRequest & { kind: 'preview' }): Promise<object> {
  const planned = await previewAction(deps, { action: proposedAction(asked), operator: asked.operator });
  if ('refusal' in planned) return planned;
  const { subject, before, after, version, loosens } = planned;
  return { data: { subject, before, after, version, operators: loosens ? 2 : 1 } };
}

function toWire(answer: ActionDone | { readonly refusal: string }): object {
  if ('refusal' in answer) return answer;
  const { state, logId, proposal } = answer;
  const proposed = {
    proposalId: proposal?.id.toString() ?? null,
    expiresAt: proposal?.expiresAt.getTime() ?? null,
  };
  return { data: { state, logId: logId.toString(), ...proposed } };
}
