import { downloadCalendar } from '#platform/calendar-file.ts';
import { cityName } from '#platform/i18n/city-name.ts';
import { translate } from '#platform/i18n/translate.ts';
import type { OrderDetails } from './order-progress.ts';

type Stages = NonNullable<NonNullable<OrderDetails['settlement']>['minted']>['stages'];

/** A payment has a time and no duration, but calendars hide events without one. */
const SHOWN_MS = 900_000;

/** Returns the stages that are still to be paid at a known time after `now`, in UTC milliseconds. */
export function stagesAhead({ settlement }: Pick<OrderDetails, 'settlement'>, now: number): Stages {
  const stages = settlement?.minted?.stages ?? [];
  return stages.filter(({ paidAt, dueAt }) => paidAt === null && dueAt > now);
}

/** Offers the payments of an order's stages as a file for the reader's calendar; others may see it, so no amounts. */
export function downloadStages({ orderId, city, phase, number }: OrderDetails['order'], stages: Stages): void {
  const place = { city: cityName(city), phase: String(phase), number: String(number) };
  const events = stages.map(({ stage, dueAt }) => ({
    id: `order-${orderId}-stage-${stage}@${location.host}`,
    ...{ at: dueAt, until: dueAt + SHOWN_MS },
    title: translate('orders.reminder', { ...place, stage: String(stage) }),
    url: `${location.origin}/city?${new URLSearchParams({ tab: 'mine', order: orderId })}`,
  }));
  downloadCalendar(`city-mint-order-${orderId}`, events);
}
