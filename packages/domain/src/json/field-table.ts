import type { TokenAmount } from '../money/token-amount.ts';
import { ZERO } from '../money/token-amount.ts';
import type { Bound } from './bound.ts';
import type { JsonPlace, JsonReader } from './json-reader.ts';

/** One value for each of the first, second and third earnings stage. */
export type Stages<Value> = readonly [Value, Value, Value];

/** The kinds of field, each with the type of its values. */
export type FieldValues = {
  text: string;
  /** A whole number from 1. */
  count: number;
  /** UTC milliseconds. */
  time: number;
  /** Milliseconds. */
  duration: number;
  /** Base units. */
  amount: TokenAmount;
  /** A share; 10,000 is the whole. */
  bps: number;
  /** A multiple; 20,000 is twice. */
  factor: number;
  'stage-bps': Stages<number>;
  'stage-delays': Stages<number>;
};
export type FieldKind = keyof FieldValues;

/** `from` and `to` narrow the bounds of the kind. */
type Field = { readonly kind: FieldKind; readonly from?: number; readonly to?: number };

/** A table of fields: each name is the field's name in code, JSON and the API. */
export type FieldTable = { readonly [name: string]: Field };

type KindsOf<Table extends FieldTable> = Table[keyof Table]['kind'];

/** For each field of a table the entry of `ByKind` for the field's kind. */
export type FieldsByKind<Table extends FieldTable, ByKind extends Record<KindsOf<Table>, unknown>> = {
  readonly [Name in keyof Table]: ByKind[Table[Name]['kind']];
};

/** The type of a table's values. */
export type ValuesOf<Table extends FieldTable> = FieldsByKind<Table, FieldValues>;

/** A broken bound: the field and its bound. */
export type FieldViolation = { readonly field: string; readonly bound: Bound };

/** Returns an object with a value for each field of the table, made by `makeValue` from the field's name and kind. */
export function mapFields<Table extends FieldTable, ByKind extends Record<KindsOf<Table>, unknown>>(
  table: Table,
  makeValue: <Name extends keyof Table & string>(name: Name, kind: Table[Name]['kind']) => ByKind[Table[Name]['kind']],
): FieldsByKind<Table, ByKind> {
  const values = Object.entries(table).map(([name, { kind }]) => [name, makeValue(name, kind)] as const);
  // The one place where a name is tied to its kind without the compiler, which cannot follow `Object.entries`.
  return Object.fromEntries(values) as FieldsByKind<Table, ByKind>;
}

/** For each kind a function from its values to those of `Output`. */
export type FieldConverters<Output extends Record<FieldKind, unknown>> = {
  readonly [Kind in FieldKind]: (value: FieldValues[Kind]) => Output[Kind];
};

/** Returns the values of the table's fields, each converted by the function for its kind. */
export function convertFields<Table extends FieldTable, Output extends Record<FieldKind, unknown>>(
  table: Table,
  values: ValuesOf<Table>,
  converters: FieldConverters<Output>,
): FieldsByKind<Table, Output> {
  return mapFields<Table, Output>(table, (name, kind) => converters[kind](values[name]));
}

/** The fields of a table that have one of the kinds. */
export type FieldsOfKind<Table extends FieldTable, Kind extends FieldKind> = {
  readonly [Name in keyof Table as Table[Name]['kind'] extends Kind ? Name : never]: Table[Name];
};

/** Returns the fields of the table that have one of the kinds. */
export function fieldsOfKind<Table extends FieldTable, Kind extends FieldKind>(
  table: Table,
  kinds: readonly Kind[],
): FieldsOfKind<Table, Kind> {
  const isWanted: (kind: FieldKind) => boolean = (kind) => kinds.some((wanted) => wanted === kind);
  const fields = Object.entries(table).filter(([, { kind }]) => isWanted(kind));
  return Object.fromEntries(fields) as FieldsOfKind<Table, Kind>;
}

const READERS: { readonly [Kind in FieldKind]: (reader: JsonReader, place: JsonPlace) => FieldValues[Kind] } = {
  text: (reader, place) => reader.text(place),
  count: (reader, place) => reader.wholeNumber(place),
  time: (reader, place) => reader.wholeNumber(place),
  duration: (reader, place) => reader.wholeNumber(place),
  amount: (reader, place) => reader.amount(place),
  bps: (reader, place) => reader.wholeNumber(place),
  factor: (reader, place) => reader.wholeNumber(place),
  'stage-bps': readStages,
  'stage-delays': readStages,
};

/**
 * Returns the fields of a table read from a JSON object, amounts from strings of base units; `checkFields` has bounds.
 */
export function readFields<Table extends FieldTable>(
  table: Table,
  { reader, place }: { readonly reader: JsonReader; readonly place: JsonPlace },
): ValuesOf<Table> {
  return mapFields<Table, FieldValues>(table, (name, kind) => READERS[kind](reader, reader.field(place, name)));
}

/** Reads a list of exactly three whole numbers, one for each earnings stage. */
function readStages(reader: JsonReader, place: JsonPlace): Stages<number> {
  const stages = reader.list(place);
  const [first, second, third] = stages;
  if (stages.length !== 3 || first === undefined || second === undefined || third === undefined) {
    reader.report(place.path, `must have 3 entries, has ${stages.length}`);
    return [0, 0, 0];
  }
  return [reader.wholeNumber(first), reader.wholeNumber(second), reader.wholeNumber(third)];
}

const CHECKS: {
  readonly [Kind in FieldKind]: (field: string, value: FieldValues[Kind], bounds: Field) => FieldViolation[];
} = {
  text: (field, value) => unless(value !== '', field, 'name'),
  count: (field, value, { from = 1, to }) => checkWholeNumber(field, value, { from, to }),
  time: (field, value, { from = 0, to }) => checkWholeNumber(field, value, { from, to }),
  duration: (field, value, { from = 0, to }) => checkWholeNumber(field, value, { from, to }),
  amount: (field, value, { from = 0 }) => unless(from === 0 || value > ZERO, field, 'above 0'),
  bps: (field, value, { from = 0, to = 10_000 }) => checkWholeNumber(field, value, { from, to }),
  factor: (field, value, { from = 0, to = 100_000 }) => checkWholeNumber(field, value, { from, to }),
  'stage-bps': (field, value) => [
    ...value.flatMap((bps, stage) => checkWholeNumber(`${field}[${stage}]`, bps, { from: 0, to: 10_000 })),
    ...unless(value[0] + value[1] + value[2] === 10_000, field, 'sum 10000'),
  ],
  'stage-delays': (field, value) => [
    ...value.flatMap((delay, stage) => checkWholeNumber(`${field}[${stage}]`, delay, { from: 0 })),
    ...unless(value[0] === 0 && value[0] < value[1] && value[1] < value[2], field, 'rising'),
  ],
};

/** Returns every bound of a single field that the values break, in the table's order; empty when there is none. */
export function checkFields<Table extends FieldTable>(table: Table, values: ValuesOf<Table>): FieldViolation[] {
  const violations: FieldViolation[] = [];
  mapFields<Table, Record<FieldKind, void>>(table, (name, kind) => {
    violations.push(...CHECKS[kind](name, values[name], table[name] ?? { kind }));
  });
  return violations;
}

/** Returns the violation of a rule that does not hold, as a list to spread; empty when it holds. */
export function unless(holds: boolean, field: string, bound: Bound): FieldViolation[] {
  return holds ? [] : [{ field, bound }];
}

function checkWholeNumber(
  field: string,
  value: number,
  { from, to }: { readonly from: number; readonly to?: number | undefined },
): FieldViolation[] {
  const bound: Bound = to === undefined ? `whole ${from}` : `whole ${from} ${to}`;
  return unless(Number.isSafeInteger(value) && value >= from && (to === undefined || value <= to), field, bound);
}
