import { DAY_MS, HOUR_MS, MINUTE_MS } from '@city-mint/domain/time/durations';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';

/** Returns basis points as an exact percentage: 300 → "3%", 12 → "0.12%". */
export function percentText(bps: number): string {
  const fraction = String(bps % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${exactAmount(`${Math.floor(bps / 100)}${fraction === '' ? '' : `.${fraction}`}`)}%`;
}

export type DurationPart = { readonly unit: 'days' | 'hours' | 'minutes' | 'seconds'; readonly count: number };

const UNITS = [
  ['days', DAY_MS],
  ['hours', HOUR_MS],
  ['minutes', MINUTE_MS],
  ['seconds', 1_000],
] as const;

/** Returns a duration in days, hours, minutes and seconds without the zeros; less than a second is 0 seconds. */
export function durationParts(milliseconds: number): readonly DurationPart[] {
  let remainder = milliseconds;
  const allParts = UNITS.map(([unit, length]) => {
    const count = Math.floor(remainder / length);
    remainder -= count * length;
    return { unit, count };
  });
  const parts = allParts.filter(({ count }) => count > 0);
  return parts.length > 0 ? parts : [{ unit: 'seconds', count: 0 }];
}

/** Returns a function that returns a duration in words: "3 days 2 hours". */
export function useDurationText(): (milliseconds: number) => string {
  const t = useTranslations('rounds.duration');
  return (milliseconds) =>
    durationParts(milliseconds)
      .map(({ unit, count }) => t(unit, { count }))
      .join(' ');
}
