import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Money } from '#ui/money.tsx';
import { SmallTable } from '#ui/small-table.tsx';
import { Time } from '#ui/time.tsx';

type PlanRound = ReplyOf<'POST /api/ops/plans/detail'>['rounds'][number];

/** The last rounds of a plan, each with a link to it. */
export function PlanRounds({ rounds }: { readonly rounds: readonly PlanRound[] }) {
  const t = useTranslations('plans');
  const states = useTranslations('rounds');
  if (rounds.length === 0) return <p className="text-muted text-sm">{t('noRounds')}</p>;
  return (
    <SmallTable
      label={t('held')}
      rows={rounds}
      rowKey={({ roundId }) => roundId}
      columns={[
        {
          heading: t('round'),
          cell: ({ roundId, number }) => (
            <Link to="/rounds/$roundId" params={{ roundId }} className="text-accent-ink underline">
              {t('roundNumber', { number: `${number}` })}
            </Link>
          ),
        },
        {
          heading: t('state'),
          cell: ({ state, outcome }) =>
            state === 'ended' && outcome !== null ? states(`outcomes.${outcome}`) : states(`states.${state}`),
        },
        { heading: t('opensAt'), cell: ({ opensAt }) => <Time time={opensAt} /> },
        { heading: t('filled'), align: 'right', cell: ({ filled }) => <Money value={filled} unit="JU" /> },
        { heading: t('quota'), align: 'right', cell: ({ quota }) => <Money value={quota} unit="JU" /> },
      ]}
    />
  );
}
