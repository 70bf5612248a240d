import { FIELD_KINDS, type FieldKind } from '@city-mint/api-contract/field-kinds';
import { signedFields } from '@city-mint/api-contract/operator/operator-action';
import { LANGUAGES } from '@city-mint/domain/languages';
import { z } from 'zod';

/** Kinds of input. */
export type InputKind =
  | FieldKind
  | 'bps'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'text'
  | 'long-text'
  | 'list'
  | 'group'
  | 'json';

/** A field of a form, as the schema of the request declares it. */
export type FormField = {
  readonly name: string;
  readonly kind: InputKind;
  /** Accepts null, which has a meaning different from empty. */
  readonly nullable: boolean;
  /** Can be omitted. */
  readonly optional: boolean;
  readonly description: string | null;
  /** Maximum length of a text in characters. */
  readonly longest: number | null;
  /** The values of a choice. */
  readonly choices: readonly string[];
  /** Fields of a group; for a list, the field that describes each entry. */
  readonly fields: readonly FormField[];
};

/** The parts of an action's endpoint that a form needs. */
export type ActionDeclaration = { readonly summary: string; readonly request: z.ZodObject };

/** Texts that can be longer get an input of several lines. */
const ONE_LINE = 200;

/** Returns the fields that an action's form shows: those of its request without the fields of the signature. */
export function formFields({ request }: Pick<ActionDeclaration, 'request'>): FormField[] {
  return Object.entries(request.shape)
    .filter(([name]) => !Object.hasOwn(signedFields, name))
    .map(([name, schema]) => formField(name, schema));
}

function formField(name: string, declared: z.core.$ZodType): FormField {
  const { schema, nullable, optional } = unwrapped(declared);
  const description = descriptionOf(declared) ?? descriptionOf(schema);
  const plain = { name, nullable, optional, description, longest: null, choices: [], fields: [] };
  const known = FIELD_KINDS.get(schema)?.kind;
  if (known === 'whole-number' && isShare(name)) return { ...plain, kind: 'bps' };
  if (schema instanceof z.ZodEnum) {
    return { ...plain, kind: known ?? 'choice', choices: schema.options.map(String) };
  }
  if (known !== undefined) return { ...plain, kind: known, longest: longestOf(schema) };
  if (schema instanceof z.ZodLiteral) return { ...plain, kind: 'choice', choices: [...schema.values].map(String) };
  if (schema instanceof z.ZodBoolean) return { ...plain, kind: 'boolean' };
  if (schema instanceof z.ZodNumber) return { ...plain, kind: isShare(name) ? 'bps' : 'number' };
  if (schema instanceof z.ZodString) {
    const longest = longestOf(schema);
    return { ...plain, kind: longest !== null && longest > ONE_LINE ? 'long-text' : 'text', longest };
  }
  if (schema instanceof z.ZodArray) return { ...plain, kind: 'list', fields: [formField(name, schema.element)] };
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([part, type]) => formField(part, type));
    return { ...plain, kind: 'group', fields };
  }
  // Without a matching input the field is edited as JSON, and the schema reports its errors.
  return { ...plain, kind: 'json' };
}

function unwrapped(declared: z.core.$ZodType) {
  let schema = declared;
  let [nullable, optional] = [false, false];
  for (;;) {
    if (FIELD_KINDS.has(schema)) break;
    if (schema instanceof z.ZodNullable) {
      nullable = true;
      schema = schema.unwrap();
    } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
      optional = true;
      schema = schema.unwrap();
    } else if (schema instanceof z.ZodPipe && FIELD_KINDS.get(schema) === undefined) {
      schema = schema.in;
    } else break;
  }
  return { schema, nullable, optional };
}

function descriptionOf(schema: z.core.$ZodType): string | null {
  return z.globalRegistry.get(schema)?.description ?? null;
}

function longestOf(schema: z.core.$ZodType): number | null {
  return schema instanceof z.ZodString ? schema.maxLength : null;
}

/** Shares and factors are in basis points, by their name. */
function isShare(name: string): boolean {
  return /(Bps|Factor)$/.test(name);
}

/** Fields one below the other, or one field per language side by side. */
export type FieldBlock =
  | { readonly kind: 'field'; readonly field: FormField }
  | { readonly kind: 'languages'; readonly fields: readonly FormField[] };

/** Returns the fields in order, with fields that are named after languages grouped in one block. */
export function fieldBlocks(fields: readonly FormField[]): FieldBlock[] {
  const isLanguage = ({ name }: FormField) => LANGUAGES.some((language) => language === name);
  const inLanguages = fields.filter(isLanguage);
  if (inLanguages.length < 2) return fields.map((field) => ({ kind: 'field', field }));
  return fields.flatMap((field): FieldBlock[] => {
    if (!isLanguage(field)) return [{ kind: 'field', field }];
    return field === inLanguages[0] ? [{ kind: 'languages', fields: inLanguages }] : [];
  });
}
