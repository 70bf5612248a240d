import { csvCell } from '@city-mint/domain/csv-cell';

/** A column of a file: its heading, and the text of an item. */
export type CsvColumn<Item> = { readonly heading: string; readonly text: (item: Item) => string };

/**
 * Returns a CSV file (RFC 4180, with a byte order mark, so that spreadsheets read Chinese). Cells are texts, except for
 * plain figures: none is run as a formula.
 */
export function csvOf<Item>(columns: readonly CsvColumn<Item>[], items: readonly Item[]): string {
  const heading = columns.map((column) => csvCell(column.heading));
  const rows = items.map((item) => columns.map((column) => cellOf(column.text(item))));
  return `\uFEFF${[heading, ...rows].map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** A negative figure is one, though it begins like a formula. */
function cellOf(text: string): string {
  return /^-\d+(\.\d+)?$/.test(text) ? text : csvCell(text);
}

/** Offers a text as a file to the reader, under a name. */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // Some browsers read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
