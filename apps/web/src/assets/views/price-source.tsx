import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { formatPrice, formatTime } from '#platform/format.ts';

export type ValuePrice = ReplyOf<'POST /api/app/user/asset'>['price'];

/** By which price FMC is valued, where it comes from and how old it is; that there is none yet. */
export function PriceSource({ price }: { readonly price: ValuePrice }) {
  const t = useTranslations('assets');
  return (
    <p className="px-1 text-xs text-muted figures">
      {price === null ? (
        t('noPriceYet')
      ) : (
        <data value={price.juPerFmc}>
          {t('valuedAt', { price: formatPrice(price.juPerFmc), time: formatTime(price.until) })}
        </data>
      )}
    </p>
  );
}
