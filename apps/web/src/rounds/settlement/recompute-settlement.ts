import { formatSettlementResult, type SettlementResultJson } from '@city-mint/domain/rounds/format-settlement-result';
import { parseSettlementFile } from '@city-mint/domain/rounds/parse-settlement-file';
import { settleRound } from '@city-mint/domain/rounds/settle-round';

/** The result of comparing a recomputed settlement with the published one. */
export type Recomputed = 'same' | 'different';

/** Called with the completed share, from 0 to 1. */
export type OnPart = (part: number) => void;

const REPORT_EVERY = 2_000;

/**
 * Settles a round again from its published JSON lines (docs/money-rules.md#6-the-settlement-file). Returns whether each
 * line's result matches. Takes seconds for a large round, so it runs in a worker.
 */
export function recomputeSettlement(lines: readonly string[], onPart: OnPart = () => undefined): Recomputed {
  const published = readLines(lines, onPart);
  if (published === null) return 'different';
  const parsed = parseSettlementFile(published.input);
  if (!parsed.ok) return 'different';
  const result = formatSettlementResult(settleRound(parsed.input));
  return isPublished(result, published, onPart) ? 'same' : 'different';
}

type Published = {
  readonly input: object;
  readonly outcome: unknown;
  readonly totals: unknown;
  /** The result of each order, in the order of the lines. */
  readonly results: readonly unknown[];
};

function readLines(lines: readonly string[], onPart: OnPart): Published | null {
  const head = parseObject(lines[0] ?? '');
  if (head === null) return null;
  const orders: object[] = [];
  const results: unknown[] = [];
  for (const [index, line] of lines.slice(1).entries()) {
    const order = parseObject(line);
    if (order === null) return null;
    results.push(order['result']);
    orders.push(order);
    if (index % REPORT_EVERY === 0) onPart(index / lines.length / 2);
  }
  return { input: { ...head, orders }, outcome: head['outcome'], totals: head['totals'], results };
}

function isPublished(result: SettlementResultJson, published: Published, onPart: OnPart): boolean {
  const isSame = (one: unknown, other: unknown) => sortedJson(one) === sortedJson(other);
  if (result.outcome !== published.outcome || !isSame(result.totals, published.totals)) return false;
  if (result.orders.length !== published.results.length) return false;
  const byRank = new Map(result.orders.map((order) => [order.rank, order]));
  return published.results.every((order, index) => {
    if (index % REPORT_EVERY === 0) onPart(0.5 + index / published.results.length / 2);
    const rank: unknown = Object(order).rank;
    return typeof rank === 'number' && isSame(byRank.get(rank), order);
  });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Returns JSON with the fields of each object sorted by name. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
