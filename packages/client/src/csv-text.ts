import { csvCell } from '@city-mint/domain/csv-cell';

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns a CSV file (RFC 4180) of these rows, the heading first. Cells are texts, except for plain figures: no cell is
 * run as a formula.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A negative figure begins like a formula, but is none. */
function cellOf(text: string): string {
  return /^-\d+(\.\d+)?$/.test(text) ? text : csvCell(text);
}
