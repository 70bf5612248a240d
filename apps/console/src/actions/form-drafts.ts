import { type BadInput, badInputOf } from '@city-mint/api-contract/bad-input';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { readTypedAmount, type TypedAmount } from '@city-mint/domain/money/typed-amount';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import { utcTime } from '#platform/format.ts';
import type { ActionDeclaration, FormField } from './form-fields.ts';

/** Raw input of a field; null if the field deliberately has no value. */
export type Draft = string | null | readonly Draft[] | { readonly [name: string]: Draft };
export type Drafts = { readonly [name: string]: Draft };

/** Units of durations in milliseconds, largest first. */
export const DURATION_UNITS = { d: DAY_MS, h: HOUR_MS, min: MINUTE_MS, s: 1_000, ms: 1 } as const;
export type DurationUnit = keyof typeof DURATION_UNITS;

/** Returns the drafts of a form whose initial values are those of a request. */
export function draftsOf(fields: readonly FormField[], values: Readonly<Record<string, unknown>>): Drafts {
  return Object.fromEntries(fields.map((field) => [field.name, draftOf(field, values[field.name])]));
}

/** Returns the draft for a field's initial value; an empty one for undefined. */
export function draftOf(field: FormField, value: unknown): Draft {
  if (value === null) return null;
  if (field.kind === 'list') return Array.isArray(value) ? value.map((entry) => draftOf(entryOf(field), entry)) : [];
  if (field.kind === 'group') return draftsOf(field.fields, { ...Object(value) });
  if (value === undefined) return '';
  if (field.kind === 'time' && typeof value === 'number') return timeDraft(value);
  if (field.kind === 'duration' && typeof value === 'number') return durationDraft(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns whether a draft is that of a list. */
export function isList(draft: Draft): draft is readonly Draft[] {
  return Array.isArray(draft);
}

/** Returns whether a draft is that of a group of fields. */
export function isGroup(draft: Draft): draft is Drafts {
  return typeof draft === 'object' && draft !== null && !Array.isArray(draft);
}

/** Returns the field that describes each entry of a list. */
export function entryOf(list: FormField): FormField {
  const [entry] = list.fields;
  if (entry === undefined) throw new Error(`${list.name} is no list`);
  return entry;
}

/** In the format of `<input type="datetime-local">`, in UTC. */
function timeDraft(time: number): string {
  return new Date(time).toISOString().replace(/(?::00)?\.000Z$|Z$/, '');
}

function durationDraft(duration: number): string {
  const units = Object.entries(DURATION_UNITS);
  const [unit, length] = units.find(([, span]) => duration !== 0 && duration % span === 0) ?? ['min', MINUTE_MS];
  return `${duration / length} ${unit}`;
}

/** Returns the parts of a duration's draft: the figure as typed, and the unit. */
export function durationParts(draft: string): { readonly figure: string; readonly unit: DurationUnit } {
  const [figure = '', named = ''] = draft.split(' ');
  return { figure, unit: isUnit(named) ? named : 'h' };
}

function isUnit(text: string): text is DurationUnit {
  return Object.hasOwn(DURATION_UNITS, text);
}

/**
 * Returns the values of a request without the empty ones. Text that is not a number stays text, so that the schema
 * rejects it.
 */
export function valuesOf(fields: readonly FormField[], drafts: Drafts): Record<string, unknown> {
  const values = fields.map((field) => [field.name, fieldValue(field, drafts[field.name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Returns a field's value for a request, undefined if it is empty. */
export function fieldValue(field: FormField, draft: Draft | undefined): unknown {
  if (draft === undefined || draft === null) return draft;
  if (typeof draft !== 'string') {
    if (isList(draft)) return draft.map((entry) => fieldValue(entryOf(field), entry));
    return valuesOf(field.fields, draft);
  }
  // Blanks are part of a text; elsewhere they come from the clipboard.
  const text = field.kind === 'text' || field.kind === 'long-text' ? draft : draft.trim();
  return text === '' ? undefined : parsedText(field, text);
}

function parsedText({ kind }: FormField, text: string): unknown {
  switch (kind) {
    case 'number':
    case 'bps':
    case 'whole-number':
      return numberOf(text) ?? text;
    case 'amount': {
      const read = readAmountDraft(text);
      return read.kind === 'amount' ? read.decimal : text;
    }
    case 'duration': {
      // A unit was chosen and no figure entered.
      if (isUnit(text)) return undefined;
      const { figure, unit } = durationParts(text);
      const count = numberOf(figure);
      return count === null ? text : count * DURATION_UNITS[unit];
    }
    case 'time':
      return utcTime(text) ?? text;
    case 'boolean':
      return text === 'true';
    case 'json':
      return jsonOf(text);
    default:
      return text;
  }
}

/** Returns the amount of a draft; both languages of the console write numbers alike. */
export function readAmountDraft(draft: string): TypedAmount {
  return readTypedAmount(draft, { language: 'en' });
}

function numberOf(text: string): number | null {
  if (/^-\d+(\.\d+)?$/.test(text)) return Number(text);
  const read = readAmountDraft(text);
  return read.kind === 'amount' ? Number(read.decimal) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Errors of a form's fields by path: `name`, `list.0.name`. */
export type Problems = ReadonlyMap<string, BadInput>;

/** Returns the schema's errors for the values, one per field; the server would return the same. */
export function problemsOf({ request }: ActionDeclaration, values: Readonly<Record<string, unknown>>): Problems {
  const raw = { ...values, ...UNSIGNED };
  const parsed = request.safeParse(raw);
  const problems = new Map<string, BadInput>();
  if (parsed.success) return problems;
  for (const issue of parsed.error.issues) {
    const problem = badInputOf(issue, raw);
    if (!problems.has(problem.details.field)) problems.set(problem.details.field, problem);
  }
  return problems;
}
