import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { AmountField } from '#ui/amount-field.tsx';
import { buttonClass } from '#ui/button.tsx';
import { groupDigits } from '#ui/group-digits.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { JoinFormState } from '../use-join-form.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { TermsFold } from './terms-fold.tsx';

type JoinFormProps = Pick<JoinFormState, 'amount' | 'limits' | 'preview' | 'cut' | 'fillsRound'> & {
  readonly terms: NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['terms']>;
  readonly termsHash: string;
  readonly onAmount: (amount: string) => void;
  /** JU available; null while it is not known. */
  readonly available: string | null;
  /** What is wrong with the amount, or what the server refused. */
  readonly problemText: string | null;
  readonly needsRecharge: boolean;
};

/** The amount of a join with what follows from it: success beside failure, then the terms in full. */
export function JoinForm(props: JoinFormProps) {
  const t = useTranslations('rounds.join');
  const { limits, available } = props;
  return (
    <div className="flex flex-col gap-4">
      <AmountField
        label={t('amount')}
        unit="JU"
        name="amount"
        value={props.amount}
        onChange={(event) => props.onAmount(event.target.value)}
        aside={available === null ? undefined : t('available', { amount: groupDigits(displayDecimal(available)) })}
        hint={t('hint', { minimum: limits.minimum, maximum: limits.maximum })}
        error={props.problemText ?? undefined}
        onMaximum={() => props.onAmount(limits.maximum)}
      />
      {props.needsRecharge && (
        <Link to="/deposit" search={{ currency: 'JU' }} className={buttonClass('soft', 'small')}>
          {t('recharge')}
        </Link>
      )}
      <Outcome {...props} />
      <div className="rounded-xl border border-line">
        <TermsFold terms={props.terms} termsHash={props.termsHash} />
      </div>
    </div>
  );
}

function Outcome({ preview, terms, cut, fillsRound }: JoinFormProps) {
  const t = useTranslations('rounds.join');
  if (preview.state === 'none') return <Notice>{t('enterAmount')}</Notice>;
  if (preview.state === 'failed') return <Notice kind="danger">{t('previewFailed')}</Notice>;
  if (preview.data === null) return <PreviewSkeleton />;
  const { accepted, rank } = preview.data;
  return (
    <>
      {cut && <Notice kind="pending">{t('partly', { accepted })}</Notice>}
      <PreviewPanel
        preview={preview.data}
        stageDelaysMs={terms.stageDelaysMs}
        fillsRound={fillsRound}
        waiting={preview.state === 'waiting'}
      />
      <p className="text-xs text-muted">{t('expectedRank', { rank: String(rank) })}</p>
    </>
  );
}

function PreviewSkeleton() {
  return (
    <div className="flex flex-col gap-3" aria-hidden="true">
      <div className="grid grid-cols-2 gap-2.5">
        <Skeleton className="h-36 w-full rounded-lg" />
        <Skeleton className="h-36 w-full rounded-lg" />
      </div>
      <Skeleton className="h-28 w-full rounded-lg" />
    </div>
  );
}
