/** Returns UTC milliseconds as `YYYY/MM/DD HH:mm:ss` in the device's time zone. */
export function formatTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

export type TimeLeft = {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
};

/**
 * Returns a remaining time in days, hours, minutes and seconds, rounded up to whole seconds: 0 means that it is over.
 */
export function timeLeft(milliseconds: number): TimeLeft {
  const totalSeconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return {
    days: Math.floor(totalSeconds / 86_400),
    hours: Math.floor((totalSeconds % 86_400) / 3_600),
    minutes: Math.floor((totalSeconds % 3_600) / 60),
    seconds: totalSeconds % 60,
  };
}

/** The first 6 and last 4 characters of an address or hash, for lists; never where a payment is confirmed. */
export function shortAddress(address: string): string {
  return address.length <= 10 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** Returns a decimal string with its integer part in groups of three: "1234567.89" → "1,234,567.89". */
export function groupDigits(decimal: string): string {
  const [integerPart = '', fraction] = decimal.split('.');
  const grouped = integerPart.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Returns a change in basis points as a signed percentage with two decimals; a dash for null. */
export function formatChange(changeBps: number | null): string {
  if (changeBps === null) return '—';
  const sign = changeBps > 0 ? '+' : changeBps < 0 ? '−' : '';
  const size = Math.abs(changeBps);
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}%`;
}
