import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { Amount } from '#ui/amount.tsx';
import { shareBps } from '#ui/share-bps.ts';
import { beadsOf } from '../beads.ts';
import type { Direct, Team } from '../network.ts';
import { formatUtcDay } from '../utc-time.ts';
import { BeadRing } from './bead-ring.tsx';

type NetworkHeroProps = {
  readonly team: Team;
  /** The direct referrals of the ring; null while they are fetched. */
  readonly directs: readonly Direct[] | null;
  readonly onPick: (direct: Direct) => void;
};

/** The network at a glance: direct referrals as beads, the team, the small area, and the next level's requirement. */
export function NetworkHero({ team, directs, onPick }: NetworkHeroProps) {
  const t = useTranslations('team');
  const hidden = directs !== null && team.directCount > directs.length;
  return (
    <section
      aria-label={t('hero')}
      className="relative overflow-hidden rounded-2xl bg-hero px-4 pt-2 pb-5 text-hero-ink"
    >
      <Guilloche className="absolute -top-10 left-1/2 size-[4.4rem] -translate-x-1/2 text-hero-line opacity-[0.13]" />
      <div className="relative flex flex-col gap-3">
        <BeadRing beads={beadsOf(directs ?? [])} onPick={onPick}>
          <data value={team.directCount} className="text-3xl leading-none font-semibold figures">
            {exactAmount(String(team.directCount))}
          </data>
          <span className="mt-0.5 max-w-[0.8rem] text-2xs leading-tight text-balance text-hero-muted">
            {t('direct')}
          </span>
        </BeadRing>
        {team.directCount === 0 && (
          <div className="-mt-4 text-center">
            <p className="font-display text-lg font-semibold">{t('noDirects')}</p>
            <p className="mt-1 text-sm text-hero-muted">{t('noDirectsText')}</p>
          </div>
        )}
        {hidden && directs.length > 0 && (
          <p className="-mt-2 text-center text-xs text-hero-muted">{t('more', { count: String(directs.length) })}</p>
        )}
        <dl className="tiles">
          <Figure label={t('team')}>
            <data value={team.teamCount}>{t('people', { count: team.teamCount })}</data>
          </Figure>
          <Figure label={t('smallArea')}>
            <Amount value={team.smallAreaPerformance} unit="JU" compact />
          </Figure>
          <Figure label={t('level')}>{t('levelValue', { level: String(team.teamLevel) })}</Figure>
        </dl>
        <NextLevel team={team} />
      </div>
    </section>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-hero-muted">{label}</dt>
      <dd className="mt-0.5 text-lg font-semibold figures">{children}</dd>
    </div>
  );
}

/** The small area's progress towards the next level, and the missing amount. */
function NextLevel({ team: { nextLevel, announced, smallAreaPerformance } }: Pick<NetworkHeroProps, 'team'>) {
  const t = useTranslations('team');
  if (nextLevel === null) return <p className="text-sm text-gold">{t('levelTop')}</p>;
  const bps = shareBps(smallAreaPerformance, nextLevel.smallAreaPerformance);
  const text = t('levelMissing', {
    amount: shownAmount(nextLevel.missing),
    level: String(nextLevel.level),
  });
  return (
    <div>
      <div className="h-1.5 overflow-hidden rounded-full bg-hero-line/20" aria-hidden="true">
        <div className="h-full rounded-full bg-hero-line" style={{ width: `${bps / 100}%` }} />
      </div>
      <p className="mt-1.5 text-sm text-hero-muted">
        <data value={nextLevel.missing}>{text}</data>
      </p>
      {announced !== null && announced.smallAreaPerformance !== null && (
        <p className="mt-1 text-sm text-hero-muted">
          {t('levelFrom', {
            date: formatUtcDay(announced.from),
            level: String(nextLevel.level),
            amount: shownAmount(announced.smallAreaPerformance),
          })}
        </p>
      )}
    </div>
  );
}
