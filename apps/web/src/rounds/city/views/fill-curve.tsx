import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useDurationText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';
import { fillPicture } from '../fill-points.ts';

type Fill = ReplyOf<'POST /api/app/round/fill'>;

type FillCurveProps = {
  readonly fill: Fill;
  /** The times of the user's orders, UTC milliseconds. */
  readonly own: readonly number[];
};

/** How a round filled, with the user's own orders as dots, and the same figures as a table for screen readers. */
export function FillCurve({ fill, own }: FillCurveProps) {
  const t = useTranslations('rounds.fill');
  const durationText = useDurationText();
  const picture = fillPicture(fill, { now: serverNow(), own });
  const line = picture.points.map(({ x, y }) => `${(x * 300).toFixed(1)} ${(72 - y * 66).toFixed(1)}`).join('L');
  const [first] = own;
  const last = fill.points.at(-1);
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle aside={t('aside', { orders: last?.orders ?? 0 })}>{t('title')}</SectionTitle>
      <Card className="flex flex-col gap-2">
        <svg viewBox="-6 0 312 78" className="w-full text-accent" aria-hidden="true">
          <path d="M0 72H300M0 6H300" stroke="var(--line)" strokeWidth="1" strokeDasharray="2 3" />
          <path d={`M${line}L300 72L0 72Z`} fill="currentColor" fillOpacity="0.1" />
          <path d={`M${line}`} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
          {picture.own.map(({ x, y }) => (
            <circle
              key={x}
              cx={x * 300}
              cy={72 - y * 66}
              r="4.5"
              fill="currentColor"
              stroke="var(--surface)"
              strokeWidth="2"
            />
          ))}
        </svg>
        <p className="pair text-xs text-muted figures">
          <span>
            {first === undefined
              ? t('opened')
              : t('joinedAfter', { time: durationText(Math.max(first - fill.opensAt, 0)) })}
          </span>
          <span>{durationText(picture.durationMs)}</span>
        </p>
        <div className="sr-only">
          <table>
            <caption>{t('title')}</caption>
            <tbody>
              {fill.points.map(({ at, filled, orders }) => (
                <tr key={at}>
                  <td>{formatTime(at)}</td>
                  <td>
                    <Amount value={filled} unit="JU" />
                  </td>
                  <td>{t('aside', { orders })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  );
}
