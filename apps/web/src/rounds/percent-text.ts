/** Basis points as a percentage, exact: 300 → "3%", 12 → "0.12%". */
export function percentText(bps: number): string {
  const fraction = String(bps % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.floor(bps / 100)}${fraction === '' ? '' : `.${fraction}`}%`;
}
