import type { Refused } from './refused.ts';

/** Maximum nesting of objects and lists. */
const MAX_DEPTH = 10;

export type JsonBody = { readonly ok: true; readonly value: unknown } | ({ readonly ok: false } & Refused);

/**
 * Returns the value of a JSON body, or the refusal of one that two parsers might read differently: a duplicate key in
 * one object, a `__proto__`, more than ten levels, a NUL or half a surrogate pair in a text (PostgreSQL stores
 * neither).
 */
export function readJsonBody(text: string): JsonBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, error: 'body-not-json', details: {} };
  }
  const seen = { keys: 0 };
  const refused = inspect(value, { path: '', depth: 1 }, seen);
  if (refused !== undefined) return { ok: false, ...refused };
  // JSON.parse silently returns the last of several equal keys: then the text has more keys than the value.
  if (countKeys(text) !== seen.keys) return { ok: false, error: 'body-not-json', details: { field: 'body' } };
  return { ok: true, value };
}

/**
 * Returns the refusal of path and query fields with content that a body may not have either: a `__proto__`, a NUL or
 * half a surrogate pair in a text; undefined when there is none.
 */
export function refuseFields(fields: object): Refused | undefined {
  return inspect(fields, { path: '', depth: 1 }, { keys: 0 });
}

type Position = { readonly path: string; readonly depth: number };

function inspect(value: unknown, position: Position, seen: { keys: number }): Refused | undefined {
  if (typeof value === 'string') return inspectText(value, position.path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (position.depth > MAX_DEPTH) {
    return { error: 'body-not-json', details: { field: position.path, limit: String(MAX_DEPTH) } };
  }
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    if (!isList) seen.keys += 1;
    const path = position.path === '' ? key : `${position.path}.${key}`;
    if (key === '__proto__') return { error: 'unknown-field', details: { field: path } };
    const refused = inspect(inner, { path, depth: position.depth + 1 }, seen);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function inspectText(text: string, path: string): Refused | undefined {
  if (text.isWellFormed() && !text.includes('\0')) return undefined;
  return { error: 'text-format', details: { field: path === '' ? 'body' : path } };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Counts colons outside strings; valid JSON has one per key. */
function countKeys(json: string): number {
  let keys = 0;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === COLON) keys += 1;
    else if (code === QUOTE) index = endOfString(json, index);
  }
  return keys;
}

function endOfString(json: string, start: number): number {
  for (let index = start + 1; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index;
  }
  return json.length;
}
