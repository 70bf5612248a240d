/** Returns UTC milliseconds as `YYYY-MM-DD HH:mm:ss +08` in the device's time zone, which the text names (ISO 8601). */
export function formatTime(time: number): string {
  const minutesWest = new Date(time).getTimezoneOffset();
  const size = Math.abs(minutesWest);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  const zone = minutes === '00' ? hours : `${hours}:${minutes}`;
  return `${textOf(new Date(time - minutesWest * 60_000))} ${minutesWest > 0 ? '−' : '+'}${zone}`;
}

/** Returns UTC milliseconds as `YYYY-MM-DD HH:mm:ss` in UTC, in which days of the ledger begin. */
export function formatUtc(time: number): string {
  return textOf(new Date(time));
}

/** Returns UTC milliseconds as `<input type="datetime-local">` has them: in the device's time zone, to the minute. */
export function formatInputTime(time: number): string {
  return formatTime(time).slice(0, 16).replace(' ', 'T');
}

/** Returns the UTC milliseconds of such a text; undefined where it is none, or not complete. */
export function parseInputTime(text: string): number | undefined {
  return isInputTime(text) ? Date.parse(text) : undefined;
}

/** Returns the UTC milliseconds of such a text that is in UTC; undefined where it is none, or not complete. */
export function utcTime(text: string): number | undefined {
  return isInputTime(text) ? Date.parse(`${text}Z`) : undefined;
}

/** Browsers also parse parts of a time, and roll February 31 over to March. */
function isInputTime(text: string): boolean {
  const [, minutes, seconds = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)((?::\d\d(?:\.\d{1,3})?)?)$/.exec(text) ?? [];
  const time = Date.parse(`${minutes}${seconds}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 16) === minutes;
}

function textOf(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns the text of a figure with a minus sign in place of a hyphen. */
export function withMinus(figure: string): string {
  return figure.replace('-', '−');
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Returns a duration in milliseconds by its two largest units in a language: "2 hours 5 minutes"; whole seconds. */
export function formatDuration(milliseconds: number, locale: string): string {
  let rest = Math.floor(Math.abs(milliseconds) / 1000);
  const parts: string[] = [];
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count === 0 && !(unit === 'second' && parts.length === 0)) continue;
    parts.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}
