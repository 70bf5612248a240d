import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { percentText, useDurationText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';
import { Fold } from '#ui/fold.tsx';
import { Line, Side } from '../../views/two-sides.tsx';
import { worstFailure } from '../join-limits.ts';
import { FailureSlider } from './failure-slider.tsx';

type Preview = ReplyOf<'POST /api/app/preview'>;

type PreviewPanelProps = {
  readonly preview: Preview;
  readonly stageDelaysMs: readonly number[];
  /** The button that opens the simulation published with the round's plan. */
  readonly outlook: ReactNode;
  /** The order would fill the round, so it could not fail. */
  readonly fillsRound: boolean;
  /** The figures are those of an earlier amount while the new ones are fetched. */
  readonly isStale: boolean;
};

/** Result and cost of a join, success and failure at the same size (docs/money-rules.md#5-settlement). */
export function PreviewPanel({ preview, stageDelaysMs, outlook, fillsRound, isStale }: PreviewPanelProps) {
  const t = useTranslations('rounds.join');
  const worst = worstFailure(preview.failures);
  return (
    <section
      aria-busy={isStale}
      aria-label={`${t('ifMinted')} · ${t('ifFailed')}`}
      className={`flex flex-col gap-4 transition-opacity ${isStale ? 'opacity-50' : ''}`}
    >
      <div className="grid grid-cols-2 gap-2.5">
        <Side title={t('ifMinted')} colours="bg-success-soft text-success" label={t('getFmc')}>
          <Headline value={preview.success.fmc} unit="FMC" sign="+" />
          <Line label={t('principalBack')}>
            <Amount value={preview.success.principal} unit="JU" />
          </Line>
          <Line label={t('fee')}>
            <Amount value={preview.success.fee} unit="JU" />
          </Line>
        </Side>
        <Side title={t('ifFailed')} colours="bg-danger-soft text-danger" label={t('loseAtMost')}>
          <Headline value={preview.maximumLoss} unit="JU" sign="−" />
          <Line label={t('refundBack')}>
            <Amount value={worst?.refund ?? '0'} unit="JU" />
          </Line>
          <Line label={t('compensation')}>
            <Amount value={worst?.compensation ?? '0'} unit="JU" />
          </Line>
        </Side>
      </div>
      {fillsRound && <p className="text-xs text-muted">{t('fillsRound')}</p>}
      <Failures preview={preview} />
      {outlook}
      <Stages preview={preview} stageDelaysMs={stageDelaysMs} />
    </section>
  );
}

function Headline({ value, unit, sign }: { readonly value: string; readonly unit: string; readonly sign: string }) {
  return (
    <p className="mb-2 text-lg leading-snug font-semibold break-words">
      {sign}
      <Amount value={value} unit={unit} />
    </p>
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
      <Fold title={t('allFailures')} kind="line" titleClassName="text-accent-ink">
        <FailureTable failures={preview.failures} />
      </Fold>
    </div>
  );
}

function FailureTable({ failures }: Pick<Preview, 'failures'>) {
  const t = useTranslations('rounds.join');
  const head = 'py-1.5 pl-2 text-right font-normal text-muted first:pl-0 first:text-left';
  return (
    <table className="w-full text-xs">
      <thead>
        <tr>
          <th scope="col" className={head}>
            <span className="sr-only">{t('failureTitle')}</span>
          </th>
          <th scope="col" className={head}>
            {t('refund')}
          </th>
          <th scope="col" className={head}>
            {t('loss')}
          </th>
          <th scope="col" className={head}>
            {t('compensation')}
          </th>
          <th scope="col" className={head}>
            {t('hash')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {failures.map((failure) => (
          <tr key={failure.atBps}>
            <th scope="row" className="py-2 text-left font-medium whitespace-nowrap">
              {t('stopsAt', { percent: percentText(failure.atBps) })}
            </th>
            {[failure.refund, `-${failure.loss}`, failure.compensation, failure.hashPower].map((value, index) => (
              <td
                // The order of the four columns is fixed.
                key={COLUMNS[index]}
                className={`py-2 pl-2 text-right ${index === 1 ? 'font-semibold text-danger' : ''}`}
              >
                <Amount value={value === '-0' ? '0' : value} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const COLUMNS = ['refund', 'loss', 'compensation', 'hash'] as const;

function Stages({ preview, stageDelaysMs }: Pick<PreviewPanelProps, 'preview' | 'stageDelaysMs'>) {
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
