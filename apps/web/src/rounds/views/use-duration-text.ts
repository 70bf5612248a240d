import { useTranslations } from 'use-intl';
import { durationParts } from '../duration-parts.ts';

/** Says a length of time in words: "3 days 2 hours". */
export function useDurationText(): (milliseconds: number) => string {
  const t = useTranslations('rounds.duration');
  return (milliseconds) =>
    durationParts(milliseconds)
      .map(({ unit, count }) => t(unit, { count }))
      .join(' ');
}
