import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { ROUND_LABELS } from '@city-mint/domain/rounds/round-state';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import { CountdownText } from '#ui/countdown.tsx';
import { ROUND_BADGES, roundNote } from '../../round-badge.ts';
import { PerHundred, RoundFigure } from '../../views/per-hundred.tsx';
import { RoundRing } from './round-ring.tsx';
import { Vignette, type VignetteCity } from './vignette.tsx';

type Round = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;

type RoundCardProps = {
  readonly round: Round;
  /** The countdown has ended: the round has changed its state. */
  readonly onOver: () => void;
  /** The city, for its picture; null while unknown. */
  readonly city: VignetteCity | null;
  /** The result of the user's orders in the round. */
  readonly own: ReactNode;
  /** The button for the round's action. */
  readonly action: ReactNode;
};

/** The states before the outcome: the round fills, or may still fill. */
const AHEAD: ReadonlySet<Round['state']> = new Set(['scheduled', 'open', 'full', 'settling']);

/** The current figures of a round: its city, state, progress and remaining time. */
export function RoundCard({ round, onOver, city, own, action }: RoundCardProps) {
  const t = useTranslations('rounds');
  const cityName = useCityName();
  const isAhead = round.outcome === null && AHEAD.has(round.state);
  return (
    <section
      aria-label={`${cityName(round.city)} ${t('place', { phase: String(round.phase), number: String(round.number) })}`}
      className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink"
    >
      <Guilloche className="absolute -top-24 -right-24 size-80 text-hero-line opacity-20" />
      <div className="relative flex flex-col gap-5">
        <div>
          <h2 className="pb-1 font-display text-2xl leading-tight font-semibold wrap-anywhere">
            {cityName(round.city)}
          </h2>
          <div className="mt-0.5 pair items-center gap-y-1">
            <p className="text-sm text-hero-muted">
              {t('place', { phase: String(round.phase), number: String(round.number) })}
            </p>
            <RoundBadge round={round} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-5">
          <RoundRing round={round} />
          <dl className="flex min-w-[1.4rem] flex-1 flex-col gap-2.5 text-sm">
            <div>
              <dt className="sr-only">{t('card.raised')}</dt>
              <dd className="text-xl font-semibold">
                <Amount value={round.filled} unit="JU" compact />
              </dd>
              <dd className="text-xs text-hero-muted figures">
                {t('card.ofQuota', { quota: shownAmount(round.quota) })}
              </dd>
            </div>
            <RoundTime round={round} onOver={onOver} />
          </dl>
        </div>
        {isAhead && (
          <PerHundred round={round} labels={[t('card.perHundred'), t('card.mints'), t('card.maximumLoss')]} />
        )}
        <div className="text-xs text-hero-muted">
          <p>{t(`stateNotes.${roundNote(round)}`)}</p>
          {isAhead && round.drawnFirst !== '0' && (
            <p>{t('card.drawnFirst', { amount: shownAmount(round.drawnFirst) })}</p>
          )}
        </div>
        {own}
        {action}
      </div>
      <Vignette city={city} className={`relative -mb-5 mt-4 ${VIGNETTE_COLOURS[round.outcome ?? 'none']}`} />
    </section>
  );
}

const VIGNETTE_COLOURS = {
  minted: 'text-gold opacity-80',
  failed: 'text-brick opacity-60',
  cancelled: 'text-hero-muted opacity-50',
  none: 'text-hero-line opacity-45',
} as const;

/** The state of a round; an ended one shows its outcome. */
function RoundBadge({ round }: { readonly round: Pick<Round, 'state' | 'outcome'> }) {
  const t = useTranslations('rounds');
  const { state, outcome } = round;
  const label = t(`states.${ROUND_LABELS[state]}`);
  if (state !== 'ended' || outcome === null) return <Badge kind={ROUND_BADGES[state]}>{label}</Badge>;
  return (
    <Badge kind={ROUND_BADGES[outcome]}>
      {t(`outcomes.${outcome}`)} · {label}
    </Badge>
  );
}

function RoundTime({ round, onOver }: Pick<RoundCardProps, 'round' | 'onOver'>) {
  const t = useTranslations('rounds.card');
  switch (round.state) {
    case 'scheduled':
      return (
        <RoundFigure label={t('opensIn')}>
          <CountdownText until={round.opensAt} label={t('opensIn')} onOver={onOver} />
        </RoundFigure>
      );
    case 'open':
      return (
        <RoundFigure label={t('closesIn')}>
          <CountdownText until={round.closesAt} label={t('closesIn')} onOver={onOver} />
        </RoundFigure>
      );
    default:
      if (round.settledAt === null) return null;
      return (
        <div>
          <dt className="text-xs text-hero-muted">{t('settledAt')}</dt>
          <dd className="font-medium figures">{formatTime(round.settledAt)}</dd>
        </div>
      );
  }
}
