import { exactAmount } from './i18n/amount-text.ts';

/** Returns UTC milliseconds as `YYYY/MM/DD HH:mm:ss` in the device's zone; `…` on the server, which has another. */
export function formatTime(time: number): string {
  if (import.meta.env.SSR) return '…';
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Returns UTC milliseconds as `HH:mm:ss` in the device's time zone. */
export function formatClock(time: number): string {
  return formatTime(time).slice(-8);
}

/**
 * Returns a range of times to the minute, with the end's day only if it differs, and years only if they differ: `11/20
 * 10:00 – 11:00`.
 */
export function formatRange(from: number, to: number): string {
  const [start, end] = [formatTime(from).slice(0, 16), formatTime(to).slice(0, 16)];
  if (start.slice(0, 4) !== end.slice(0, 4)) return `${start} – ${end}`;
  const isSameDay = start.slice(0, 10) === end.slice(0, 10);
  return `${start.slice(5)} – ${end.slice(isSameDay ? 11 : 5)}`;
}

export type TimeLeft = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

/** Returns a remaining time in days, hours, minutes and seconds, rounded up to whole seconds; all 0 once it is over. */
export function timeLeft(milliseconds: number): TimeLeft {
  const totalSeconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return {
    days: Math.floor(totalSeconds / 86_400),
    hours: Math.floor((totalSeconds % 86_400) / 3_600),
    minutes: Math.floor((totalSeconds % 3_600) / 60),
    seconds: totalSeconds % 60,
  };
}

/** Returns a change in basis points as a signed percentage with two decimals; a dash for null. */
export function formatChange(changeBps: number | null): string {
  if (changeBps === null) return '—';
  const sign = changeBps > 0 ? '+' : changeBps < 0 ? '−' : '';
  const size = Math.abs(changeBps);
  return `${sign}${exactAmount(`${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`)}%`;
}

/**
 * Returns an amount of ten million or more in the language's own unit with at most two decimals, truncated:
 * "123456789.1" → "1.23亿", "123.45M"; null for a smaller one. `locale` is a BCP 47 tag.
 */
export function compactDecimal(decimal: string, locale: string): string | null {
  const [integer = ''] = decimal.replace('-', '').split('.');
  if (integer.length < 8) return null;
  // Latin digits as everywhere on the page.
  const size = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
    notation: 'compact',
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  }).format(BigInt(integer));
  return `${decimal.startsWith('-') ? '-' : ''}${size}`;
}

/** Returns a price, a decimal string, with four significant digits below 1, else with four decimals. */
export function formatPrice(price: string): string {
  const [, zeros = ''] = /^0\.(0*)[1-9]/.exec(price) ?? [];
  const decimals = price.startsWith('0.') ? zeros.length + 4 : 4;
  const [integer = '', fraction = ''] = price.split('.');
  const shown = fraction.slice(0, decimals).replace(/0+$/, '');
  return exactAmount(shown === '' ? integer : `${integer}.${shown}`);
}
