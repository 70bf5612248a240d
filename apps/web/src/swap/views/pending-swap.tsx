import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { SentSwap } from '../sent-swaps.ts';
import { percentText } from '../slippage.ts';
import { otherCurrency } from '../swap-quote.ts';

/** Where a swap is that this device has sent. */
export type SentSwapStage = 'sent' | 'mined' | 'reverted';

const BADGES = { sent: 'pending', mined: 'success', reverted: 'danger' } as const;

type PendingSwapProps = {
  readonly swap: SentSwap;
  readonly stage: SentSwapStage;
  readonly onDismiss: () => void;
};

/** A swap that is not final: what was quoted, and how far it has come. */
export function PendingSwap({ swap, stage, onDismiss }: PendingSwapProps) {
  const t = useTranslations('swap');
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">
          <Amount value={swap.sold} unit={swap.sell} /> →{' '}
          <Amount value={swap.received} unit={otherCurrency(swap.sell)} />
        </p>
        <span role="status">
          <Badge kind={BADGES[stage]}>{t(`pending.${stage}`)}</Badge>
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
        <span>
          {t('limit')} {percentText(swap.limitBps)}%
        </span>
        <AddressText address={swap.hash} />
      </div>
      {stage === 'reverted' && <p className="text-sm text-danger">{t('pending.revertedText')}</p>}
      {stage === 'reverted' && (
        <Button kind="soft" size="small" className="self-start" onClick={onDismiss}>
          {t('pending.dismiss')}
        </Button>
      )}
    </Card>
  );
}
