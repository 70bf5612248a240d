/**
 * A cell of a CSV file (RFC 4180) that is text and nothing else: one that a spreadsheet would run as a formula gets an
 * apostrophe before it.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n|%\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
