import { formatSettlementResult } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';

/** What recomputing a settlement came to; `too-large`: the reply has no input, its file is for the command. */
export type Recomputed = 'same' | 'different' | 'too-large';

/** Settles a round again from the input of its published settlement; returns whether the published result is that. */
export function recomputeSettlement({
  input,
  result,
}: {
  readonly input: unknown;
  readonly result: unknown;
}): Recomputed {
  if (input === null) return 'too-large';
  const parsed = parseSettlementFile(input);
  if (!parsed.ok) return 'different';
  return sortedJson(formatSettlementResult(settleRound(parsed.input))) === sortedJson(result) ? 'same' : 'different';
}

/** JSON with the fields of each object in the order of their names. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
