import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { TermsFold } from '../../views/terms-fold.tsx';
import { type AmountHint, amountHint, type JoinLimits } from '../join-limits.ts';
import type { PreviewStatus } from '../preview-status.ts';
import { JoinEstimates } from './join-estimates.tsx';
import { LateLine } from './late-line.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { QuickChips } from './quick-chips.tsx';

type JoinAmountProps = {
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
  readonly limits: JoinLimits;
  readonly preview: PreviewStatus;
  readonly terms: NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['terms']>;
  readonly termsHash: string;
  /** The end of the round's window as it is known now. */
  readonly closesAt: number;
  /** JU available; null while unknown. */
  readonly available: string | null;
  /** The error of the amount, or the server's refusal. */
  readonly problemText: string | null;
  /** The button that opens the simulation published with the round's plan. */
  readonly outlook: ReactNode;
};

const HINTS = {
  range: 'hint',
  minimum: 'hintMinimum',
  full: 'hintFull',
  walletFull: 'hintWalletFull',
} as const satisfies Record<AmountHint, string>;

/** The amount of a join and its results, success next to failure, then the full terms. */
export function JoinAmount(props: JoinAmountProps) {
  const t = useTranslations('rounds.join');
  const { limits, available } = props;
  const hint = amountHint(limits);
  const isPossible = hint === 'range' || hint === 'minimum';
  return (
    <div className="flex flex-col gap-4">
      <AmountField
        label={t('amount')}
        unit="JU"
        name="amount"
        value={props.amount}
        onText={props.onAmount}
        aside={available === null ? undefined : t('available', { amount: shownAmount(available) })}
        hint={t(HINTS[hint], { minimum: exactAmount(limits.minimum), maximum: exactAmount(limits.maximum) })}
        error={props.problemText ?? undefined}
        onMaximum={isPossible ? () => props.onAmount(limits.maximum) : undefined}
      />
      {isPossible && <QuickChips limits={limits} amount={props.amount} onAmount={props.onAmount} />}
      <PreviewOutcome {...props} />
      <div className="rounded-xl border border-line">
        <TermsFold terms={props.terms} termsHash={props.termsHash} />
      </div>
    </div>
  );
}

type PreviewOutcomeProps = Pick<JoinAmountProps, 'preview' | 'terms' | 'closesAt' | 'outlook'>;

function PreviewOutcome({ preview, terms, closesAt, outlook }: PreviewOutcomeProps) {
  const t = useTranslations('rounds.join');
  if (preview.kind === 'none') return <Notice>{t('enterAmount')}</Notice>;
  if (preview.kind === 'closed') return <Notice kind="pending">{t('closed')}</Notice>;
  if (preview.kind === 'failed') return <Notice kind="danger">{preview.text ?? t('previewFailed')}</Notice>;
  if (preview.kind === 'loading') return <PreviewSkeleton />;
  const { fillsRound, isStale } = preview;
  return (
    <>
      <PreviewPanel preview={preview.preview} fillsRound={fillsRound} isStale={isStale} />
      {!fillsRound && <LateLine terms={terms} closesAt={closesAt} />}
      <JoinEstimates
        preview={preview.preview}
        stageDelaysMs={terms.stageDelaysMs}
        fillsRound={fillsRound}
        outlook={outlook}
      />
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
      <Skeleton className="h-[0.52rem] w-full rounded-xl" />
    </div>
  );
}
