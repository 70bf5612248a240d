import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { displayDivide } from '@city-mint/domain/money/display-decimal';
import { useTranslations } from 'use-intl';
import { formatPrice, formatTime } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { KeyValues } from '#ui/key-values.tsx';
import { percentText } from '../slippage.ts';

type Swap = ReplyOf<'POST /api/app/user/swapLog'>['items'][number];

type SwapDetailProps = {
  readonly swap: Swap;
  /** The transaction in the chain's explorer; null where the chain has none. */
  readonly explorerUrl: string | null;
};

/** Every field of a final swap. */
export function SwapDetail({ swap, explorerUrl }: SwapDetailProps) {
  const t = useTranslations('swap');
  const { sold, received, minimumReceived, slippageLimitBps, fee, gasFee } = swap;
  const none = t('detail.none');
  const [ju, fmc] = sold.currency === 'JU' ? [sold, received] : [received, sold];
  return (
    <Card className="pb-2">
      <div className="flex flex-col items-center gap-1 pt-2 pb-4 text-center">
        <p className="text-sm text-muted">
          −<Amount value={sold.amount} unit={sold.currency} exact />
        </p>
        <p className="text-2xl font-semibold text-success">
          +<Amount value={received.amount} unit={received.currency} exact />
        </p>
        <Badge kind="success">{t('detail.status')}</Badge>
      </div>
      <KeyValues
        rows={[
          {
            label: t('detail.rate'),
            value: t('detail.rateText', { price: formatPrice(displayDivide(ju.amount, fmc.amount)) }),
          },
          {
            label: t('getAtLeast'),
            value: minimumReceived === null ? none : <Amount value={minimumReceived} unit={received.currency} exact />,
          },
          { label: t('limit'), value: slippageLimitBps === null ? none : `${percentText(slippageLimitBps)}%` },
          {
            label: t('detail.poolFee'),
            value: fee === null ? none : <Amount value={fee.amount} unit={fee.currency} exact />,
          },
          { label: t('gas'), value: gasFee === null ? none : <Amount value={gasFee} unit="JU" exact /> },
          { label: t('detail.time'), value: formatTime(swap.at) },
          { label: t('detail.block'), value: swap.blockHeight },
          { label: t('detail.hash'), value: <AddressText address={swap.txHash} className="text-sm" /> },
        ]}
      />
      {explorerUrl !== null && (
        <a
          href={explorerUrl}
          target="_blank"
          rel="noreferrer"
          className="tap flex items-center justify-center gap-2 text-sm font-semibold text-accent-ink"
        >
          {t('detail.explorer')} <Icon name="external" />
        </a>
      )}
    </Card>
  );
}
