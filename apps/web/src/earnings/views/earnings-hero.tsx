import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { CountdownText } from '#ui/countdown.tsx';
import { signedDifference } from '../signed-difference.ts';
import { StageCoin } from './stage-coin.tsx';

type View = ReplyOf<'GET /api/biz/profit/view'>;
type Spans = ReplyOf<'POST /api/biz/profit/spans'>;

type EarningsHeroProps = {
  readonly stages: View['byStage'];
  /** Earnings of the last 30 days. */
  readonly earned: Spans['byCurrency'];
  readonly cost: string;
  /** Called when the next payout is due. */
  readonly onDue: () => void;
};

/** The FMC of 30 days, the separate result in JU, and the three stages as coins in progress. */
export function EarningsHero({ stages, earned, cost, onDue }: EarningsHeroProps) {
  const t = useTranslations('earnings');
  const of = (currency: 'JU' | 'FMC') => earned.find((sum) => sum.currency === currency)?.total ?? '0';
  const next = stages
    .filter(({ nextDueAt }) => nextDueAt !== null)
    .toSorted((a, b) => (a.nextDueAt ?? 0) - (b.nextDueAt ?? 0))[0];
  return (
    <section aria-label={t('hero.month')} className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche className="absolute -top-20 -right-24 size-72 text-hero-line opacity-20" />
      <div className="relative flex flex-col gap-5">
        <div>
          <p className="text-sm text-hero-muted">{t('hero.month')}</p>
          <p className="mt-1 text-3xl font-semibold tracking-tight text-gold">
            <Amount value={of('FMC')} unit="FMC" signed compact />
          </p>
          <p className="mt-1.5 font-semibold">
            {t('hero.result')} <Amount value={signedDifference(of('JU'), cost)} unit="JU" signed compact />
          </p>
          <p className="text-xs text-hero-muted">{t('hero.resultText')}</p>
        </div>
        <ul className="tiles">
          {stages.map((stage) => (
            <li key={stage.stage}>
              <StageCoin {...stage} />
            </li>
          ))}
        </ul>
        <p className="text-center text-sm text-hero-muted">
          {next?.nextDueAt == null ? (
            t('hero.nothingDue')
          ) : (
            <>
              {t('hero.next')}{' '}
              <span className="font-semibold text-hero-ink">
                <CountdownText until={next.nextDueAt} label={t('hero.next')} onOver={onDue} />
              </span>
              {' · '}
              {t('list.stage', { number: next.stage })}
            </>
          )}
        </p>
      </div>
    </section>
  );
}
