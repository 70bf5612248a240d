import { type InputField, type InputKind, inputFields } from '@city-mint/api-contract/input-fields';
import type { OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { signedFields } from '@city-mint/api-contract/operator/operator-action';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';

/** A field of a request with its option on the command line. */
export type FieldOption = {
  readonly field: InputField;
  /** `--proposal-id`. */
  readonly flag: string;
  /** The option's name in Commander's values. */
  readonly attribute: string;
};

const VALUE_NAMES: Record<InputKind, string> = {
  text: 'text',
  link: 'link',
  amount: 'amount',
  address: 'address',
  hash: 'hash',
  id: 'id',
  time: 'time',
  duration: 'duration',
  number: 'number',
  choice: 'choice',
  'yes-no': 'yes|no',
  list: 'texts...',
  json: 'json',
};

const NOTES: Partial<Record<InputKind, string>> = {
  amount: 'in whole units, up to 18 decimals',
  time: 'UTC: milliseconds, or 2026-11-23T10:00:00Z',
  duration: 'milliseconds, or 90s, 30m, 12h, 7d',
};

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Returns the options of an action's fields, except the reason and the signature, which the signer adds. */
export function actionOptions({ request }: (typeof operatorActions)[OperatorActionKey]): FieldOption[] {
  return fieldOptions(request.shape).filter(({ field }) => !Object.hasOwn(signedFields, field.name));
}

/** Returns the options of a request's fields, in the order of its declaration. */
export function fieldOptions(shape: z.core.$ZodShape): FieldOption[] {
  return inputFields(shape).map((field) => {
    const flag = `--${field.name.replace(/[A-Z]+/g, (capitals) => `-${capitals.toLowerCase()}`)}`;
    return { field, flag, attribute: new Option(flag).attributeName() };
  });
}

/** Adds the options of fields to a command; `--no-FIELD` sends null. */
export function addFieldOptions(command: Command, options: readonly FieldOption[]): void {
  for (const { field, flag } of options) {
    const option = new Option(`${flag} <${VALUE_NAMES[field.kind]}>`, describeField(field));
    if (field.kind === 'list' && field.choices.length > 0) option.choices(field.choices);
    if (field.kind !== 'list') option.argParser((text: string) => checkedText(field, text));
    command.addOption(option.makeOptionMandatory(!field.isOptional));
    if (field.isNullable && !field.isOptional) {
      command.addOption(new Option(flag.replace('--', '--no-'), `no ${field.name}`));
    }
  }
}

/** Returns the fields of a request from the options of its command; omitted fields are absent. */
export function readFields(
  values: Readonly<Record<string, unknown>>,
  options: readonly FieldOption[],
): Record<string, unknown> {
  const entered = options.filter(({ attribute }) => values[attribute] !== undefined);
  return Object.fromEntries(
    entered.map(({ field, attribute }) => [field.name, enteredValue(field, values[attribute])]),
  );
}

/** Commander yields false for `--no-FIELD`, a list for a list field, and the text otherwise. */
function enteredValue(field: InputField, value: unknown): unknown {
  if (value === false) return null;
  return typeof value === 'string' ? readValue(field, value) : value;
}

function checkedText(field: InputField, text: string): string {
  readValue(field, text);
  return text;
}

/** Returns the value of a field from its text. The server checks bounds and formats, in the user's language. */
export function readValue(field: InputField, text: string): unknown {
  switch (field.kind) {
    case 'number':
      return numberOf(text);
    case 'time':
      return timeOf(text);
    case 'duration':
      return durationOf(text);
    case 'yes-no':
      return answerOf(text);
    case 'choice':
      if (!field.choices.includes(text))
        throw new InvalidArgumentError(`Allowed choices are ${field.choices.join(', ')}.`);
      return text;
    case 'json':
      return jsonOf(text);
    default:
      return text;
  }
}

function describeField({ name, kind, choices, from, to, isOptional }: InputField): string {
  const bounds = [
    ...(isOptional ? [] : ['required']),
    ...(choices.length > 0 ? [choices.join(', ')] : []),
    ...(kind === 'number' && from !== null && to !== null ? [`${from} to ${to}`] : []),
    ...(kind === 'text' && to !== null ? [`up to ${to} characters`] : []),
    ...(NOTES[kind] === undefined ? [] : [NOTES[kind]]),
  ];
  return bounds.length === 0 ? name : `${name}: ${bounds.join('; ')}`;
}

function numberOf(text: string): number {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number.');
}

function timeOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const isUtc = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.test(text);
  const time = isUtc ? Date.parse(text) : Number.NaN;
  // The engine parses a day that the month does not have as a day of the next month.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
  if (!isDay) throw new InvalidArgumentError('It must be UTC milliseconds, or like 2026-11-23T10:00:00Z.');
  return time;
}

function durationOf(text: string): number {
  const [, count = '', unit] = /^(\d{1,15})(s|m|h|d)?$/.exec(text) ?? [];
  if (count === '') throw new InvalidArgumentError('It must be milliseconds, or like 90s, 30m, 12h, 7d.');
  return Number(count) * (unit === undefined ? 1 : (UNITS[unit] ?? 1));
}

function answerOf(text: string): boolean {
  if (text === 'yes' || text === 'true') return true;
  if (text === 'no' || text === 'false') return false;
  throw new InvalidArgumentError('It must be yes or no.');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}
