import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, time } from '../wire.ts';

/** Why an operator does what he does; it stands in the public log. */
export const reason = z.string().min(3, 'text-format').max(500, 'text-too-long');

/**
 * An act that is done, or one that waits for a second operator until `expiresAt`; `logId` is its entry in the public
 * log.
 */
export const act = z.object({
  state: z.enum(['done', 'proposed']),
  logId: id,
  proposalId: id.nullable(),
  expiresAt: time.nullable(),
});

/** Declares the call of an act: its fields and the reason come in, and what became of it goes out. */
export function actCall<Fields extends z.ZodRawShape, const Refusal extends string>(call: {
  readonly summary: string;
  readonly fields: Fields;
  readonly refusals: readonly Refusal[];
}) {
  const { summary, fields, refusals } = call;
  return endpoint({
    who: 'ops',
    rate: 'write',
    summary,
    request: z.strictObject({ ...fields, reason }),
    reply: act,
    refusals,
  });
}
