import { describeBound } from '../json/bound.ts';
import { createJsonReader, type JsonPlace, type JsonReader } from '../json/json-reader.ts';
import { createOrderColumns } from './order-columns.ts';
import { orderIn, sumOrders } from './order-in.ts';
import type { SequenceInput, SettlementInput, SettlementOrder } from './settlement.ts';
import { checkSettlementTerms, readSettlementTerms } from './terms.ts';

/** A `ParsedSettlementFile` with its orders in columns; `rankAt` returns the rank of the order of an index. */
export type ParsedInParts =
  | { ok: true; input: SequenceInput; rankAt: (index: number) => number }
  | { ok: false; error: string };

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
  const head = readHead(reader, file);
  const orders = reader.list(reader.field(file, 'orders')).map((order) => readOrder(reader, order));
  const error = findProblem(reader, { ...head, orders });
  if (error !== undefined) return { ok: false, error };
  return { ok: true, input: { ...head, orders: orders.toSorted((a, b) => a.rank - b.rank) } };
}

/**
 * Returns the reader of a settlement file in parts, as `parseSettlementFile` reads it: first everything but the orders,
 * then each order.
 */
export function parseInParts(head: unknown) {
  const reader = createJsonReader();
  const read = readHead(reader, { value: head, path: '' });
  const orders = createOrderColumns();
  return {
    addOrder(order: unknown): void {
      orders.add(readOrder(reader, { value: order, path: `orders[${orders.added.length}]` }));
    },
    finish(): ParsedInParts {
      const error = findProblem(reader, { ...read, orders: orders.added });
      if (error !== undefined) return { ok: false, error };
      return { ok: true, input: { ...read, orders: orders.byRank() }, rankAt: orders.rankAt };
    },
  };
}

function readHead(reader: JsonReader, file: JsonPlace): Omit<SettlementInput, 'orders'> {
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
function findProblem(reader: JsonReader, { terms, orders }: SequenceInput): string | undefined {
  for (const { field, bound } of checkSettlementTerms(terms))
    reader.report(`terms.${field}`, `must be ${describeBound(bound)}`);
  // A set of a million ranks would take 40 MB.
  const hasOccurred = new Uint8Array(orders.length + 1);
  for (let index = 0; index < orders.length; index += 1) {
    const { rank, amount } = orderIn(orders, index);
    const path = `orders[${index}]`;
    if (rank < 1 || rank > orders.length) reader.report(`${path}.rank`, `must be 1 to ${orders.length}, is ${rank}`);
    if (hasOccurred[rank] === 1) reader.report(`${path}.rank`, `${rank} occurs twice`);
    if (amount === 0n) reader.report(`${path}.amount`, 'must be above 0');
    hasOccurred[rank] = 1;
  }
  const filled = sumOrders(orders);
  if (filled > terms.quota) reader.report('orders', `come to ${filled}, above the quota of ${terms.quota}`);
  return reader.problem();
}
