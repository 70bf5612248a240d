import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { percentText, useDurationText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';
import { Fold } from '#ui/fold.tsx';
import { FailureSlider } from './failure-slider.tsx';

type Preview = ReplyOf<'POST /api/app/preview'>;

type JoinEstimatesProps = {
  readonly preview: Preview;
  readonly stageDelaysMs: readonly number[];
  /** The order would fill the round, so it could not fail. */
  readonly fillsRound: boolean;
  /** The button that opens the simulation published with the round's plan. */
  readonly outlook: ReactNode;
};

/** All estimates of a join, folded: its rank, the stages of a success, and the compensation of a failure. */
export function JoinEstimates({ preview, stageDelaysMs, fillsRound, outlook }: JoinEstimatesProps) {
  const t = useTranslations('rounds');
  const rank = t('join.expectedRank', { rank: String(preview.rank) });
  const isLate = preview.failures.some(({ position }) => position === 'all-others-first');
  return (
    <Fold title={t('join.estimates')} className="rounded-xl border border-line">
      <div className="flex flex-col gap-4 px-4 pb-4">
        <p className="text-sm text-muted">{isLate ? `${rank} · ${t('late')}` : rank}</p>
        <Stages preview={preview} stageDelaysMs={stageDelaysMs} />
        {!fillsRound && <Failures preview={preview} />}
        {outlook}
      </div>
    </Fold>
  );
}

function Failures({ preview }: { readonly preview: Preview }) {
  const t = useTranslations('rounds.join');
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-sm font-semibold">{t('failureTitle')}</h3>
      <p className="text-xs text-muted">
        {t('failureText')} · {t('coverage', { percent: percentText(preview.coverageBps) })}
        {preview.drawnFirst !== '0' && ` · ${t('drawnFirst', { amount: shownAmount(preview.drawnFirst) })}`}
      </p>
      <FailureSlider preview={preview} />
    </div>
  );
}

function Stages({ preview, stageDelaysMs }: Pick<JoinEstimatesProps, 'preview' | 'stageDelaysMs'>) {
  const t = useTranslations('rounds');
  const durationText = useDurationText();
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-sm font-semibold">{t('join.stagesTitle')}</h3>
      <ol className="grid grid-cols-3 gap-2">
        {preview.success.stages.map((amount, index) => {
          const delay = stageDelaysMs[index] ?? 0;
          return (
            <li key={delay} className="min-w-0 rounded-lg bg-sunken px-2.5 py-2 text-xs">
              <p className="text-muted">{t('terms.stage', { stage: String(index + 1) })}</p>
              <p className="font-semibold break-words">
                <Amount value={amount} unit="FMC" />
              </p>
              <p className="text-2xs text-muted">
                {delay === 0 ? t('terms.atSettlement') : t('terms.after', { duration: durationText(delay) })}
              </p>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
