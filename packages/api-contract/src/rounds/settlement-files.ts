import { z } from 'zod';

/** The forms in which the orders of a settled round are published: JSON lines, which `settle` takes, and a table. */
export const settlementFormat = z.enum(['jsonl', 'csv']);
export type SettlementFormat = z.output<typeof settlementFormat>;

/**
 * Returns the path of a round's settlement file below the API's origin. Served as a file: with ranges, a hash as its
 * ETag and no end of its time in caches.
 */
export function settlementPath(roundId: string, format: SettlementFormat): string {
  return `/api/app/rounds/${encodeURIComponent(roundId)}/settlement.${format}`;
}

/** A settlement file as the call that lists them has it: `sha256` is of its bytes, in hex. */
export const settlementFile = z.object({
  format: settlementFormat,
  path: z.string(),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
