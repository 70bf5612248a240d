import { Badge } from '@city-mint/ui/badge.tsx';
import { Button } from '@city-mint/ui/button.tsx';
import { useTranslations } from 'use-intl';
import { ConfirmationMeter } from '#assets/views/confirmation-bar.tsx';
import { MoneyPath, type Station, type StationState } from '#assets/views/money-path.tsx';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import type { SwapFailure } from '../read-swap-failure.ts';
import { percentText } from '../slippage.ts';
import { otherCurrency } from '../swap-quote.ts';
import type { SentSwapStage, TrackedSwap } from '../track-swaps.ts';

/** The badge of each stage of a swap. */
const BADGES = {
  sent: 'pending',
  confirming: 'pending',
  completed: 'success',
  reverted: 'danger',
  expired: 'danger',
} as const;

/** The states of the stations wallet, sending, block and final block in each stage. */
const STATES: Record<SentSwapStage, readonly [StationState, StationState, StationState, StationState]> = {
  sent: ['done', 'done', 'now', 'ahead'],
  confirming: ['done', 'done', 'done', 'now'],
  completed: ['done', 'done', 'done', 'earned'],
  reverted: ['done', 'done', 'failed', 'ahead'],
  expired: ['done', 'failed', 'ahead', 'ahead'],
};

type PendingSwapProps = {
  readonly tracked: TrackedSwap;
  /** Why the chain reverted it; null while unknown. */
  readonly failure: SwapFailure | null;
  readonly onDismiss: () => void;
};

/** A swap that is not final: its quote and its progress, updated with each block. */
export function PendingSwap({ tracked, failure, onDismiss }: PendingSwapProps) {
  const t = useTranslations('swap');
  const { swap, stage, confirmations, confirmationsNeeded } = tracked;
  const isOver = stage === 'reverted' || stage === 'expired';
  return (
    <article className="flex flex-col gap-4 rounded-2xl bg-hero p-5 text-hero-ink">
      <div className="pair items-center">
        <p className="font-medium">
          <Amount value={swap.sold} unit={swap.sell} /> →{' '}
          <Amount value={swap.received} unit={otherCurrency(swap.sell)} />
        </p>
        <span role="status">
          <Badge kind={BADGES[stage]}>{t(`pending.${stage}`)}</Badge>
        </span>
      </div>
      <MoneyPath label={t('pending.path')} stations={useStations(tracked)} />
      {stage === 'confirming' && <ConfirmationMeter count={confirmations} needed={confirmationsNeeded} />}
      {stage === 'reverted' && <p className="text-sm">{t(`failures.${failure ?? 'unknown'}`)}</p>}
      {stage === 'expired' && <p className="text-sm">{t('pending.expiredText')}</p>}
      <div className="pair items-center text-xs text-hero-muted">
        <span>
          {t('limit')} {percentText(swap.limitBps)}%
        </span>
        <AddressText address={swap.hash} />
      </div>
      {isOver && (
        <Button kind="soft" size="small" className="self-start" onClick={onDismiss}>
          {t('pending.dismiss')}
        </Button>
      )}
    </article>
  );
}

function useStations({ stage, confirmations, confirmationsNeeded }: TrackedSwap): readonly Station[] {
  const t = useTranslations('swap.pending.steps');
  const [signed, sent, mined, final] = STATES[stage];
  const blocks = stage === 'confirming' ? { count: confirmations, needed: confirmationsNeeded } : undefined;
  return [
    { icon: 'wallet', label: t('signed'), state: signed },
    { icon: 'swap', label: t('sent'), state: sent },
    { icon: 'record', label: t('mined'), state: mined },
    { icon: 'check', label: t('final'), state: final, blocks },
  ];
}
