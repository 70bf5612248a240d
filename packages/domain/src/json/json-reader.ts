import { parseBaseUnits } from '../money/amount-text.ts';
import { type TokenAmount, ZERO } from '../money/token-amount.ts';

/** A value within a JSON document, with the path that leads to it (`orders[3].amount`). */
export type JsonPlace = { readonly value: unknown; readonly path: string };

/**
 * Reads a JSON document strictly and records the first thing that is wrong. Each method returns a value of its type,
 * also for a bad place; callers check `problem()` before they use any of them.
 */
export type JsonReader = {
  field(of: JsonPlace, key: string): JsonPlace;
  list(place: JsonPlace): JsonPlace[];
  amount(place: JsonPlace): TokenAmount;
  wholeNumber(place: JsonPlace): number;
  boolean(place: JsonPlace): boolean;
  text(place: JsonPlace): string;
  textOrNull(place: JsonPlace): string | null;
  report(path: string, problem: string): void;
  problem(): string | undefined;
};

/** A reader for one document. */
export function createJsonReader(): JsonReader {
  let first: string | undefined;

  function report(path: string, problem: string): void {
    first ??= path === '' ? problem : `${path}: ${problem}`;
  }

  function expect<Value>(
    place: JsonPlace,
    isExpected: (value: unknown) => value is Value,
    what: string,
  ): Value | undefined {
    if (isExpected(place.value)) return place.value;
    report(place.path, place.value === undefined ? 'missing' : `must be ${what}, is ${describe(place.value)}`);
    return undefined;
  }

  return {
    report,
    problem: () => first,
    field(of, key) {
      const object = expect(of, isObject, 'an object');
      return {
        value: object === undefined ? undefined : fieldOf(object, key),
        path: of.path === '' ? key : `${of.path}.${key}`,
      };
    },
    list(place) {
      const values = expect(place, isList, 'a list') ?? [];
      return values.map((value, index) => ({ value, path: `${place.path}[${index}]` }));
    },
    amount(place) {
      const amount = parseBaseUnits(place.value);
      if (amount !== undefined) return amount;
      const what = 'a whole number of base units, as a string of at most 78 digits';
      report(place.path, place.value === undefined ? 'missing' : `must be ${what}, is ${describe(place.value)}`);
      return ZERO;
    },
    wholeNumber: (place) => expect(place, isWholeNumber, 'a whole number') ?? 0,
    boolean: (place) => expect(place, isBoolean, 'true or false') ?? false,
    text: (place) => expect(place, isText, 'a text') ?? '',
    textOrNull: (place) => (place.value === null ? null : (expect(place, isText, 'a text or null') ?? null)),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The object's own field: never one that it inherits, such as `constructor`. */
function fieldOf(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

const SHOWN_CHARACTERS = 40;

/** One short line for any content. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length > SHOWN_CHARACTERS
    ? `${JSON.stringify(value.slice(0, SHOWN_CHARACTERS))}…`
    : JSON.stringify(value);
}
