import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { formatChange, formatPrice } from '#platform/format.ts';
import { colourOfChange } from '#ui/change-colour.ts';

type Price = ReplyOf<'GET /api/app/home'>['price'];

type PriceCardProps = {
  readonly price: Price;
  /** Opens the price over time. */
  readonly onOpen: () => void;
  readonly onPreload: () => void;
};

/**
 * The hour's mean price of FMC and its change in a day, a week and a month: a dash if a window is incomplete, no card
 * while all are.
 */
export function PriceCard({ price, onOpen, onPreload }: PriceCardProps) {
  const t = useTranslations('home');
  const changes = [
    { label: t('day'), bps: price.dayBps },
    { label: t('week'), bps: price.weekBps },
    { label: t('month'), bps: price.monthBps },
  ];
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle
        aside={
          <button
            type="button"
            className="-my-2.5 tap inline-flex items-center gap-1 text-accent-ink"
            onClick={onOpen}
            onPointerEnter={onPreload}
          >
            {price.now === null ? t('noPrice') : t('priceNow', { price: formatPrice(price.now) })}
            <span className="sr-only">{t('priceOpen')}</span>
            <Icon name="next" className="text-2xs" />
          </button>
        }
      >
        {t('price')}
      </SectionTitle>
      {changes.some(({ bps }) => bps !== null) && (
        <Card className="grid grid-cols-3 divide-x divide-line p-0 py-4">
          {changes.map(({ label, bps }) => (
            <dl key={label} className="flex flex-col-reverse items-center gap-0.5">
              <dt className="text-xs text-muted">{label}</dt>
              <dd className={`text-lg font-semibold figures ${colourOfChange(bps)}`}>{formatChange(bps)}</dd>
            </dl>
          ))}
        </Card>
      )}
    </div>
  );
}
