import { formatAmount } from '@city-mint/domain/money/amount-text';
import { Icon } from '@city-mint/ui/icon.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { IMPACT } from '../confirm-swap.ts';
import { percentText } from '../slippage.ts';
import type { SwapQuote } from '../swap-quote.ts';

type SwapTermsProps = {
  readonly quote: SwapQuote | null;
  readonly limitBps: number;
  readonly onChangeLimit: () => void;
};

/** The limits and costs of a swap. */
export function SwapTerms({ quote, limitBps, onChangeLimit }: SwapTermsProps) {
  const t = useTranslations('swap');
  const bound = quote === null ? '—' : <BoundAmount quote={quote} />;
  const percent = percentText(limitBps);
  return (
    <KeyValues
      rows={[
        { label: t(quote?.exact === 'received' ? 'payAtMost' : 'getAtLeast'), value: bound, strong: true },
        {
          label: t('limit'),
          value: (
            <button
              type="button"
              aria-label={t('changeLimit', { percent })}
              onClick={onChangeLimit}
              className="tap -my-3 inline-flex items-center justify-end gap-1 font-medium text-accent-ink"
            >
              {percent}% <Icon name="next" className="text-xs" />
            </button>
          ),
        },
        {
          label: t('fee'),
          value: quote === null ? '—' : <Amount value={formatAmount(quote.fee)} unit={quote.sell} />,
        },
        {
          label: t('impact'),
          value:
            quote === null ? (
              '—'
            ) : (
              <span className={quote.impactBps > IMPACT.warned ? 'font-semibold text-danger' : ''}>
                {quote.impactBps === 0 ? '0%' : `−${percentText(quote.impactBps)}%`}
              </span>
            ),
        },
      ]}
    />
  );
}

function BoundAmount({ quote }: { readonly quote: SwapQuote }) {
  return <Amount value={formatAmount(quote.bound)} unit={quote.exact === 'sold' ? quote.buy : quote.sell} />;
}
