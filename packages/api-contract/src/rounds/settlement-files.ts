import { z } from 'zod';
import { SETTLEMENT_FORMATS } from './settlement-path.ts';

export const settlementFormat = z.enum(SETTLEMENT_FORMATS);

/** A settlement file as the call that lists them has it: `sha256` is of its bytes, in hex. */
export const settlementFile = z.object({
  format: settlementFormat,
  path: z.string(),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
