import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { shownFigure } from '#platform/shown-figure.ts';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';
import { SmallTable } from '#ui/small-table.tsx';

type Limits = ReplyOf<'POST /api/ops/withdrawals/limits'>;

const COLUMNS = ['perWithdrawal', 'perUserDay', 'perDay', 'used', 'left', 'shareOfDay'] as const;

/** The limits of withdrawals per currency, what all users have used of them, and what holds back all withdrawals. */
export function LimitsView({ limits }: { readonly limits: Limits }) {
  const t = useTranslations('withdrawals');
  return (
    <div className="flex flex-col gap-3">
      <Stops limits={limits} />
      <SmallTable
        label={t('limits')}
        rows={limits.currencies}
        rowKey={({ currency }) => currency}
        columns={[
          { heading: t('currency'), cell: ({ currency }) => <span className="font-medium">{currency}</span> },
          ...COLUMNS.map((name) => ({
            heading: t(name),
            align: 'right' as const,
            cell: (of: Limits['currencies'][number]) => <Money value={of[name]} />,
          })),
          {
            heading: t('approvalAbove'),
            align: 'right',
            cell: ({ approvalAbove }) =>
              approvalAbove === null ? t('noApproval') : t('above', { amount: shownFigure(approvalAbove) }),
          },
        ]}
      />
      <Facts
        facts={[
          ...limits.pending.map(({ state, count, oldestAt }) => ({
            label: t(`states.${state}`),
            value: oldestAt === null ? count : `${count} · ${t('oldest', { time: formatTime(oldestAt) })}`,
          })),
          { label: t('newAddress'), value: t('hours', { hours: limits.newAddressHours }) },
        ]}
      />
    </div>
  );
}

/** What holds back every withdrawal: a pause, a chain that is not read. */
function Stops({ limits: { paused, chain } }: { readonly limits: Limits }) {
  const t = useTranslations('withdrawals');
  return (
    <>
      {paused !== null && (
        <Notice kind="pending">
          {paused.reason === null
            ? t('pausedNoReason', { time: formatTime(paused.since) })
            : t('pausedSince', { time: formatTime(paused.since), reason: paused.reason })}
        </Notice>
      )}
      {chain === null && <Notice kind="danger">{t('chainUnread')}</Notice>}
      {chain?.haltReason != null && <Notice kind="danger">{t('chainHalted', { reason: chain.haltReason })}</Notice>}
    </>
  );
}
