import { Card } from '@city-mint/ui/card.tsx';
import { useTranslations } from 'use-intl';

/** How the product works, with the worst case next to the best. */
export function PromiseCard() {
  const t = useTranslations('home');
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="sr-only">{t('honestTitle')}</h2>
      <p className="text-sm leading-relaxed">{t('honest')}</p>
      <div className="tiles">
        <div className="rounded-lg bg-danger-soft px-3.5 py-3 text-danger">
          <h3 className="text-xs font-semibold">{t('worst')}</h3>
          <p className="mt-1 text-sm">{t('worstValue')}</p>
        </div>
        <div className="rounded-lg bg-success-soft px-3.5 py-3 text-success">
          <h3 className="text-xs font-semibold">{t('best')}</h3>
          <p className="mt-1 text-sm">{t('bestValue')}</p>
        </div>
      </div>
    </Card>
  );
}
