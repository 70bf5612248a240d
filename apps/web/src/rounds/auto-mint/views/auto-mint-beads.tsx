import { sumOfTexts } from '@city-mint/domain/money/amount-text';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';
import { type AutoMint, type Bead, beadOf } from '../auto-mint-plan.ts';

type Cycle = AutoMint['cycles']['items'][number];

const COLOURS: Record<Bead, string> = {
  won: 'bg-accent',
  lost: 'bg-danger',
  skipped: 'bg-line',
  open: 'bg-accent/35 animate-shimmer-briefly',
};

/** The latest rounds of auto-mint as beads, the oldest on the left, with their separate results in JU and FMC. */
export function AutoMintBeads({ cycles }: { readonly cycles: readonly Cycle[] }) {
  const t = useTranslations('auto');
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
            <Amount value={sumOfTexts(cycles.map(({ netJu }) => netJu ?? '0'))} unit="JU" signed />
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-muted">{t('fmc')}</dt>
          <dd className="font-semibold text-accent-ink">
            <Amount value={sumOfTexts(cycles.map(({ fmc }) => fmc ?? '0'))} unit="FMC" signed />
          </dd>
        </div>
      </dl>
      <details className="group border-t border-line">
        <summary className="tap flex cursor-pointer list-none items-center justify-between text-sm text-accent-ink [&::-webkit-details-marker]:hidden">
          {t('logRows')}
          <Icon name="down" className="text-xs transition-transform group-open:rotate-180" />
        </summary>
        <ol className="flex flex-col divide-y divide-line">
          {beads.map(({ cycle, bead }) => (
            <LogRow key={`${cycle.roundId} ${cycle.at}`} cycle={cycle} bead={bead} />
          ))}
        </ol>
      </details>
    </Card>
  );
}

type LogRowProps = { readonly cycle: Cycle; readonly bead: Bead };

/** A round of the log: auto-mint's action and its result, with a link to the order. */
function LogRow({ cycle, bead }: LogRowProps) {
  const t = useTranslations('auto');
  const live = useTranslations('live');
  const cityName = useCityName();
  const round = { city: cityName(cycle.city), phase: String(cycle.phase), number: String(cycle.number) };
  return (
    <li className="flex flex-col gap-0.5 py-2.5 text-sm">
      <span className="flex items-baseline justify-between gap-3">
        {cycle.orderId === null ? (
          <span className="min-w-0">{live('place', round)}</span>
        ) : (
          <Link
            to="/city"
            search={{ tab: 'mine', order: cycle.orderId }}
            className="tap inline-flex min-w-0 items-center text-accent-ink underline underline-offset-2"
          >
            {live('place', round)}
          </Link>
        )}
        <span className="shrink-0 text-xs text-muted">
          {cycle.event === 'turned-off' ? t('turnedOff') : t(`bead.${bead}`)}
        </span>
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span className="figures">{formatTime(cycle.at)}</span>
        {cycle.reason !== null && <span>{t(`reason.${cycle.reason}`)}</span>}
        {cycle.amount !== null && <Amount value={cycle.amount} unit="JU" />}
        {cycle.netJu !== null && <Amount value={cycle.netJu} unit="JU" signed />}
        {cycle.fmc !== null && cycle.fmc !== '0' && <Amount value={cycle.fmc} unit="FMC" signed />}
      </span>
    </li>
  );
}
