/** A change in basis points as a signed percentage of two decimals; a dash where there is none. */
export function formatChange(bps: number | null): string {
  if (bps === null) return '—';
  const sign = bps > 0 ? '+' : bps < 0 ? '−' : '';
  const size = Math.abs(bps);
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}%`;
}
