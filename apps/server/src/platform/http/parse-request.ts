import { COMMON_REFUSALS, type CommonRefusal } from '@city-mint/api-contract/envelope';
import type { z } from 'zod';
import type { Refused } from './refused.ts';

export type ParsedRequest<Request> =
  | { readonly ok: true; readonly request: Request }
  | ({ readonly ok: false } & Refused);

/** Parses what a caller sent, once and strictly. The first thing that is wrong is the refusal, with the field and the limit it broke. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, raw: unknown): ParsedRequest<z.output<Schema>> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { ok: true, request: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, ...refusalOf(issue, raw) };
}

type Issue = z.core.$ZodIssue;

function refusalOf(issue: Issue | undefined, raw: unknown): Refused {
  if (issue === undefined) return { error: 'wrong-type', details: { field: 'body' } };
  if (issue.code === 'unrecognized_keys') {
    return { error: 'unknown-field', details: { field: fieldOf([...issue.path, ...issue.keys.slice(0, 1)]) } };
  }
  const field = fieldOf(issue.path);
  if (issue.path.length > 0 && valueAt(raw, issue.path) === undefined) {
    return { error: 'field-missing', details: { field } };
  }
  const limit = limitOf(issue);
  return { error: wordOf(issue), details: { field, ...(limit === undefined ? {} : { limit }) } };
}

function wordOf(issue: Issue): CommonRefusal {
  const named: unknown = issue.code === 'custom' ? issue.params?.['error'] : undefined;
  if (isCommonRefusal(named)) return named;
  if (isCommonRefusal(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return 'wrong-type';
  if (issue.code === 'invalid_value') return 'value-not-allowed';
  if (issue.code === 'too_big') return 'text-too-long';
  return 'text-format';
}

function isCommonRefusal(word: unknown): word is CommonRefusal {
  return typeof word === 'string' && Object.hasOwn(COMMON_REFUSALS, word);
}

function limitOf(issue: Issue): string | undefined {
  if (issue.code === 'too_big') return String(issue.maximum);
  if (issue.code === 'too_small') return String(issue.minimum);
  if (issue.code === 'invalid_value') return issue.values.map(String).join(', ');
  if (issue.code === 'invalid_type') return issue.expected;
  const limit: unknown = issue.code === 'custom' ? issue.params?.['limit'] : undefined;
  return typeof limit === 'string' ? limit : undefined;
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.');
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.entries(value).find(([name]) => name === String(key))?.[1];
  }
  return value;
}
