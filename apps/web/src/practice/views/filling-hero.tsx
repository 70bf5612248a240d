import { formatAmount } from '@city-mint/domain/money/amount-text';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { ProgressRing } from '@city-mint/ui/progress-ring.tsx';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import { shareBps } from '#ui/share-bps.ts';
import type { PracticeRound, PracticeTerms } from '../practice-round.ts';

type FillingHeroProps = {
  readonly terms: PracticeTerms['terms'];
  /** Null before the reader joins. */
  readonly round: PracticeRound | null;
  /** The number of joins so far. */
  readonly count: number;
};

/** A round that fills: each join moves the ring. */
export function FillingHero({ terms: { city, quota }, round, count }: FillingHeroProps) {
  const t = useTranslations('practice');
  const cityName = useCityName();
  const filled = formatAmount(round?.filled[count - 1] ?? 0n);
  const bps = shareBps(filled, quota);
  const hasJoined = round !== null && count > round.ownIndex;
  return (
    <div className="relative overflow-hidden rounded-2xl bg-hero px-4 py-5 text-center text-hero-ink">
      <Guilloche className="absolute -top-16 left-1/2 size-80 -translate-x-1/2 text-hero-line opacity-15" />
      <div className="relative flex flex-col items-center gap-3">
        <h3 className="font-display text-xl font-semibold">{cityName(city)}</h3>
        <ProgressRing bps={bps} label={t('filled')} className="size-32 text-hero-line">
          <span className="text-2xl font-semibold figures">{Math.floor(bps / 100)}%</span>
          <span className="text-xs text-hero-muted">{t('filled')}</span>
        </ProgressRing>
        <p className="text-lg font-semibold">
          <Amount value={filled} unit="JU" compact />
          <span className="block text-xs font-normal text-hero-muted">
            {t('ofQuota', { quota: shownAmount(quota) })}
          </span>
        </p>
        <p role="status" className="min-h-[1.5em] text-sm text-gold">
          {hasJoined && t('joined', { rank: round.ownIndex + 1 })}
        </p>
      </div>
    </div>
  );
}
