import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { Line, Side } from '../../views/two-sides.tsx';

type PreviewPanelProps = {
  readonly preview: ReplyOf<'POST /api/app/preview'>;
  /** The order would fill the round, so it could not fail. */
  readonly fillsRound: boolean;
  /** The figures are those of an earlier amount while the new ones are fetched. */
  readonly isStale: boolean;
};

/** Result and cost of a join by the terms, success and failure at the same size (docs/money-rules.md#5-settlement). */
export function PreviewPanel({ preview, fillsRound, isStale }: PreviewPanelProps) {
  const t = useTranslations('rounds.join');
  return (
    <section
      aria-busy={isStale}
      aria-label={fillsRound ? t('ifMinted') : `${t('ifMinted')} · ${t('ifFailed')}`}
      className={`flex flex-col gap-3 transition-opacity ${isStale ? 'opacity-50' : ''}`}
    >
      <div className="tiles">
        <Side title={t('ifMinted')} colours="bg-success-soft text-success" label={t('getFmc')}>
          <Headline value={preview.success.fmc} unit="FMC" sign="+" />
          <Line label={t('principalBack')}>
            <Amount value={preview.success.principal} unit="JU" />
          </Line>
          <Line label={t('fee')}>
            <Amount value={preview.success.fee} unit="JU" />
          </Line>
        </Side>
        {!fillsRound && (
          <Side title={t('ifFailed')} colours="bg-danger-soft text-danger" label={t('loseAtMost')}>
            <Headline value={preview.maximumLoss} unit="JU" sign="−" />
            <p className="text-xs">{t('byTerms')}</p>
          </Side>
        )}
      </div>
      {fillsRound && <Notice kind="success">{t('fillsRound')}</Notice>}
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
