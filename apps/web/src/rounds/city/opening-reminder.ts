import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { downloadCalendar } from '#platform/calendar-file.ts';
import { cityName } from '#platform/i18n/city-name.ts';
import { translate } from '#platform/i18n/translate.ts';

type Round = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;

/** Offers the opening of a round as a file for the reader's calendar. */
export function downloadReminder({ roundId, cityId, city, phase, number, opensAt, closesAt }: Round): void {
  const place = { city: cityName(city), phase: String(phase), number: String(number) };
  const event = {
    id: `round-${roundId}@${location.host}`,
    ...{ at: opensAt, until: closesAt },
    title: translate('live.reminder', place),
    url: `${location.origin}/city?${new URLSearchParams({ city: cityId })}`,
  };
  downloadCalendar(`city-mint-round-${roundId}`, [event]);
}
