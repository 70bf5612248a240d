import { type BadInput, badInputOf } from '@city-mint/api-contract/bad-input';
import { UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import type { ActionDeclaration, FormField } from './form-fields.ts';

/** What was typed into a field, as its input has it; null where the field is deliberately without a value. */
export type Draft = string | null | readonly Draft[] | { readonly [name: string]: Draft };
export type Drafts = { readonly [name: string]: Draft };

/** Units of durations, the largest first; milliseconds. */
export const DURATION_UNITS = { d: DAY_MS, h: HOUR_MS, min: MINUTE_MS, s: 1_000, ms: 1 } as const;
export type DurationUnit = keyof typeof DURATION_UNITS;

/** Returns the drafts of a form that begins with these values of a request. */
export function draftsOf(fields: readonly FormField[], values: Readonly<Record<string, unknown>>): Drafts {
  return Object.fromEntries(fields.map((field) => [field.name, draftOf(field, values[field.name])]));
}

/** Returns the draft of a field that begins with a value of a request; an empty one for undefined. */
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

/** The field of every entry of a list. */
export function entryOf(list: FormField): FormField {
  const [entry] = list.fields;
  if (entry === undefined) throw new Error(`${list.name} is no list`);
  return entry;
}

/** As `<input type="datetime-local">` has it, in UTC. */
function timeDraft(time: number): string {
  return new Date(time).toISOString().replace(/(?::00)?\.000Z$|Z$/, '');
}

function durationDraft(duration: number): string {
  const units = Object.entries(DURATION_UNITS);
  const [unit, length] = units.find(([, span]) => duration !== 0 && duration % span === 0) ?? ['min', MINUTE_MS];
  return `${duration / length} ${unit}`;
}

/** Returns the parts of the draft of a duration: the figure as it was typed, and the unit. */
export function durationParts(draft: string): { readonly figure: string; readonly unit: DurationUnit } {
  const [figure = '', named = ''] = draft.split(' ');
  return { figure, unit: isUnit(named) ? named : 'h' };
}

function isUnit(text: string): text is DurationUnit {
  return Object.hasOwn(DURATION_UNITS, text);
}

/** Returns the values of a request; what is empty is left out. Texts that are no number stay texts, for the schema. */
export function valuesOf(fields: readonly FormField[], drafts: Drafts): Record<string, unknown> {
  const values = fields.map((field) => [field.name, fieldValue(field, drafts[field.name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Returns the value of a field in a request, undefined where it is empty. */
export function fieldValue(field: FormField, draft: Draft | undefined): unknown {
  if (draft === undefined || draft === null) return draft;
  if (typeof draft !== 'string') {
    if (isList(draft)) return draft.map((entry) => fieldValue(entryOf(field), entry));
    return valuesOf(field.fields, draft);
  }
  // Blanks are part of a text; around everything else they come from the clipboard.
  const text = field.kind === 'text' || field.kind === 'long-text' ? draft : draft.trim();
  return text === '' ? undefined : parsedText(field, text);
}

function parsedText({ kind }: FormField, text: string): unknown {
  switch (kind) {
    case 'number':
    case 'bps':
    case 'whole-number':
      return numberOf(text) ?? text;
    case 'duration': {
      const { figure, unit } = durationParts(text);
      if (figure === '') return undefined;
      const count = numberOf(figure);
      return count === null ? text : count * DURATION_UNITS[unit];
    }
    case 'time': {
      const time = Date.parse(`${text}Z`);
      return Number.isNaN(time) ? text : time;
    }
    case 'boolean':
      return text === 'true';
    case 'json':
      return jsonOf(text);
    default:
      return text;
  }
}

function numberOf(text: string): number | null {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What is wrong with the fields of a form, by their path: `name`, `list.0.name`. */
export type Problems = ReadonlyMap<string, BadInput>;

/** Returns what the schema finds wrong with the values, one problem per field; the same as the server would. */
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
