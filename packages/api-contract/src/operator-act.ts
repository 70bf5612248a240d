import { z } from 'zod';
import { id, time } from './wire.ts';

/** Why an operator does what he does; it stands in the public log. */
export const reason = z.string().min(3, 'text-format').max(500, 'text-too-long');

/** An act that is done, or one that waits for a second operator until `expiresAt`; `logId` is its entry in the public log. */
export const act = z.object({
  state: z.enum(['done', 'proposed']),
  logId: id,
  proposalId: id.nullable(),
  expiresAt: time.nullable(),
});
