import { z } from 'zod';
import { FIELD_KINDS, type FieldKind } from './field-kinds.ts';
import { wholeNumber } from './wire.ts';

/** The kind of input of a request field. */
export type InputKind =
  | 'text'
  | 'link'
  | 'amount'
  | 'address'
  | 'hash'
  | 'id'
  | 'time'
  | 'duration'
  | 'number'
  | 'choice'
  | 'yes-no'
  | 'list'
  | 'json';

/** A field of a request as forms and commands offer it. */
export type InputField = {
  readonly name: string;
  readonly kind: InputKind;
  /** Whether it can be left out. */
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** The values of a choice, or of the entries of a list, in their order; empty where there is no such choice. */
  readonly choices: readonly string[];
  /** The least and greatest number, or the greatest length of a text, where there is one. */
  readonly from: number | null;
  readonly to: number | null;
};

/** The input where the field's kind decides it rather than its schema; null where its type decides. */
const INPUT_OF_KIND: Readonly<Record<FieldKind, InputKind | null>> = {
  amount: 'amount',
  address: 'address',
  hash: 'hash',
  id: 'id',
  link: 'link',
  time: 'time',
  duration: 'duration',
  uid: null,
  region: null,
  'whole-number': null,
  language: null,
};

/** Returns the fields of a request, in the order in which its endpoint declares them. */
export function inputFields(shape: z.core.$ZodShape): InputField[] {
  return Object.entries(shape).map(([name, schema]) => ({ name, ...inputField(schema) }));
}

/** Returns the kind of a value of a request or a reply, without what says that it can be null or left out. */
export function inputKind(schema: z.core.$ZodType): InputKind {
  return inputField(schema).kind;
}

function inputField(schema: z.core.$ZodType): Omit<InputField, 'name'> {
  const { inner, isOptional, isNullable } = unwrap(schema);
  const known = FIELD_KINDS.get(inner)?.kind;
  const kind = (known === undefined ? null : INPUT_OF_KIND[known]) ?? kindOf(inner);
  return { kind, isOptional, isNullable, choices: choicesOf(inner), ...boundsOf(inner, kind) };
}

/** Returns the schema below what makes it optional or nullable. */
export function unwrap(schema: z.core.$ZodType): {
  readonly inner: z.core.$ZodType;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
} {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return { ...unwrap(schema.def.innerType), isOptional: true };
  }
  if (schema instanceof z.ZodNullable) return { ...unwrap(schema.def.innerType), isNullable: true };
  return { inner: schema, isOptional: false, isNullable: false };
}

function kindOf(schema: z.core.$ZodType): InputKind {
  if (schema instanceof z.ZodEnum) return 'choice';
  if (schema instanceof z.ZodBoolean) return 'yes-no';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodArray) return /^(text|choice)$/.test(kindOf(schema.def.element)) ? 'list' : 'json';
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodPipe
    ? 'text'
    : 'json';
}

function choicesOf(schema: z.core.$ZodType): string[] {
  const chosen = schema instanceof z.ZodArray ? schema.def.element : schema;
  return chosen instanceof z.ZodEnum ? chosen.options.map(String) : [];
}

function boundsOf(
  schema: z.core.$ZodType,
  kind: InputKind,
): { readonly from: number | null; readonly to: number | null } {
  if (schema === wholeNumber) return { from: 0, to: 1_000_000 };
  if (schema instanceof z.ZodNumber && kind === 'number') {
    return { from: boundOrNull(schema.minValue), to: boundOrNull(schema.maxValue) };
  }
  return { from: null, to: schema instanceof z.ZodString ? schema.maxLength : null };
}

function boundOrNull(bound: number | null): number | null {
  return bound === null || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound;
}
