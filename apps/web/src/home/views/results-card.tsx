import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';

type Results = ReplyOf<'GET /api/app/home'>['results90d'];

/** The results of the last 90 days, losses next to gains; nothing before a round has ended. */
export function ResultsCard({ results }: { readonly results: Results }) {
  const t = useTranslations('home');
  if (results.minted + results.failed === 0) return null;
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle
        aside={
          <Link to="/leaderboards" className="-my-2.5 tap inline-flex items-center gap-1 text-accent-ink">
            {t('leaderboards')}
            <Icon name="next" className="text-2xs" />
          </Link>
        }
      >
        {t('results')}
      </SectionTitle>
      <Card className="flex flex-col gap-4">
        <TwoSides
          good={results.minted}
          bad={results.failed}
          goodText={`${t('resultsMinted')} · ${t('rounds', { count: results.minted })}`}
          badText={`${t('resultsFailed')} · ${t('rounds', { count: results.failed })}`}
        />
        <Link to="/round" className="-my-2.5 tap inline-flex items-center gap-1 text-accent-ink">
          {t('settled')}
          <Icon name="next" className="text-2xs" />
        </Link>
        <TwoSides
          good={results.walletsUp}
          bad={results.walletsDown}
          goodText={t('walletsUp', { count: results.walletsUp })}
          badText={t('walletsDown', { count: results.walletsDown })}
        />
        <div className="border-t border-line pt-3">
          <p className="text-sm">{t('median')}</p>
          <dl className="mt-2 tiles">
            <Median label={t('medianFmc')} value={results.medianFmc} unit="FMC" />
            <Median label={t('medianNet')} value={results.medianNet} unit="JU" />
          </dl>
          <p className="mt-2 text-xs text-muted">{t('medianNote')}</p>
        </div>
      </Card>
    </div>
  );
}

type MedianProps = { readonly label: string; readonly value: string | null; readonly unit: string };

function Median({ label, value, unit }: MedianProps) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="text-lg font-semibold">{value === null ? '—' : <Amount value={value} unit={unit} signed />}</dd>
    </div>
  );
}

type TwoSidesProps = {
  readonly good: number;
  readonly bad: number;
  readonly goodText: string;
  readonly badText: string;
};

function TwoSides({ good, bad, goodText, badText }: TwoSidesProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div className="rounded-full bg-success" style={{ flexGrow: good }} />
        <div className="rounded-full bg-danger" style={{ flexGrow: bad }} />
      </div>
      <div className="pair text-xs">
        <span className="text-success">{goodText}</span>
        <span className="text-danger">{badText}</span>
      </div>
    </div>
  );
}
