import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import { type AutoMint, type Bead, beadOf } from '../auto-mint-plan.ts';
import { total } from '../settlement-moment.ts';

type Cycle = AutoMint['cycles']['items'][number];

const COLOURS: Record<Bead, string> = {
  won: 'bg-accent',
  lost: 'bg-danger',
  skipped: 'bg-line',
  open: 'bg-accent/35 animate-shimmer',
};

/** The latest rounds of auto-mint as beads, the oldest on the left, with what they came to in JU and in FMC, apart. */
export function AutoMintBeads({ cycles }: { readonly cycles: readonly Cycle[] }) {
  const t = useTranslations('rounds.auto');
  const place = useTranslations('rounds');
  const cityName = useCityName();
  const beads = cycles.map((cycle) => ({ cycle, bead: beadOf(cycle) }));
  const count = (kind: Bead) => beads.filter(({ bead }) => bead === kind).length;
  if (cycles.length === 0) return <p className="px-1 text-sm text-muted">{t('logNone')}</p>;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-display text-base font-semibold">{t('log', { count: cycles.length })}</h3>
        <span className="text-xs text-muted">
          {t('logCounts', { won: count('won'), lost: count('lost'), skipped: count('skipped') })}
        </span>
      </div>
      <ol className="flex flex-row-reverse justify-end gap-1.5">
        {beads.map(({ cycle, bead }) => (
          <li key={`${cycle.roundId} ${cycle.at}`} className={`h-5 w-4 rounded-full ${COLOURS[bead]}`}>
            <span className="sr-only">
              {cityName(cycle.city)} {place('place', { phase: String(cycle.phase), number: String(cycle.number) })}{' '}
              {t(`bead.${bead}`)}
            </span>
          </li>
        ))}
      </ol>
      <dl className="flex justify-between gap-3 text-sm">
        <div className="flex gap-1.5">
          <dt className="text-muted">{t('net')}</dt>
          <dd>
            <Amount value={total(cycles.map(({ netJu }) => netJu ?? '0'))} unit="JU" signed />
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-muted">{t('fmc')}</dt>
          <dd className="font-semibold text-accent-ink">
            <Amount value={total(cycles.map(({ fmc }) => fmc ?? '0'))} unit="FMC" signed />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
