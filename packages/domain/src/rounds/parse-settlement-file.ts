import { describeBound } from '../json/bound.ts';
import { createJsonReader, type JsonPlace, type JsonReader } from '../json/json-reader.ts';
import { sumAmounts } from '../money/token-amount.ts';
import type { SettlementInput, SettlementOrder } from './settlement.ts';
import { checkSettlementTerms, readSettlementTerms } from './terms.ts';

/** `error` is one line with the place and the fault, e.g. `orders[3].amount: must be above 0`. */
export type ParsedSettlementFile = { ok: true; input: SettlementInput } | { ok: false; error: string };

/**
 * Returns the input of a settlement file (parsed JSON), or an error; strict: amounts as strings of base units, shares
 * within their bounds, ranks 1…n in any order of the list, orders up to the quota. Further keys are ignored; `late` and
 * `cancelled` may be missing (false). A round
 * without orders is a failed round. docs/money-rules.md#6-the-settlement-file.
 */
export function parseSettlementFile(document: unknown): ParsedSettlementFile {
  const reader = createJsonReader();
  const file: JsonPlace = { value: document, path: '' };
  const input = readInput(reader, file);
  checkInput(reader, input);
  const error = reader.problem();
  if (error !== undefined) return { ok: false, error };
  return { ok: true, input: { ...input, orders: input.orders.toSorted((a, b) => a.rank - b.rank) } };
}

function readInput(reader: JsonReader, file: JsonPlace): SettlementInput {
  const terms = readSettlementTerms(reader, reader.field(file, 'terms'));
  const reserve = reader.field(file, 'reserve');
  const emission = reader.field(file, 'emission');
  return {
    terms,
    reserve: {
      balance: reader.amount(reader.field(reserve, 'balance')),
      cap: reader.amount(reader.field(reserve, 'cap')),
    },
    emission: { remaining: reader.amount(reader.field(emission, 'remaining')) },
    orders: reader.list(reader.field(file, 'orders')).map((order) => readOrder(reader, order)),
    cancelled: readFlag(reader, reader.field(file, 'cancelled')),
  };
}

function readOrder(reader: JsonReader, order: JsonPlace): SettlementOrder {
  return {
    rank: reader.wholeNumber(reader.field(order, 'rank')),
    amount: reader.amount(reader.field(order, 'amount')),
    inviter: reader.textOrNull(reader.field(order, 'inviter')),
    inviterQualified: reader.boolean(reader.field(order, 'inviterQualified')),
    late: readFlag(reader, reader.field(order, 'late')),
  };
}

/** A flag that may be missing: then it is false. */
function readFlag(reader: JsonReader, place: JsonPlace): boolean {
  return place.value === undefined ? false : reader.boolean(place);
}

/** The rules between and beyond the single values; the reader keeps the first problem, so those of form come first. */
function checkInput(reader: JsonReader, { terms, orders }: SettlementInput): void {
  for (const { field, bound } of checkSettlementTerms(terms))
    reader.report(`terms.${field}`, `must be ${describeBound(bound)}`);
  const ranks = new Set<number>();
  for (const [index, { rank, amount }] of orders.entries()) {
    const path = `orders[${index}]`;
    if (rank < 1 || rank > orders.length) reader.report(`${path}.rank`, `must be 1 to ${orders.length}, is ${rank}`);
    if (ranks.has(rank)) reader.report(`${path}.rank`, `${rank} occurs twice`);
    if (amount === 0n) reader.report(`${path}.amount`, 'must be above 0');
    ranks.add(rank);
  }
  const filled = sumAmounts(orders.map(({ amount }) => amount));
  if (filled > terms.quota) reader.report('orders', `come to ${filled}, above the quota of ${terms.quota}`);
}
