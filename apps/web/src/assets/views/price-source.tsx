import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { formatPrice, formatTime } from '#platform/format.ts';

export type ValuePrice = ReplyOf<'POST /api/app/user/asset'>['price'];

/** The price by which FMC is valued, its source and its age; or that there is none yet. */
export function PriceSource({ price: { juPerFmc, priceAt } }: { readonly price: ValuePrice }) {
  const t = useTranslations('assets');
  return (
    <p className="px-1 text-xs text-muted figures">
      {juPerFmc === null || priceAt === null ? (
        t('noPriceYet')
      ) : (
        <data value={juPerFmc}>{t('valuedAt', { price: formatPrice(juPerFmc), time: formatTime(priceAt) })}</data>
      )}
    </p>
  );
}
