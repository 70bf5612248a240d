import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { ROUND_LABELS } from '@city-mint/domain/rounds/round-state';
import { Badge } from '@city-mint/ui/badge.tsx';
import { buttonClass } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Link } from '#platform/router/router.tsx';
import { ROUND_BADGES } from '../../round-badge.ts';

type WaitingRoundProps = { readonly round: NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']> };

/** A round without a published settlement: why, and the way to it. */
export function WaitingRound({ round }: WaitingRoundProps) {
  const t = useTranslations('rounds');
  const settled = useTranslations('settled');
  const cityName = useCityName();
  const { cityId, roundId, state, cancellation, settledAt } = round;
  return (
    <>
      <Card className="flex flex-col gap-1">
        <h2 className="font-display text-xl font-semibold wrap-anywhere">{cityName(round.city)}</h2>
        <div className="pair items-center text-sm text-muted">
          <p>{t('place', { phase: String(round.phase), number: String(round.number) })}</p>
          <Badge kind={ROUND_BADGES[state]}>{t(`states.${ROUND_LABELS[state]}`)}</Badge>
        </div>
      </Card>
      <Notice kind="pending">
        {cancellation !== null && t(`card.cancelledBy.${cancellation.by}`, { reason: cancellation.reason })}
        {cancellation === null && (settledAt === null ? t('order.notSettled') : settled('beingWritten'))}{' '}
        {state === 'open' && t('order.notSettledUntil', { time: formatTime(round.closesAt) })}
      </Notice>
      <Link to="/city" search={{ city: cityId, round: roundId }} className={buttonClass('soft')}>
        {settled('toRound')}
      </Link>
    </>
  );
}
