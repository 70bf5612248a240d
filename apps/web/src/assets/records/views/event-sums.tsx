import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { dayOf } from '#ui/bars.tsx';
import { chartHeights } from '#ui/chart-heights.ts';
import { DayHeading } from '#ui/day-heading.tsx';
import type { EventKind } from '../../assets-search.ts';

type Sums = ReplyOf<'POST /api/app/user/assetEventSums'>;
type Currency = 'JU' | 'FMC';

const CURRENCIES: readonly Currency[] = ['JU', 'FMC'];
const KINDS = ['recharge', 'withdrawal'] as const;

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
      {sums.spans.length > 1 && <Flow sums={sums} kind={kind} currency={currency} />}
    </section>
  );
}

/** A bar up for the inflow and one down for the outflow of each day, on the same scale. */
function Flow({ sums: { spans }, kind, currency }: EventSumsProps & { readonly currency: Currency }) {
  const t = useTranslations('assets.record');
  const time = useTranslations('time.chart');
  const movedOn = (one: EventKind, span: Sums['spans'][number]) =>
    isShown(one, kind) ? sumOf(span, one)[currency] : '0';
  const heights = chartHeights(KINDS.flatMap((one) => spans.map((span) => movedOn(one, span))));
  const width = 100 / spans.length;
  return (
    <figure className="mt-2">
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" className="h-16 w-full" aria-hidden="true">
        <path d="M0 20H100" className="stroke-line" strokeWidth="1" vectorEffect="non-scaling-stroke" />
        {spans.map(({ from }, index) => {
          const [up = 0, down = 0] = [heights[index], heights[spans.length + index]];
          const bar = { x: index * width + width * 0.15, width: Math.min(width * 0.7, 6) };
          return (
            <g key={from}>
              <rect {...bar} y={20 - up * 19} height={up * 19} className="fill-accent" />
              <rect {...bar} y={20} height={down * 19} className="fill-muted opacity-60" />
            </g>
          );
        })}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{t('days', { currency })}</caption>
          <thead>
            <tr>
              <th>{time('day')}</th>
              {KINDS.map((one) => (
                <th key={one}>{t(one)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spans.map((span) => (
              <tr key={span.from}>
                <th>{dayOf(span.from)}</th>
                {KINDS.map((one) => (
                  <td key={one}>{movedOn(one, span)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
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

function sumOf(sums: Pick<Sums, 'recharged' | 'withdrawn'>, kind: EventKind): Readonly<Record<Currency, string>> {
  return kind === 'recharge' ? sums.recharged : sums.withdrawn;
}

function isShown(kind: EventKind, only: EventKind | undefined): boolean {
  return only === undefined || only === kind;
}
