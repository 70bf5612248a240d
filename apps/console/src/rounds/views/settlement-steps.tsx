import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { SmallTable } from '#ui/small-table.tsx';
import { Time } from '#ui/time.tsx';
import type { RoundDetail } from '../round-types.ts';

/** When a round entered its states, its settlement step by step, and the step that failed last. */
export function SettlementSteps({ detail }: { readonly detail: RoundDetail }) {
  const t = useTranslations('rounds');
  const { steps, settlement, failure } = detail;
  return (
    <div className="flex flex-col gap-3">
      {failure !== null && (
        <Notice kind="danger">
          <p>{t('failure', { time: formatTime(failure.at), tries: failure.tries })}</p>
          <p className="break-words font-mono text-xs">{failure.error}</p>
        </Notice>
      )}
      <ol aria-label={t('progress')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {steps.map(({ state, at }) => (
          <li key={state}>
            {t(`states.${state}`)}{' '}
            <span className="text-muted text-xs">
              <Time time={at} />
            </span>
          </li>
        ))}
      </ol>
      {settlement === null ? (
        <p className="text-muted text-sm">{t('settlementNone')}</p>
      ) : (
        <SmallTable
          label={t('settlement')}
          rows={settlement}
          rowKey={({ step }) => step}
          columns={[
            { heading: t('step'), cell: ({ step }) => t(`steps.${step}`) },
            {
              heading: t('parts'),
              align: 'right',
              cell: ({ parts, done }) =>
                parts === 0 ? t('partsUnknown') : t('partsOf', { done: `${done}`, parts: `${parts}` }),
            },
            { heading: t('lastAt'), cell: ({ lastAt }) => lastAt !== null && <Time time={lastAt} /> },
          ]}
        />
      )}
    </div>
  );
}
