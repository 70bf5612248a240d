import type { z } from 'zod';
import { COMMON_REFUSALS, type CommonRefusal } from './envelope.ts';

type Issue = z.core.$ZodIssue;

/** The fault of a value that a caller sends: the refusal's code, the field, and the limit that it broke. */
export type BadInput = {
  readonly error: CommonRefusal;
  readonly details: { readonly field: string; readonly limit?: string };
};

/** Returns the refusal of an issue that a schema found in `raw`; the same for the server and for forms. */
export function badInputOf(issue: Issue | undefined, raw: unknown): BadInput {
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
