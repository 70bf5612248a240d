/** Returns the CSS class of a change in basis points: falls are as plain as rises; muted if unknown or zero. */
export function colourOfChange(bps: number | null): string {
  if (bps === null || bps === 0) return 'text-muted';
  return bps > 0 ? 'text-success' : 'text-danger';
}
