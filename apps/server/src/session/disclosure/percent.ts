import type { Span } from './live-terms.ts';

/** A share in bps as a percentage, exact: 250 → 2.5 %, a span as 2.5–5 %. */
export function percent({ from, to }: Span): string {
  return from === to ? `${hundredths(from)} %` : `${hundredths(from)}–${hundredths(to)} %`;
}

/** A factor in bps: 20000 → 2. */
export function times({ from, to }: Span): string {
  return from === to ? fraction(from, 4) : `${fraction(from, 4)}–${fraction(to, 4)}`;
}

function hundredths(bps: number): string {
  return fraction(bps, 2);
}

function fraction(value: number, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return text.replace(/\.?0+$/, '');
}
