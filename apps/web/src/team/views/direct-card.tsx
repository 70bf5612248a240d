import { shortAddress } from '@city-mint/client/format.ts';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { Amount } from '#ui/amount.tsx';
import { beadsOf } from '../beads.ts';
import type { Direct } from '../network.ts';

type DirectCardProps = { readonly direct: Direct; readonly onOpen: () => void };

/** A direct referral in the list; a tap shows all of its details. */
export function DirectCard({ direct, onOpen }: DirectCardProps) {
  const t = useTranslations('team');
  const [bead] = beadsOf([direct]);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full flex-col gap-2 rounded-xl bg-surface p-4 text-left shadow-card active:bg-sunken"
    >
      <span className="pair w-full items-center">
        <span className="font-mono text-sm font-semibold">{shortAddress(direct.address)}</span>
        <span className="flex gap-1.5">
          {direct.nodeType !== 'none' && <Badge kind="success">{t(`nodeTypes.${direct.nodeType}`)}</Badge>}
          {direct.teamLevel > 0 && <Badge>{t('levelValue', { level: String(direct.teamLevel) })}</Badge>}
        </span>
      </span>
      <span className="pair w-full">
        <span className="text-sm text-muted">
          {t('record.leg')} <Amount value={bead?.leg ?? '0'} unit="JU" compact className="font-semibold text-ink" />
        </span>
        <data value={direct.earnedForMe} className="text-sm text-muted figures">
          {t('record.earned', { amount: shownAmount(direct.earnedForMe) })}
        </data>
      </span>
      <span className="text-xs text-muted figures">{t('record.joinedAt', { time: formatTime(direct.joinedAt) })}</span>
    </button>
  );
}
