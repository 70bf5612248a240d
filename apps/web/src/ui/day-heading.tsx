import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { dayStart } from '#platform/time-range.ts';

type DayHeadingProps = {
  /** Any time on the day, UTC milliseconds. */
  readonly at: number;
  /** The sums of the day. */
  readonly children?: ReactNode;
};

/** The heading of a day in a list: today, yesterday or its date, with the sums of the day. */
export function DayHeading({ at, children }: DayHeadingProps) {
  const t = useTranslations('time');
  const day = dayStart(at);
  const today = dayStart(Date.now());
  const name =
    day === today ? t('range.today') : day === dayStart(today, -1) ? t('yesterday') : formatTime(at).slice(0, 10);
  return (
    <div className="pair px-1">
      <h2 className="shrink-0 font-display text-base font-semibold">{name}</h2>
      <p className="flex flex-wrap justify-end gap-x-2 text-xs">{children}</p>
    </div>
  );
}
