import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Link } from '#platform/router/router.tsx';
import { Amount } from '#ui/amount.tsx';
import { ORDER_BADGES } from '../../round-badge.ts';

type SettledRowProps = { readonly round: ReplyOf<'POST /api/app/rounds/settled'>['items'][number] };

/** A settled round in the list of all of them. */
export function SettledRow({ round }: SettledRowProps) {
  const t = useTranslations('rounds');
  const cityName = useCityName();
  const { roundId, outcome, phase, number } = round;
  return (
    <Link
      to="/round"
      search={{ id: roundId }}
      className="flex flex-col gap-1.5 rounded-xl bg-surface px-4 py-3 shadow-card active:bg-sunken"
    >
      <span className="pair items-center">
        <span className="min-w-0 font-semibold wrap-anywhere">{cityName(round.city)}</span>
        {outcome !== null && <Badge kind={ORDER_BADGES[outcome]}>{t(`outcomes.${outcome}`)}</Badge>}
      </span>
      <span className="pair text-xs text-muted">
        <span>{t('place', { phase: String(phase), number: String(number) })}</span>
        <span className="figures">
          <Amount value={round.filled} /> / <Amount value={round.quota} unit="JU" />
        </span>
      </span>
      <span className="pair text-xs text-muted figures">
        <span>{t('card.ordersValue', { orders: round.orders })}</span>
        <span>{formatTime(round.settledAt)}</span>
      </span>
    </Link>
  );
}
