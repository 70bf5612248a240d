import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import { LineChart } from '#ui/line-chart.tsx';
import { ColourKey } from '#ui/result-frame.tsx';
import { type ReservesPoint, reservesLine } from '../reserves-line.ts';

/**
 * Liabilities and holdings of a currency over days, with a point that the reader moves, and as a table; of one day only
 * its figures.
 */
export function ReservesChart({ points }: { readonly points: readonly ReservesPoint[] }) {
  const t = useTranslations('proof');
  const [chosen, setChosen] = useState<number | null>(null);
  const { owed, held } = reservesLine(points);
  const index = points.findIndex(({ day }) => day === chosen);
  const marked = points[index] ?? points.at(-1);
  if (marked === undefined) return null;
  const figures = [
    { name: t('held'), value: marked.vaultBalance, colour: 'bg-accent' },
    { name: t('owedShort'), value: marked.total, colour: 'bg-ink' },
  ];
  const unit = marked.currency;
  const spoken = figures.map(({ name, value }) => `${name} ${value} ${unit}`).join(', ');
  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden="true">
        <p className="text-xs text-muted figures">{formatTime(marked.madeAt)}</p>
        {figures.map(({ name, value, colour }) => (
          <p key={name} className="pair items-center">
            <ColourKey colour={colour} name={name} />
            <Amount value={value} unit={unit} compact className="text-base font-semibold" />
          </p>
        ))}
      </div>
      {points.length > 1 && (
        <LineChart
          lines={[
            { name: 'held', runs: [held], colour: 'text-accent-ink', isFilled: true },
            { name: 'owed', runs: [owed], colour: 'text-ink', isFilled: false },
          ]}
          count={points.length}
          index={index < 0 ? points.length - 1 : index}
          onPick={(picked) => setChosen(points[picked]?.day ?? null)}
          label={t('history.pick')}
          valueText={`${formatTime(marked.madeAt)}: ${spoken}`}
        />
      )}
      <div className="sr-only">
        <table>
          <caption>
            {t('history.title')} ({unit})
          </caption>
          <thead>
            <tr>
              <th>{t('madeAt')}</th>
              <th>{t('held')}</th>
              <th>{t('owedShort')}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, madeAt, vaultBalance, total }) => (
              <tr key={day}>
                <th>{formatTime(madeAt)}</th>
                <td>{vaultBalance}</td>
                <td>{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
