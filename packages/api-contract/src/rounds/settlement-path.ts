/** The forms in which the orders of a settled round are published: JSON lines, which `settle` takes, and a table. */
export const SETTLEMENT_FORMATS = ['jsonl', 'csv'] as const;
export type SettlementFormat = (typeof SETTLEMENT_FORMATS)[number];

/**
 * Returns the path of a round's settlement file below the API's origin. Served as a file: with ranges, a hash as its
 * ETag and no end of its time in caches. Apart from the schemas, because the page has no use for those: their library
 * would be part of a screen, and probes for `eval`, which the page's policy forbids.
 */
export function settlementPath(roundId: string, format: SettlementFormat): string {
  return `/api/app/rounds/${encodeURIComponent(roundId)}/settlement.${format}`;
}
