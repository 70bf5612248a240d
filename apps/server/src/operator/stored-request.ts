import { type OperatorActionKey, operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { actionName, actionOutcome, signedFields } from '@city-mint/api-contract/operator/operator-action';
import { z } from 'zod';
import type { OperatorAction } from './operator-action.ts';
import { storedFields } from './stored-action.ts';

const action = z.string();
const params = z.record(z.string(), z.unknown());
const operator = z.string();
const signature = z.object(signedFields);

/**
 * An operator's request to a worker, as stored in a row. `operator` is only a claim by the process of operators: an
 * action is authorised by its signature.
 */
export const storedRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('preview'), action, params, operator }),
  z.object({ kind: z.literal('act'), action, params, operator, signature }),
  z.object({ kind: z.enum(['confirm', 'reject']), proposalId: z.string(), operator, signature }),
]);

export type StoredRequest = z.output<typeof storedRequest>;

/** Returns an action in its stored form. */
export function requestOf({ key, fields }: OperatorAction<OperatorActionKey>) {
  return { action: actionName(key), params: storedFields(fields) };
}

const details = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const previewEndpoint = operatorEndpoints['POST /api/ops/preview'];
const confirmEndpoint = operatorEndpoints['POST /api/ops/proposals/confirm'];
const rejectEndpoint = operatorEndpoints['POST /api/ops/proposals/reject'];
const actionRefused = z.object({ refusal: z.enum(previewEndpoint.refusals), details });

/** The refusals of each kind of signed request, in their stored form. */
export const storedRefusals = {
  act: actionRefused,
  confirm: z.object({ refusal: z.enum(confirmEndpoint.refusals), details }),
  reject: z.object({ refusal: z.enum(rejectEndpoint.refusals), details }),
};

/** The answers to each kind of request, in their stored form; the process of operators adds a preview's consequence. */
export const storedAnswers = {
  preview: z.union([z.object({ data: previewEndpoint.reply.omit({ consequence: true }) }), actionRefused]),
  act: z.union([z.object({ data: actionOutcome }), storedRefusals.act]),
  confirm: z.union([z.object({ data: actionOutcome }), storedRefusals.confirm]),
  reject: z.union([z.object({ data: actionOutcome }), storedRefusals.reject]),
};

/** A worker's answer to a request that it could not perform, with the fault for the caller. */
export const storedFault = z.object({ fault: z.enum(['busy', 'internal']) });
