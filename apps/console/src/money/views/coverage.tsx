import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';
import { SmallTable } from '#ui/small-table.tsx';

/** How far the reserve covers each round that may still fail. */
export function Coverage({ reserve }: { readonly reserve: ReplyOf<'POST /api/ops/reserve'> }) {
  const t = useTranslations('money');
  return (
    <div className="flex flex-col gap-3">
      <Facts
        facts={[
          { label: t('funds.reserve'), value: <Money value={reserve.balance} unit="JU" /> },
          { label: t('maximumLoss'), value: <Money value={reserve.maximumLoss} unit="JU" /> },
        ]}
      />
      {reserve.rounds.length === 0 ? (
        <p className="text-muted text-sm">{t('noCoverage')}</p>
      ) : (
        <SmallTable
          label={t('coverage')}
          rows={reserve.rounds}
          rowKey={({ roundId }) => roundId}
          columns={[
            {
              heading: t('round'),
              cell: ({ roundId, city, phase, number }) => (
                <Link to="/rounds/$roundId" params={{ roundId }} className="text-accent-ink hover:underline">
                  {t('roundOf', { city, phase, number })}
                </Link>
              ),
            },
            {
              heading: t('filled'),
              align: 'right',
              cell: ({ filled, quota }) => (
                <>
                  <Money value={filled} /> / <Money value={quota} />
                </>
              ),
            },
            { heading: t('maximumLoss'), align: 'right', cell: ({ maximumLoss }) => <Money value={maximumLoss} /> },
            { heading: t('budget'), align: 'right', cell: ({ budget }) => <Money value={budget} /> },
            {
              heading: t('covered'),
              align: 'right',
              cell: ({ coverageBps }) => `${(coverageBps / 100).toFixed(2)} %`,
            },
          ]}
        />
      )}
    </div>
  );
}
