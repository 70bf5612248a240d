import { useTranslations } from 'use-intl';
import { Money } from '#ui/money.tsx';
import { SmallTable } from '#ui/small-table.tsx';
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
      <SmallTable
        label={t('schedule')}
        rows={rounds}
        rowKey={({ number }) => `${number}`}
        columns={[
          { heading: t('round'), cell: ({ number }) => t('roundNumber', { number: `${number}` }) },
          { heading: t('opensAt'), cell: ({ opensAt }) => <Time time={opensAt} /> },
          { heading: t('closesAt'), cell: ({ closesAt }) => <Time time={closesAt} /> },
          { heading: t('quota'), align: 'right', cell: ({ quota }) => <Money value={quota} unit="JU" /> },
        ]}
      />
    </div>
  );
}
