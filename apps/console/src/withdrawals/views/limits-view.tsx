import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatAmount, formatTime } from '#platform/format.ts';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';

type Limits = ReplyOf<'POST /api/ops/withdrawals/limits'>;

const COLUMNS = ['perWithdrawal', 'perUserDay', 'perDay', 'used', 'left', 'shareOfDay'] as const;

/** The limits of withdrawals per currency, what all users have used of them, and what holds back all withdrawals. */
export function LimitsView({ limits }: { readonly limits: Limits }) {
  const t = useTranslations('withdrawals');
  return (
    <div className="flex flex-col gap-3">
      <Stops limits={limits} />
      <div className="overflow-x-auto">
        <table className="w-full text-right text-sm">
          <thead className="text-muted text-xs">
            <tr>
              <th className="py-1 text-left font-normal">{t('currency')}</th>
              {COLUMNS.map((name) => (
                <th key={name} className="py-1 pl-4 font-normal">
                  {t(name)}
                </th>
              ))}
              <th className="py-1 pl-4 font-normal">{t('approvalAbove')}</th>
            </tr>
          </thead>
          <tbody>
            {limits.currencies.map((of) => (
              <tr key={of.currency}>
                <th className="border-line border-t py-1.5 text-left font-medium">{of.currency}</th>
                {COLUMNS.map((name) => (
                  <td key={name} className="border-line border-t py-1.5 pl-4">
                    <Money value={of[name]} />
                  </td>
                ))}
                <td className="border-line border-t py-1.5 pl-4">
                  {of.approvalAbove === null ? t('noApproval') : t('above', { amount: formatAmount(of.approvalAbove) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
