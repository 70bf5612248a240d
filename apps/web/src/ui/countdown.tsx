import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { timeLeft } from '#platform/format.ts';
import { useServerNow } from '#platform/server-clock.ts';

type CountdownProps = {
  /** UTC milliseconds on the server's clock. */
  readonly until: number;
  readonly label: string;
  /** Called once when the time is reached. */
  readonly onOver?: (() => void) | undefined;
};

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const;

/** Days, hours, minutes and seconds until a time on the server's clock, in large digits. */
export function Countdown({ until, label, onOver }: CountdownProps) {
  const t = useTranslations('ui.time');
  const left = timeLeft(useCountdown(until, onOver));
  return (
    <div role="timer" aria-label={label} className="flex flex-wrap justify-around gap-2">
      {UNITS.map((unit) => (
        <div key={unit} className="flex min-w-[0.56rem] flex-col items-center">
          <span className="text-3xl font-semibold tracking-tight figures">{String(left[unit]).padStart(2, '0')}</span>
          <span className="text-xs opacity-80">{t(unit)}</span>
        </div>
      ))}
    </div>
  );
}

/** The same in one line: `2d 03:04:05`. */
export function CountdownText({ until, label, onOver }: CountdownProps) {
  const t = useTranslations('ui.time');
  const { days, hours, minutes, seconds } = timeLeft(useCountdown(until, onOver));
  const clock = [hours, minutes, seconds].map((value) => String(value).padStart(2, '0')).join(':');
  return (
    <span role="timer" aria-label={label} className="figures whitespace-nowrap">
      {days > 0 ? `${t('shortDays', { days })} ${clock}` : clock}
    </span>
  );
}

function useCountdown(until: number, onOver: (() => void) | undefined): number {
  const left = until - useServerNow();
  const told = useRef<number | null>(null);
  useEffect(() => {
    if (left > 0 || told.current === until) return;
    told.current = until;
    onOver?.();
  }, [left, until, onOver]);
  return left;
}
