import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Money } from '#ui/money.tsx';
import { Time } from '#ui/time.tsx';

type PlanRound = ReplyOf<'POST /api/ops/plans/detail'>['rounds'][number];

/** The last rounds of a plan, each with a link to it. */
export function PlanRounds({ rounds }: { readonly rounds: readonly PlanRound[] }) {
  const t = useTranslations('plans');
  const states = useTranslations('rounds');
  if (rounds.length === 0) return <p className="text-muted text-sm">{t('noRounds')}</p>;
  return (
    <table className="w-full text-sm" aria-label={t('held')}>
      <thead className="text-left text-muted text-xs">
        <tr>
          <th scope="col">{t('round')}</th>
          <th scope="col">{t('state')}</th>
          <th scope="col">{t('opensAt')}</th>
          <th scope="col">{t('filled')}</th>
          <th scope="col">{t('quota')}</th>
        </tr>
      </thead>
      <tbody>
        {rounds.map(({ roundId, number, state, outcome, opensAt, filled, quota }) => (
          <tr key={roundId} className="border-line border-t">
            <th scope="row" className="py-1 text-left font-normal">
              <Link to="/rounds/$roundId" params={{ roundId }} className="text-accent-ink underline">
                {number}
              </Link>
            </th>
            <td>
              {states(`states.${state}`)}
              {state === 'ended' && outcome !== null && ` · ${states(`outcomes.${outcome}`)}`}
            </td>
            <td>
              <Time time={opensAt} />
            </td>
            <td>
              <Money value={filled} unit="JU" />
            </td>
            <td>
              <Money value={quota} unit="JU" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
