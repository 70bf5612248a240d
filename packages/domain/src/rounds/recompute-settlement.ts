import { formatSettlementResult, type SettlementResultJson } from './format-settlement-result.ts';
import { parseSettlementFile } from './parse-settlement-file.ts';
import { settleRound } from './settle-round.ts';

/**
 * The first difference between a published settlement and the recomputed one: `place` names the line, counted from 1,
 * and the field; `fault` is one line.
 */
export type SettlementDifference = { readonly place: string; readonly fault: string };

/** Called with the completed share, from 0 to 1. */
export type OnPart = (part: number) => void;

const REPORT_EVERY = 2_000;

/**
 * Settles a round again from its published JSON lines (docs/money-rules.md#6-the-settlement-file) and compares each
 * line's result. Returns the first difference, or null. Takes seconds for a large round.
 */
export function recomputeSettlement(
  lines: readonly string[],
  onPart: OnPart = () => undefined,
): SettlementDifference | null {
  const published = readLines(lines, onPart);
  if ('fault' in published) return published;
  const parsed = parseSettlementFile(published.input);
  if (!parsed.ok) return { place: 'input', fault: parsed.error };
  return compare(formatSettlementResult(settleRound(parsed.input)), published, onPart);
}

type Published = {
  readonly input: object;
  readonly outcome: unknown;
  readonly totals: unknown;
  /** The result of each order, in the order of the lines. */
  readonly results: readonly unknown[];
};

function readLines(lines: readonly string[], onPart: OnPart): Published | SettlementDifference {
  const head = parseObject(lines[0] ?? '');
  if (head === null) return { place: 'line 1', fault: 'is no JSON object' };
  const orders: object[] = [];
  const results: unknown[] = [];
  for (const [index, line] of lines.slice(1).entries()) {
    const order = parseObject(line);
    if (order === null) return { place: `line ${index + 2}`, fault: 'is no JSON object' };
    results.push(order['result']);
    orders.push(order);
    if (index % REPORT_EVERY === 0) onPart(index / lines.length / 2);
  }
  return { input: { ...head, orders }, outcome: head['outcome'], totals: head['totals'], results };
}

function compare(
  { outcome, totals, orders }: SettlementResultJson,
  published: Published,
  onPart: OnPart,
): SettlementDifference | null {
  if (outcome !== published.outcome) return difference('line 1: outcome', published.outcome, outcome);
  const ofTotals = findDifference('line 1: totals', published.totals, totals);
  if (ofTotals !== null) return ofTotals;
  const byRank = new Map(orders.map((order) => [order.rank, order]));
  for (const [index, result] of published.results.entries()) {
    if (index % REPORT_EVERY === 0) onPart(0.5 + index / published.results.length / 2);
    const place = `line ${index + 2}: result`;
    const rank: unknown = Object(published.input).orders[index].rank;
    const found = findDifference(place, result, typeof rank === 'number' ? byRank.get(rank) : undefined);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the first field in which two values differ, whatever the order of their fields. */
function findDifference(place: string, published: unknown, recomputed: unknown): SettlementDifference | null {
  const isAlike = Array.isArray(published) === Array.isArray(recomputed);
  if (!isAlike || !isObject(published) || !isObject(recomputed)) {
    return published === recomputed ? null : difference(place, published, recomputed);
  }
  for (const name of new Set([...Object.keys(recomputed), ...Object.keys(published)])) {
    const found = findDifference(`${place}.${name}`, published[name], recomputed[name]);
    if (found !== null) return found;
  }
  return null;
}

function difference(place: string, published: unknown, recomputed: unknown): SettlementDifference {
  return { place, fault: `is ${JSON.stringify(published)}, recomputed ${JSON.stringify(recomputed)}` };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
