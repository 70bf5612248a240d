import { z } from 'zod';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { id, time } from '../wire.ts';

/** Why an operator does it; published in the log of operator actions. */
export const reason = z.string().min(3, 'text-format').max(500, 'text-too-long');

/**
 * An action that was applied, or a proposal that a second operator can confirm until `expiresAt`; `logId` is its entry
 * in the public log.
 */
export const actionOutcome = z.object({
  state: z.enum(['done', 'proposed']),
  logId: id,
  proposalId: id.nullable(),
  expiresAt: time.nullable(),
});

type RequestWithReason<Fields extends z.ZodRawShape> = z.ZodObject<
  Fields & { readonly reason: typeof reason },
  z.core.$strict
>;

/** Declares an operator action; returns its endpoint: the fields and a reason as request, `actionOutcome` as reply. */
export function operatorAction<const Fields extends z.ZodRawShape, const Refusal extends string>(action: {
  readonly summary: string;
  readonly fields: Fields;
  /** Codes of the action's own rules, in the order in which they are checked. */
  readonly refusals: readonly Refusal[];
  /** A rule over several fields. */
  readonly check?: (request: z.output<RequestWithReason<Fields>>, context: z.RefinementCtx) => void;
}): Endpoint<RequestWithReason<Fields>, typeof actionOutcome, Refusal, 'ops'> {
  const { summary, fields, refusals, check } = action;
  const request: RequestWithReason<Fields> = z.strictObject({ ...fields, reason });
  return endpoint({
    who: 'ops',
    rate: 'write',
    summary,
    request: check === undefined ? request : request.superRefine(check),
    reply: actionOutcome,
    refusals,
  });
}
