import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { type KeyValue, KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { formatPrice, formatTime } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import type { SwapFailure } from '../read-swap-failure.ts';
import { percentText } from '../slippage.ts';
import { SWAP_BADGES } from './swap-card.tsx';

type Swap = ReplyOf<'POST /api/app/user/swapLog'>['items'][number];

type SwapDetailProps = {
  readonly swap: Swap;
  /** Why the chain reverted it; null while unknown. */
  readonly failure: SwapFailure | null;
  /** The transaction in the chain's explorer; null if the chain has none. */
  readonly explorerUrl: string | null;
};

/** Every field of a swap: the exchanged amounts, or the intended ones and the reason of the failure. */
export function SwapDetail({ swap, failure, explorerUrl }: SwapDetailProps) {
  const t = useTranslations('swap.detail');
  return (
    <Card className="pb-2">
      <div className="flex flex-col items-center gap-1.5 pt-2 pb-4 text-center">
        {swap.status === 'failed' ? <Wanted swap={swap} /> : <Exchanged swap={swap} />}
        <span role="status">
          <Badge kind={SWAP_BADGES[swap.status]}>{t(`statuses.${swap.status}`)}</Badge>
        </span>
        {swap.status === 'failed' && <FailureText failure={failure} />}
        {swap.status === 'in-progress' && <p className="text-sm text-muted">{t('notFinal')}</p>}
      </div>
      <KeyValues rows={useRows(swap)} />
      {explorerUrl !== null && (
        <a
          href={explorerUrl}
          target="_blank"
          rel="noreferrer"
          className="tap flex items-center justify-center gap-2 text-sm font-semibold text-accent-ink"
        >
          {t('explorer')} <Icon name="external" />
        </a>
      )}
    </Card>
  );
}

/** Longer amounts are set smaller, so that 18 decimals fit on one line of a phone. */
const SHORT = 14;

function Exchanged({ swap: { sold, received } }: { readonly swap: Swap }) {
  const size = received.amount.length > SHORT ? 'text-lg' : 'text-2xl';
  return (
    <>
      <p className="text-sm text-muted">
        −<Amount value={sold.amount} unit={sold.currency} exact />
      </p>
      <p className={`${size} font-semibold text-success`}>
        +<Amount value={received.amount} unit={received.currency} exact />
      </p>
    </>
  );
}

/** The intended amounts of a failed swap. */
function Wanted({ swap: { sold, received, maximumSold } }: { readonly swap: Swap }) {
  const t = useTranslations('swap');
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-3 gap-y-0.5 text-sm">
      <dt className="text-right text-muted">{t(maximumSold === null ? 'detail.wouldSell' : 'payAtMost')}</dt>
      <dd className="text-left">
        <Amount value={sold.amount} unit={sold.currency} exact />
      </dd>
      <dt className="text-right text-muted">{t(maximumSold === null ? 'getAtLeast' : 'detail.wouldGet')}</dt>
      <dd className="text-left">
        <Amount value={received.amount} unit={received.currency} exact />
      </dd>
    </dl>
  );
}

function FailureText({ failure }: { readonly failure: SwapFailure | null }) {
  const t = useTranslations('swap.failures');
  return <p className="text-sm text-danger">{t(failure ?? 'unknown')}</p>;
}

/** Returns the rows of known fields; omits fields that a swap cannot have, and shows a dash for unknown ones. */
function useRows(swap: Swap): readonly KeyValue[] {
  const t = useTranslations('swap');
  const { sold, received, minimumReceived, maximumSold, slippageLimitBps, price, fee, gasFee, status } = swap;
  const none = t('detail.none');
  const exact = (value: string | null, unit: string) =>
    value === null ? none : <Amount value={value} unit={unit} exact />;
  const bound =
    maximumSold === null
      ? { label: t('getAtLeast'), value: exact(minimumReceived, received.currency) }
      : { label: t('payAtMost'), value: exact(maximumSold, sold.currency) };
  const exchange =
    price === null || fee === null
      ? []
      : [
          { label: t('detail.rate'), value: t('detail.rateText', { price: formatPrice(price) }) },
          bound,
          { label: t('detail.poolFee'), value: exact(fee.amount, fee.currency) },
        ];
  return [
    ...exchange,
    { label: t('limit'), value: slippageLimitBps === null ? none : `${percentText(slippageLimitBps)}%` },
    { label: t('gas'), value: exact(gasFee, 'JU') },
    { label: t('detail.time'), value: formatTime(swap.at) },
    { label: t('detail.block'), value: swap.blockHeight },
    ...(status === 'completed'
      ? []
      : [{ label: t('detail.confirmations'), value: `${swap.confirmations}/${swap.confirmationsNeeded}` }]),
    { label: t('detail.pool'), value: <AddressText address={swap.pool} className="text-sm" /> },
    { label: t('detail.hash'), value: <AddressText address={swap.txHash} className="text-sm" /> },
  ];
}
