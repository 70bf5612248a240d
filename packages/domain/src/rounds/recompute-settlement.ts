import { createSettlementTree, type SettlementTree } from '../proof/settlement-root.ts';
import type { HashBytes } from '../proof/sum-tree.ts';
import { toHex } from '../proof/to-hex.ts';
import { formatLazily, type LazyResultJson } from './format-settlement-result.ts';
import { type ParsedInParts, parseInParts } from './parse-settlement-file.ts';
import { settleLazily } from './settle-round.ts';
import { parseTerms } from './terms.ts';
import { termsHash } from './terms-json.ts';

/**
 * The first difference between a published settlement and the recomputed one: `place` names the line, counted from 1,
 * and the field; `fault` is one line.
 */
export type SettlementDifference = { readonly place: string; readonly fault: string };

/** A published settlement that equals the recomputed one in every field. */
export type RecomputedSettlement = {
  readonly roundId: string;
  /** The hash of the round's terms in the file, 0x hex; null where the file does not state their hash. */
  readonly termsHash: string | null;
  /** The first line: round, terms and totals. */
  readonly head: JsonObject;
  readonly outcome: LazyResultJson['outcome'];
  readonly orders: number;
  /** The root of the tree of the recomputed results, 0x hex; null for a round without orders. */
  readonly root: string | null;
};

/** Opens a published settlement file, JSON lines, and returns its text in pieces of any size. */
export type OpenFile = () => AsyncIterable<string>;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Settles a round again from its published JSON lines (docs/money-rules.md#6-the-settlement-file), and compares each
 * line's result and the hash of the terms; returns the first difference, or the settlement. Reads the file twice, so
 * that a million orders need less memory than the text of their file. `hash` is Keccak-256.
 */
export async function recomputeSettlement(
  open: OpenFile,
  hash: HashBytes,
): Promise<SettlementDifference | RecomputedSettlement> {
  const read = await readInput(open);
  if ('fault' in read) return read;
  const { head, parsed } = read;
  if (!parsed.ok) return { place: 'input', fault: parsed.error };
  const { roundId } = head;
  if (typeof roundId !== 'string' || !ROUND_ID.test(roundId))
    return { place: 'line 1: roundId', fault: `is ${JSON.stringify(roundId)}, must be the round’s number as text` };
  const ofTerms = checkTermsHash(head, hash);
  if (ofTerms !== null) return ofTerms;
  const recomputed = formatLazily(settleLazily(parsed.input));
  const { outcome, totals } = recomputed;
  if (outcome !== head['outcome']) return difference('line 1: outcome', head['outcome'], outcome);
  const ofTotals = findDifference('line 1: totals', head['totals'], totals);
  if (ofTotals !== null) return ofTotals;
  const tree = createSettlementTree({ roundId, orders: parsed.input.orders.length, hash });
  const found = await compareOrders(open, { recomputed, tree, rankAt: parsed.rankAt });
  if (found !== null) return found;
  const stated = head['termsHash'];
  const root = tree.root();
  return {
    ...{ roundId, head, outcome, orders: tree.orders },
    termsHash: typeof stated === 'string' ? stated : null,
    root: root === null ? null : toHex(root),
  };
}

/** Finds a stated hash that is not that of the stated terms, of which the settlement uses only a part. */
function checkTermsHash(head: JsonObject, hash: HashBytes): SettlementDifference | null {
  if (head['termsHash'] === undefined) return null;
  const parsed = parseTerms(head['terms']);
  if (!parsed.ok) return { place: 'line 1: terms', fault: parsed.error };
  const recomputed = termsHash(parsed.terms, (text) => toHex(hash(new TextEncoder().encode(text))));
  return findDifference('line 1: termsHash', head['termsHash'], recomputed);
}

const ROUND_ID = /^[1-9][0-9]*$/;

type ReadInput = { readonly head: JsonObject; readonly parsed: ParsedInParts };

async function readInput(open: OpenFile): Promise<ReadInput | SettlementDifference> {
  let head: JsonObject | undefined;
  let parts: ReturnType<typeof parseInParts> | undefined;
  const fault = await findInLines(open(), (line, number) => {
    const value = parseObject(line);
    if (value === null) return { place: `line ${number}`, fault: 'is no JSON object' };
    if (parts !== undefined) parts.addOrder(value);
    else [head, parts] = [value, parseInParts(value)];
    return null;
  });
  if (fault !== null) return fault;
  if (head === undefined || parts === undefined) return { place: 'line 1', fault: 'is no JSON object' };
  return { head, parsed: parts.finish() };
}

type Compared = {
  readonly recomputed: LazyResultJson;
  readonly tree: SettlementTree;
  /** The ranks of the orders in the sequence of their lines. */
  readonly rankAt: (index: number) => number;
};

/** Compares each line, which was an object at the first reading, with its result. */
async function compareOrders(
  open: OpenFile,
  { recomputed, tree, rankAt }: Compared,
): Promise<SettlementDifference | null> {
  let compared = 0;
  const found = await findInLines(open(), (line, number) => {
    if (number === 1) return null;
    compared += 1;
    if (compared > tree.orders) return null;
    const result = recomputed.orderAt(rankAt(number - 2) - 1);
    // A published line ends with its result, in this sequence of fields: only another line is parsed again.
    const place = line.endsWith(`,"result":${JSON.stringify(result)}}`)
      ? null
      : findDifference(`line ${number}: result`, parseObject(line)?.['result'], result);
    if (place !== null) return place;
    tree.add(result);
    return null;
  });
  if (found === null && compared !== tree.orders)
    throw new RangeError(`the file had ${tree.orders} orders, and ${compared} when read again`);
  return found;
}

/**
 * Visits the text of each line until a visit returns something; returns that. Nothing after the last line break is no
 * line.
 */
async function findInLines<Found>(
  pieces: AsyncIterable<string>,
  visit: (line: string, number: number) => Found | null,
): Promise<Found | null> {
  let rest = '';
  let number = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      number += 1;
      const found = visit(line, number);
      if (found !== null) return found;
    }
  }
  return rest.trim() === '' ? null : visit(rest, number + 1);
}

/** Returns the first field in which two values differ, whatever the order of their fields. */
function findDifference(place: string, published: unknown, recomputed: unknown): SettlementDifference | null {
  const isAlike = Array.isArray(published) === Array.isArray(recomputed);
  if (!isAlike || !isObject(published) || !isObject(recomputed)) {
    return published === recomputed ? null : difference(place, published, recomputed);
  }
  const names = Object.keys(recomputed);
  for (const name of names) {
    // A million results are equal: their places are not written.
    if (published[name] === recomputed[name]) continue;
    const found = findDifference(`${place}.${name}`, published[name], recomputed[name]);
    if (found !== null) return found;
  }
  if (Object.keys(published).length === names.length) return null;
  const surplus = Object.keys(published).find((name) => !Object.hasOwn(recomputed, name));
  return surplus === undefined ? null : difference(`${place}.${surplus}`, published[surplus], undefined);
}

function difference(place: string, published: unknown, recomputed: unknown): SettlementDifference {
  return { place, fault: `is ${JSON.stringify(published)}, recomputed ${JSON.stringify(recomputed)}` };
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
