import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { PublishedSimulation } from '@city-mint/domain/simulation/published-simulation';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { percentText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';
import { Fold } from '#ui/fold.tsx';

/** The simulated crowd and the initial funds, folded. */
export function CrowdFold({ simulation }: { readonly simulation: PublishedSimulation }) {
  const t = useTranslations('simulation');
  const { crowd, funds, runs, mostRounds } = simulation;
  const count = (value: number) => exactAmount(String(value));
  const amount = (value: bigint, unit: string) => <Amount value={formatAmount(value)} unit={unit} />;
  const stops =
    crowd.stopsInRound === 0
      ? t('crowd.never')
      : `${t('round', { round: String(crowd.stopsInRound) })} · ${percentText(crowd.stopsAtBps)}`;
  return (
    <Fold title={t('crowd.title')} className="rounded-xl border border-line">
      <div className="px-4 pb-3">
        <KeyValues
          rows={[
            { label: t('crowd.newcomers'), value: count(crowd.newcomers) },
            { label: t('crowd.growth'), value: percentText(crowd.newcomersFactor) },
            { label: t('crowd.returning'), value: percentText(crowd.returningBps) },
            { label: t('crowd.autoMint'), value: percentText(crowd.autoMintBps) },
            { label: t('crowd.invited'), value: percentText(crowd.invitedBps) },
            {
              label: t('crowd.sizes'),
              value: (
                <>
                  <Amount value={formatAmount(crowd.smallest)} /> – {amount(crowd.largest, 'JU')}
                </>
              ),
            },
            { label: t('crowd.stops'), value: stops },
            { label: t('crowd.reserve'), value: amount(funds.reserve, 'JU') },
            { label: t('crowd.reserveCap'), value: amount(funds.reserveCap, 'JU') },
            { label: t('crowd.emission'), value: amount(funds.emission, 'FMC') },
            { label: t('crowd.runs'), value: count(runs) },
            { label: t('crowd.mostRounds'), value: count(mostRounds) },
          ]}
        />
      </div>
    </Fold>
  );
}
