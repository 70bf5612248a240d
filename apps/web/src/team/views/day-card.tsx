import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { useTranslations } from 'use-intl';
import { serverNow } from '#platform/server-clock.ts';
import { Amount } from '#ui/amount.tsx';
import { formatUtcDay, isUtcToday } from '../utc-time.ts';

type Day = ReplyOf<'POST /api/biz/team/record'>['items'][number];

/** The activity of the direct referrals on a UTC day. */
export function DayCard({ day }: { readonly day: Day }) {
  const t = useTranslations('team');
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="pair text-base font-semibold figures">
        {formatUtcDay(day.day)}
        {isUtcToday(day.day, serverNow()) && (
          <span className="text-xs font-normal text-muted">{t('record.today')}</span>
        )}
      </h2>
      <dl className="flex flex-col gap-1.5 text-sm">
        <div className="pair">
          <dt className="text-muted">{t('record.dayBound')}</dt>
          <dd className="figures">{t('people', { count: day.boundDirects })}</dd>
        </div>
        <div className="pair">
          <dt className="text-muted">{t('record.dayMinted')}</dt>
          <dd>
            <Amount value={day.directsMinted} unit="JU" />
          </dd>
        </div>
        <div className="pair">
          <dt className="text-muted">{t('record.dayReward')}</dt>
          <dd className="font-semibold text-success">
            <Amount value={day.reward} unit="JU" signed />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
