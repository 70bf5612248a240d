import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { exactAmount } from '#platform/i18n/amount-text.ts';
import { Amount } from '#ui/amount.tsx';
import type { SettledOrder } from '../settled-line.ts';

type OrderRowProps = { readonly order: SettledOrder; readonly isOwn: boolean };

/** An order of a settled round: its rank and amount, and what came of it. */
export function OrderRow({ order, isOwn }: OrderRowProps) {
  const t = useTranslations('settled');
  const rounds = useTranslations('rounds');
  const { rank, amount, late, returned, netJu, fmc } = order;
  return (
    <div className={`flex flex-col gap-1 px-4 py-3 text-sm ${isOwn ? 'bg-accent-soft' : ''}`}>
      <div className="pair items-center">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-semibold figures">{rounds('mine.rankShort', { rank: exactAmount(`${rank}`) })}</span>
          {isOwn && <Badge kind="accent">{t('own')}</Badge>}
          {late && <span className="text-xs text-muted">{rounds('late')}</span>}
        </span>
        <Amount value={amount} unit="JU" />
      </div>
      <div className="pair text-xs text-muted">
        <span>
          {t('returned')} <Amount value={returned} unit="JU" />
        </span>
        {fmc === null ? (
          netJu !== '0' && (
            <span className="text-danger">
              <Amount value={netJu} unit="JU" signed />
            </span>
          )
        ) : (
          <span className="font-semibold text-ink">
            <Amount value={fmc} unit="FMC" signed />
          </span>
        )}
      </div>
    </div>
  );
}
