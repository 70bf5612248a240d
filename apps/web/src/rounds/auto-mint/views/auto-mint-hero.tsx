import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import { CountdownText } from '#ui/countdown.tsx';
import type { AutoMint, AutoMintPlan, NextRound } from '../auto-mint-plan.ts';

type AutoMintHeroProps = {
  readonly settings: AutoMint['settings'];
  readonly available: string;
  readonly round: NextRound | null;
  /** The action in that round with the entered settings. */
  readonly plan: AutoMintPlan | null;
};

/** The loop of auto-mint, from the balance to the city and back, and its next action. */
export function AutoMintHero({ settings, available, round, plan }: AutoMintHeroProps) {
  const t = useTranslations('auto');
  const cityName = useCityName();
  const state = settings.enabled ? 'on' : 'off';
  const name =
    round === null ? null : { city: cityName(round.city), phase: String(round.phase), number: String(round.number) };
  return (
    <section aria-label={t('nextTitle')} className="relative overflow-hidden rounded-2xl bg-hero p-4 text-hero-ink">
      <Guilloche className="absolute -top-24 -right-24 size-80 text-hero-line opacity-15" />
      <div className="relative flex flex-col gap-3">
        <p className="font-display text-xl font-semibold">{t(state)}</p>
        {settings.offBecause === 'losses' && <p className="text-sm text-brick">{t('offLosses')}</p>}
        <div className="relative flex items-center justify-between px-2">
          <svg
            viewBox="0 0 300 90"
            className={`absolute inset-0 size-full text-hero-line ${settings.enabled ? '' : 'opacity-35'}`}
            fill="none"
            aria-hidden="true"
          >
            <path d={LOOP} stroke="currentColor" strokeDasharray="3 4" strokeWidth="1.5" />
            {settings.enabled && (
              <circle r="5" className="animate-loop fill-gold" style={{ offsetPath: `path('${LOOP}')` }} />
            )}
          </svg>
          <Knot label={t('available')} className={KNOTS.balance[state]}>
            <Amount value={available} unit="JU" compact />
          </Knot>
          <Knot label={name?.city ?? '—'} className={KNOTS.city[state]}>
            {plan === null ? '—' : <Amount value={plan.amount} unit="JU" compact />}
          </Knot>
        </div>
        {name === null || round === null || plan === null ? (
          <p className="text-sm text-hero-muted">{t(settings.enabled ? 'nextNone' : 'nextNoneOff')}</p>
        ) : (
          <div className="flex flex-col gap-1 text-sm">
            <p className="text-hero-muted">{t(NEXT[plan.skip === null ? 'join' : 'skip'][state], name)}</p>
            {plan.skip === null ? (
              <p className="text-2xl font-semibold">
                <Amount value={plan.amount} unit="JU" exact />
              </p>
            ) : (
              <p>{t(`skip.${plan.skip}`)}</p>
            )}
            <p className="text-xs text-hero-muted">
              {t('opensIn')} <CountdownText until={round.opensAt} label={t('opensIn')} />
              {plan.skip === null && ` · ${t('queueNote')}`}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

/** The next action while it is on, in the conditional while it is off. */
const NEXT = {
  join: { on: 'nextJoin', off: 'nextJoinOff' },
  skip: { on: 'nextSkip', off: 'nextSkipOff' },
} as const;

const DIMMED = 'border-hero-line/35 text-hero-muted';
const KNOTS = {
  balance: { on: 'border-hero-line', off: DIMMED },
  city: { on: 'border-gold', off: DIMMED },
} as const;

const LOOP = 'M70 45C90 5 210 5 230 45 210 85 90 85 70 45Z';

type KnotProps = { readonly label: string; readonly className: string; readonly children: ReactNode };

function Knot({ label, className, children }: KnotProps) {
  return (
    <div
      className={`relative z-0 flex size-22 flex-col items-center justify-center rounded-full border bg-hero text-center ${className}`}
    >
      <span className="max-w-[0.78rem] truncate text-2xs text-hero-muted">{label}</span>
      <span className="text-sm font-semibold">{children}</span>
    </div>
  );
}
