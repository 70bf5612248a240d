import { isLate, lateMs } from '@city-mint/domain/rounds/late-orders';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatClock, formatTime } from '#platform/format.ts';
import { useServerNow } from '#platform/server-clock.ts';

type LateLineProps = {
  /** The planned window of the round. */
  readonly terms: { readonly opensAt: number; readonly closesAt: number; readonly lateBps: number };
  /** The end of the window as it is known now. */
  readonly closesAt: number;
};

/** When orders begin to be compensated last, or that they are now; renders nothing if the terms have no such part. */
export function LateLine({ terms, closesAt }: LateLineProps) {
  const t = useTranslations('rounds.join');
  const now = useServerNow();
  const from = closesAt - lateMs(terms);
  if (from === closesAt) return null;
  if (isLate(terms, { closesAt, at: now })) {
    return <Notice kind="pending">{t('position.all-others-first')}</Notice>;
  }
  const isToday = formatTime(from).slice(0, 10) === formatTime(now).slice(0, 10);
  const time = isToday ? formatClock(from) : formatTime(from).slice(5, 16);
  return <p className="px-1 text-xs text-muted">{t('lateFrom', { time })}</p>;
}
