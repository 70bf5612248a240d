import { useTranslations } from 'use-intl';
import { shownFigure } from '#platform/shown-figure.ts';
import { Money } from '#ui/money.tsx';
import { Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';
import { moneyLines } from '../money-lines.ts';
import type { Overview } from '../overview-types.ts';
import { RoomLink } from './room-link.tsx';

/** Flows of the ledger since midnight UTC, by currency. */
export function MoneyToday({ money }: Pick<Overview, 'money'>) {
  const t = useTranslations('overview.money');
  const lines = money === null ? [] : moneyLines(money);
  return (
    <Panel title={t('title')} aside={money !== null && <Time time={money.countedAt} />}>
      {lines.length === 0 ? (
        <p className="text-muted text-sm">{t(money === null ? 'counting' : 'none')}</p>
      ) : (
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-muted text-xs">
              <th scope="col" className="py-1 font-normal">
                {t('what')}
              </th>
              {['JU', 'FMC', t('transfers')].map((heading) => (
                <th key={heading} scope="col" className="py-1 pl-4 text-right font-normal">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.name} className="border-line border-t" data-line={line.name}>
                <th scope="row" className="py-1.5 text-left font-normal">
                  {t(line.name)}
                </th>
                <td className="pl-4 text-right">
                  <Money value={line.JU} />
                </td>
                <td className="pl-4 text-right">
                  <Money value={line.FMC} />
                </td>
                <td className="pl-4 text-right figures">{shownFigure(`${line.transfers}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-2 flex justify-end">
        <RoomLink to="/money">{t('toJournal')}</RoomLink>
      </div>
    </Panel>
  );
}
