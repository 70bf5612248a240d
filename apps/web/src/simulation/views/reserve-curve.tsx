import { formatAmount } from '@city-mint/domain/money/amount-text';
import { outlookWords } from '@city-mint/domain/simulation/outlook-words';
import type { Outlook } from '@city-mint/domain/simulation/simulate-plan';
import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { ColourKey } from '#ui/result-frame.tsx';
import { type ReservePoint, reservePicture } from '../reserve-picture.ts';

type ReserveCurveProps = {
  readonly outlook: Outlook;
  /** The reserve before the first round, base units. */
  readonly start: bigint;
};

/** The reserve over the rounds, and the round from which it no longer covers failures; with its figures as a table. */
export function ReserveCurve({ outlook, start }: ReserveCurveProps) {
  const t = useTranslations('simulation');
  const { failures, dryFrom, uncovered } = outlookWords(outlook);
  const points = reservePicture(start, outlook.rounds);
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('reserve.title')}</SectionTitle>
      {failures > 0 && (
        <p className="px-1 text-sm">
          {dryFrom === null ? t('reserve.covered') : t('reserve.dry', { round: String(dryFrom), uncovered })}
        </p>
      )}
      <Card>
        <p className="mb-2 flex flex-wrap gap-x-4 text-xs text-muted" aria-hidden="true">
          <ColourKey colour="bg-accent" name={t('reserve.middle')} />
          <ColourKey colour="bg-accent-soft" name={t('reserve.band')} />
        </p>
        <Drawing points={points} dryFrom={dryFrom} />
        <p className="mt-1.5 pair text-xs text-muted figures" aria-hidden="true">
          <span>{t('begin')}</span>
          <span>{t('round', { round: String(outlook.rounds.length) })}</span>
        </p>
        <ReserveTable start={start} outlook={outlook} />
      </Card>
    </section>
  );
}

const at = (point: ReservePoint, height: number) => `${(point.x * 300).toFixed(1)} ${(72 - height * 66).toFixed(1)}`;

type DrawingProps = { readonly points: readonly ReservePoint[]; readonly dryFrom: number | null };

function Drawing({ points, dryFrom }: DrawingProps) {
  const band = [
    ...points.map((point) => at(point, point.high)),
    ...points.toReversed().map((point) => at(point, point.low)),
  ];
  const dry = points.find(({ number }) => number === dryFrom);
  return (
    <svg viewBox="-3 0 306 78" className="w-full text-accent" aria-hidden="true">
      <path d="M0 72H300M0 6H300" stroke="var(--line)" strokeWidth="1" strokeDasharray="2 3" />
      <path d={`M${band.join('L')}Z`} fill="currentColor" fillOpacity="0.15" />
      <path
        d={`M${points.map((point) => at(point, point.middle)).join('L')}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      {dry !== undefined && (
        <path d={`M${(dry.x * 300).toFixed(1)} 6V72`} className="stroke-danger" strokeWidth="2" strokeDasharray="4 3" />
      )}
    </svg>
  );
}

function ReserveTable({ start, outlook }: ReserveCurveProps) {
  const t = useTranslations('simulation');
  const cell = (value: bigint) => <data value={formatAmount(value)}>{formatAmount(value)}</data>;
  return (
    <div className="sr-only">
      <table>
        <caption>{t('reserve.title')} (JU)</caption>
        <thead>
          <tr>
            <th>{t('reserve.title')}</th>
            <th>{t('reserve.low')}</th>
            <th>{t('reserve.middle')}</th>
            <th>{t('reserve.high')}</th>
            <th>{t('reserve.uncovered')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th>{t('begin')}</th>
            <td>{cell(start)}</td>
            <td>{cell(start)}</td>
            <td>{cell(start)}</td>
            <td>0</td>
          </tr>
          {outlook.rounds.map(({ number, reserve, uncovered }) => (
            <tr key={number}>
              <th>{t('round', { round: String(number) })}</th>
              <td>{cell(reserve.low)}</td>
              <td>{cell(reserve.middle)}</td>
              <td>{cell(reserve.high)}</td>
              <td>{uncovered}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
