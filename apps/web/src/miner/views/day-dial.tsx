import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { useServerNow } from '#platform/server-clock.ts';
import { Amount } from '#ui/amount.tsx';
import { CountdownText } from '#ui/countdown.tsx';
import { dialOf, sharePercent, TICKS } from '../day-dial.ts';

type Totals = ReplyOf<'POST /api/biz/fmc/machines'>['totals'];
type DayDialProps = { readonly totals: Totals; readonly onClose: () => void };

/** The UTC day as a dial that fills until it closes, with my share of the hash power as a golden slice. */
export function DayDial({ totals, onClose }: DayDialProps) {
  const t = useTranslations('miner.dial');
  const { passed, closesAt } = dialOf(useServerNow());
  useDayClose(closesAt, onClose);
  const share = sharePercent(totals.share);
  const label = t('label', { percent: String(Math.floor((passed * 100) / TICKS)), share });
  return (
    <section aria-label={label} className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche className="absolute -top-16 left-1/2 size-96 -translate-x-1/2 text-hero-line opacity-15" />
      <div className="relative flex flex-col items-center gap-4">
        <div className="relative w-full max-w-[2.3rem]">
          <svg viewBox="0 0 200 200" className="w-full text-hero-line" role="img" aria-label={label}>
            <path d={slice(Number(totals.share))} fill="var(--gold)" />
            <circle cx="100" cy="100" r="46" fill="var(--hero)" />
            <path d={ticks(0, passed)} stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
            <path d={ticks(passed, TICKS)} stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.4" />
          </svg>
          <p className="absolute inset-0 flex flex-col items-center justify-center px-[30%] text-center">
            <span className="text-xl font-semibold figures">{share}</span>
            <span className="text-2xs text-hero-muted">{t('share')}</span>
          </p>
        </div>
        <dl className="grid w-full grid-cols-[repeat(auto-fit,minmax(0.72rem,1fr))] gap-2">
          <Figure label={t('power')}>
            <Amount value={totals.hashRate} unit="H" compact />
          </Figure>
          <Figure label={t('expected')}>
            <Amount value={totals.expectedToday} unit="FMC" compact />
          </Figure>
          <Figure label={t('closes')}>
            <CountdownText until={closesAt} label={t('closes')} />
          </Figure>
        </dl>
        <p className="text-center text-xs text-hero-muted">
          {t('network', { amount: shown(totals.networkHashRate) })}
          <br />
          {t('full', { emission: shown(totals.dailyEmission), fullHash: shown(totals.fullHash) })}
        </p>
      </div>
    </section>
  );
}

/** Calls `onClose` when a day has ended; the countdown already runs to the end of the next one. */
function useDayClose(closesAt: number, onClose: () => void): void {
  const last = useRef(closesAt);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (last.current === closesAt) return;
    last.current = closesAt;
    close();
  }, [closesAt]);
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-hero-muted">{label}</dt>
      <dd className="text-base font-semibold">{children}</dd>
    </div>
  );
}

function shown(amount: string): string {
  return shownAmount(amount);
}

function pointAt(part: number, radius: number): string {
  const angle = part * 2 * Math.PI - Math.PI / 2;
  return `${(100 + radius * Math.cos(angle)).toFixed(2)} ${(100 + radius * Math.sin(angle)).toFixed(2)}`;
}

function ticks(from: number, to: number): string {
  let path = '';
  for (let index = from; index < to; index += 1) {
    // Full hours have longer ticks.
    const inner = index % 4 === 0 ? 82 : 86;
    path += `M${pointAt(index / TICKS, inner)}L${pointAt(index / TICKS, 94)}`;
  }
  return path;
}

/** Returns a slice that starts at the top; the smallest share stays visible, the whole is a ring. */
function slice(share: number): string {
  if (share <= 0) return '';
  if (share >= 0.9999) return 'M100 24a76 76 0 1 0 0.01 0Z';
  const shown = Math.max(share, 0.006);
  return `M100 100L${pointAt(0, 76)}A76 76 0 ${shown > 0.5 ? 1 : 0} 1 ${pointAt(shown, 76)}Z`;
}
