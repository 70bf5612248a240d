import type { Currency } from '@city-mint/domain/ledger/currencies';
import { Card } from '@city-mint/ui/card.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { DayHeading } from '#ui/day-heading.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { EventKind } from '../../assets-search.ts';
import { CURRENCIES, isShown, KINDS, type Sums, sumOf } from '../event-kinds.ts';
import type { EventFlowProps } from './event-flow.tsx';

/** Only the records of several days have a chart. */
const EventFlow = lazyPart<EventFlowProps>(
  ['assets', 'time'],
  async () => (await import('./event-flow.tsx')).EventFlow,
  <div className="mt-2 h-16" />,
);

type EventSumsProps = {
  readonly sums: Sums;
  /** The only kind to show; both by default. */
  readonly kind: EventKind | undefined;
};

/** Inflow and outflow over the range, per currency, with a bar per day above and below a line. */
export function EventSums({ sums, kind }: EventSumsProps) {
  const shown = CURRENCIES.filter((currency) =>
    KINDS.some((one) => isShown(one, kind) && sumOf(sums, one)[currency] !== '0'),
  );
  if (shown.length === 0) return null;
  return (
    <Card className="flex flex-col gap-4">
      {shown.map((currency) => (
        <CurrencySums key={currency} sums={sums} kind={kind} currency={currency} />
      ))}
    </Card>
  );
}

function CurrencySums({ sums, kind, currency }: EventSumsProps & { readonly currency: Currency }) {
  const t = useTranslations('assets.record');
  return (
    <section aria-label={t('days', { currency })}>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {KINDS.filter((one) => isShown(one, kind)).map((one) => (
          <div key={one} className="min-w-0">
            <dt className="text-xs text-muted">{t(one)}</dt>
            <dd className={`text-lg font-semibold ${one === 'recharge' ? 'text-success' : ''}`}>
              <Moved kind={one} value={sumOf(sums, one)[currency]} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {sums.spans.length > 1 && <EventFlow sums={sums} kind={kind} currency={currency} />}
    </section>
  );
}

type EventDayProps = {
  /** Start of the day or the range, UTC milliseconds. */
  readonly from: number;
  readonly sums: Sums['spans'][number] | undefined;
  readonly kind: EventKind | undefined;
};

/** The heading of a day in the list, with its inflow and outflow. */
export function EventDay({ from, sums, kind }: EventDayProps) {
  return (
    <DayHeading at={from}>
      {sums !== undefined &&
        KINDS.filter((one) => isShown(one, kind)).flatMap((one) =>
          CURRENCIES.filter((currency) => sumOf(sums, one)[currency] !== '0').map((currency) => (
            <span key={one + currency} className={one === 'recharge' ? 'text-success' : ''}>
              <Moved kind={one} value={sumOf(sums, one)[currency]} currency={currency} />
            </span>
          )),
        )}
    </DayHeading>
  );
}

type MovedProps = { readonly kind: EventKind; readonly value: string; readonly currency: Currency };

function Moved({ kind, value, currency }: MovedProps) {
  const isZero = value === '0';
  return (
    <Amount value={kind === 'withdrawal' && !isZero ? `-${value}` : value} unit={currency} signed={!isZero} compact />
  );
}
