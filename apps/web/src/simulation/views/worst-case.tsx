import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { PlanTerms } from '@city-mint/domain/rounds/terms';
import { type OutlookWords, outlookWords } from '@city-mint/domain/simulation/outlook-words';
import type { Outlook, WorstFailure } from '@city-mint/domain/simulation/simulate-plan';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { percentText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';

type WorstCaseProps = { readonly outlook: Outlook; readonly terms: Pick<PlanTerms, 'lossBps'> };

/** Losses in a failed round: the maximum that the terms allow, and the simulated ones. */
export function WorstCase({ outlook, terms }: WorstCaseProps) {
  const t = useTranslations('simulation.worst');
  const words = outlookWords(outlook);
  const { runs, failures, usualFailure } = words;
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('title')}</SectionTitle>
      <div className="rounded-lg bg-danger-soft p-3.5 text-danger">
        <p className="text-xs">{t('atMost')}</p>
        <p className="text-2xl leading-snug font-semibold figures">−{percentText(terms.lossBps)}</p>
        <p className="text-xs">{t('whatever')}</p>
      </div>
      <p className="px-1 text-sm">
        {t('failures', { runs, failures, round: String(usualFailure ?? '') })}{' '}
        {failures > 0 && outlook.worst === null && t('noOrders')}
      </p>
      {outlook.worst !== null && <Heaviest worst={outlook.worst} />}
      <ByPlace words={words} lossBps={terms.lossBps} />
    </section>
  );
}

function Heaviest({ worst }: { readonly worst: WorstFailure }) {
  const t = useTranslations('simulation.worst');
  const { run, number, orders, joined, loss, compensation } = worst;
  const amount = (value: bigint) => <Amount value={formatAmount(value)} unit="JU" />;
  return (
    <div className="rounded-xl border border-line px-4 pt-3 pb-1">
      <h3 className="text-sm font-semibold">{t('heaviest')}</h3>
      <p className="text-xs text-muted figures">
        {t('where', { run, round: String(number) })} · {t('orders', { orders })}
      </p>
      <KeyValues
        rows={[
          { label: t('joined'), value: amount(joined) },
          { label: t('loss'), value: amount(loss) },
          { label: t('compensation'), value: amount(compensation) },
          { label: t('uncovered'), value: amount(loss - compensation), strong: true },
        ]}
      />
    </div>
  );
}

/** Losses of the orders in failed rounds by rank: early orders are compensated last. */
function ByPlace({ words, lossBps }: { readonly words: OutlookWords; readonly lossBps: number }) {
  const t = useTranslations('simulation.worst');
  const parts = (['early', 'later', 'late'] as const).flatMap((name) => {
    const part = words[name];
    return part === null ? [] : [{ name, part, width: `${barPercent(part.lossBps, lossBps)}%` }];
  });
  if (parts.length === 0) return null;
  return (
    <div className="flex flex-col gap-2.5 rounded-xl border border-line px-4 py-3">
      <h3 className="text-sm font-semibold text-pretty">{t('byPlace')}</h3>
      <dl className="flex flex-col gap-2.5">
        {parts.map(({ name, part, width }) => (
          <div key={name} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1 text-sm">
            <dt className="text-muted">{t(name)}</dt>
            <dd className="font-semibold figures">
              <data value={part.lossBps}>{percentText(part.lossBps)}</data>
            </dd>
            <dd className="col-span-2 h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
              <div className="h-full rounded-full bg-danger" style={{ width }} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function barPercent(bps: number, mostBps: number): number {
  return mostBps === 0 ? 0 : Math.max(0, Math.min((bps / mostBps) * 100, 100));
}
