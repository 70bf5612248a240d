export type DateRangeError = 'start-missing' | 'end-missing' | 'end-not-after-start';

export type DateRange =
  | { readonly ok: true; readonly from: number; readonly to: number }
  | { readonly ok: false; readonly error: DateRangeError };

/**
 * Returns the range between two entered times (`YYYY-MM-DDTHH:mm` with or without seconds, in the device's time zone).
 * Both are required, and the end has to be after the start.
 */
export function readDateRange(start: string, end: string): DateRange {
  const from = timeOf(start);
  if (from === null) return { ok: false, error: 'start-missing' };
  const to = timeOf(end);
  if (to === null) return { ok: false, error: 'end-missing' };
  return to > from ? { ok: true, from, to } : { ok: false, error: 'end-not-after-start' };
}

/** Returns UTC milliseconds as the value of a date-time input. */
export function inputTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

function timeOf(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null;
  const time = new Date(text).getTime();
  return Number.isNaN(time) || time < 946_684_800_000 ? null : time;
}
