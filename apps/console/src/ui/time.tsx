import { useTranslations } from 'use-intl';
import { formatTime, formatUtc } from '#platform/format.ts';

/** A moment in the device's time zone, with UTC in the title; `day` leaves the time of day out. */
export function Time({ time, day = false }: { readonly time: number; readonly day?: boolean }) {
  const t = useTranslations('ui.time');
  const local = formatTime(time);
  return (
    <time
      className="whitespace-nowrap figures"
      dateTime={new Date(time).toISOString()}
      title={t('utc', { time: formatUtc(time) })}
    >
      {day ? local.slice(0, 10) : local}
    </time>
  );
}
