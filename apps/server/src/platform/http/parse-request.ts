import { COMMON_REFUSALS, type CommonRefusal } from '@city-mint/api-contract/envelope';
import type { z } from 'zod';
import type { Refused } from './refused.ts';

type BadInput = Refused & { readonly error: CommonRefusal };

export type ParsedRequest<Request> =
  | { readonly ok: true; readonly request: Request }
  | ({ readonly ok: false } & BadInput);

/**
 * Returns the parsed request, strictly by its schema, or the refusal of the first thing that is wrong, with the field
 * and the limit that it broke.
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, raw: unknown): ParsedRequest<z.output<Schema>> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { ok: true, request: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, ...refusalOf(issue, raw) };
}

type Issue = z.core.$ZodIssue;

function refusalOf(issue: Issue | undefined, raw: unknown): BadInput {
  if (issue === undefined) return { error: 'wrong-type', details: { field: 'body' } };
  if (issue.code === 'unrecognized_keys') {
    return { error: 'unknown-field', details: { field: fieldOf([...issue.path, ...issue.keys.slice(0, 1)]) } };
  }
  const field = fieldOf(issue.path);
  if (issue.path.length > 0 && valueAt(raw, issue.path) === undefined) {
    return { error: 'field-missing', details: { field } };
  }
  const limit = limitOf(issue);
  return { error: codeOf(issue), details: { field, ...(limit === undefined ? {} : { limit }) } };
}

function codeOf(issue: Issue): CommonRefusal {
  const named: unknown = issue.code === 'custom' ? issue.params?.['error'] : undefined;
  if (isCommonRefusal(named)) return named;
  if (isCommonRefusal(issue.message)) return issue.message;
  if (issue.code === 'invalid_type') return 'wrong-type';
  if (issue.code === 'invalid_value') return 'value-not-allowed';
  if (issue.code === 'too_big') return 'text-too-long';
  return 'text-format';
}

function isCommonRefusal(code: unknown): code is CommonRefusal {
  return typeof code === 'string' && Object.hasOwn(COMMON_REFUSALS, code);
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
