export type DurationPart = { readonly unit: 'days' | 'hours' | 'minutes' | 'seconds'; readonly count: number };

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1_000],
] as const;

/** A length of time as days, hours, minutes and seconds, those that are 0 left out; less than a second is 0 seconds. */
export function durationParts(milliseconds: number): readonly DurationPart[] {
  let rest = milliseconds;
  const parts = UNITS.map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { unit, count };
  });
  const shown = parts.filter(({ count }) => count > 0);
  return shown.length > 0 ? shown : [{ unit: 'seconds', count: 0 }];
}
