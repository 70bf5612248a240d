import { inputKind, unwrap } from '@city-mint/api-contract/input-fields';
import { z } from 'zod';

const INDENT = '  ';
const NOTHING = '–';
/** Columns of a terminal that a table may take. */
const WIDEST = 160;

/**
 * Returns a reply as lines for people, by its schema: lists as tables, or a block for each of their rows where a table
 * is too wide; times in UTC; everything else as it came.
 */
export function formatReply(schema: z.core.$ZodType, data: unknown): string[] {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodObject && isRecord(data)) {
    return Object.entries(inner.shape).flatMap(([name, field]) => formatField(name, field, data[name]));
  }
  if (inner instanceof z.ZodRecord && isRecord(data)) {
    return Object.entries(data).map(([name, value]) => `${name}: ${formatValue(inner.def.valueType, value)}`);
  }
  if (inner instanceof z.ZodArray && Array.isArray(data)) return formatList(inner.def.element, data);
  return [formatValue(inner, data)];
}

/** Returns rows as lines with aligned columns; the first row is the head. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const [head = []] = rows;
  const widths = head.map((_name, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join(INDENT)
      .trimEnd(),
  );
}

/** Returns a time as people and options write it. */
export function formatTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

function formatField(name: string, schema: z.core.$ZodType, value: unknown): string[] {
  const { inner } = unwrap(schema);
  if (!(isRecord(value) || isFilled(value))) return [`${name}: ${formatValue(inner, value)}`];
  return [`${name}:`, ...formatReply(inner, value).map((line) => INDENT + line)];
}

function formatList(element: z.core.$ZodType, items: readonly unknown[]): string[] {
  const { inner } = unwrap(element);
  if (!(inner instanceof z.ZodObject)) return items.map((item) => formatValue(inner, item));
  const columns = Object.entries(inner.shape);
  const rows = items.map((item) =>
    columns.map(([name, field]) => formatValue(unwrap(field).inner, isRecord(item) ? item[name] : undefined)),
  );
  const table = formatTable([columns.map(([name]) => name), ...rows]);
  const isWide = table.some((line) => widthOf(line) > WIDEST);
  return isWide ? items.flatMap((item) => [...formatReply(inner, item), '']) : table;
}

function formatValue(schema: z.core.$ZodType, value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return NOTHING;
  if (typeof value === 'number' && inputKind(schema) === 'time') return formatTime(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // What others wrote cannot move the cursor or hide a line.
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const WIDE_LETTER =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;

/** Chinese, Japanese and Korean letters take two columns of a terminal. */
function widthOf(text: string): number {
  return [...text].reduce((width, letter) => width + (WIDE_LETTER.test(letter) ? 2 : 1), 0);
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)));
}
