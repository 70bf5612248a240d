import { useTranslations } from 'use-intl';
import { Money } from '#ui/money.tsx';
import { Time } from '#ui/time.tsx';

type Round = {
  readonly number: number;
  readonly opensAt: number;
  readonly closesAt: number;
  readonly quota: string;
};

/** When the rounds of a plan open and close, and their quotas, if each of them mints. */
export function PlanSchedule({ rounds }: { readonly rounds: readonly Round[] }) {
  const t = useTranslations('plans');
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-sm">{t('scheduleText')}</p>
      <table className="w-full text-sm" aria-label={t('schedule')}>
        <thead className="text-left text-muted text-xs">
          <tr>
            <th scope="col">{t('round')}</th>
            <th scope="col">{t('opensAt')}</th>
            <th scope="col">{t('closesAt')}</th>
            <th scope="col">{t('quota')}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map(({ number, opensAt, closesAt, quota }) => (
            <tr key={number} className="border-line border-t">
              <th scope="row" className="py-1 text-left font-normal">
                {number}
              </th>
              <td>
                <Time time={opensAt} />
              </td>
              <td>
                <Time time={closesAt} />
              </td>
              <td>
                <Money value={quota} unit="JU" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
