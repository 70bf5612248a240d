import { findDuplicateKey } from '../json/find-duplicate-key.ts';

/** `error` is one line with the fault. */
export type SettlementDocument = { ok: true; document: unknown } | { ok: false; error: string };

/**
 * Returns what `parseSettlementFile` takes from the text of a published settlement: the input itself, an object that
 * has it as `input`, a reply of the API that has this as `data`, or JSON lines, the first with everything but the
 * orders and one more for each order. Keys that occur twice are refused. docs/money-rules.md#6-the-settlement-file
 */
export function readSettlementDocument(text: string): SettlementDocument {
  const whole = parseJson(text);
  if (whole.ok) return refuseTwice(text) ?? { ok: true, document: inputWithin(whole.value) };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  const head = parseJson(first);
  if (!head.ok || lines.length < 2) return { ok: false, error: `not JSON: ${whole.error}` };
  return readLines(lines);
}

function readLines(lines: readonly string[]): SettlementDocument {
  const values: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    const value = parseJson(line);
    if (!value.ok) return { ok: false, error: `line ${index + 1}: not JSON: ${value.error}` };
    const twice = refuseTwice(line);
    if (twice !== undefined) return { ok: false, error: `line ${index + 1}: ${twice.error}` };
    values.push(value.value);
  }
  const [head, ...orders] = values;
  if (!isObject(head)) return { ok: false, error: 'line 1: must be an object' };
  return { ok: true, document: { ...head, orders } };
}

function inputWithin(value: unknown): unknown {
  const data = fieldOf(value, 'data') ?? value;
  return fieldOf(data, 'input') ?? value;
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuseTwice(text: string): { ok: false; error: string } | undefined {
  const twice = findDuplicateKey(text);
  return twice === undefined ? undefined : { ok: false, error: `${twice}: occurs twice` };
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; error: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
