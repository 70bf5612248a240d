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
 * What an operator asks a worker to do, as a row has it. `operator` is what the process of operators says: an action
 * counts by its signature alone.
 */
export const storedRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('preview'), action, params, operator }),
  z.object({ kind: z.literal('act'), action, params, operator, signature }),
  z.object({ kind: z.enum(['confirm', 'reject']), proposalId: z.string(), operator, signature }),
]);

export type StoredRequest = z.output<typeof storedRequest>;

/** Returns an action as a row has it. */
export function requestOf({ key, fields }: OperatorAction<OperatorActionKey>) {
  return { action: actionName(key), params: storedFields(fields) };
}

const details = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const previewEndpoint = operatorEndpoints['POST /api/ops/preview'];
const confirmEndpoint = operatorEndpoints['POST /api/ops/proposals/confirm'];
const rejectEndpoint = operatorEndpoints['POST /api/ops/proposals/reject'];
const actionRefusal = z.enum(previewEndpoint.refusals);

/** The answers of each kind of request, as a row has them. */
export const storedAnswers = {
  preview: z.union([z.object({ data: previewEndpoint.reply }), z.object({ refusal: actionRefusal, details })]),
  act: z.union([z.object({ data: actionOutcome }), z.object({ refusal: actionRefusal, details })]),
  confirm: z.union([
    z.object({ data: actionOutcome }),
    z.object({ refusal: z.enum(confirmEndpoint.refusals), details }),
  ]),
  reject: z.union([z.object({ data: actionOutcome }), z.object({ refusal: z.enum(rejectEndpoint.refusals), details })]),
};

/** What a worker answers to a request that it could not perform; which fault, as callers see it. */
export const storedFault = z.object({ fault: z.enum(['busy', 'internal']) });
