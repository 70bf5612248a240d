import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';

type Failed = NonNullable<NonNullable<ReplyOf<'POST /api/biz/mint/detail'>['settlement']>['failed']>;

type FailedSettlementProps = {
  readonly failed: Failed;
  readonly settledAt: number;
  readonly compensationTimesBps: number;
  readonly order: Pick<ReplyOf<'POST /api/biz/mint/detail'>['order'], 'state' | 'reverseRank' | 'late' | 'netJu'>;
};

/** The refund and loss of this order in a failed round, exact; in red only if it lost something. */
export function FailedSettlement(props: FailedSettlementProps) {
  const { failed, settledAt, order } = props;
  const t = useTranslations('rounds');
  const times = String(props.compensationTimesBps / 10_000);
  const exact = (value: string, unit: string) => <Amount value={value} unit={unit} exact />;
  const isLoss = order.netJu?.startsWith('-') === true;
  const hashLabel = order.state === 'claimable' ? `${t('order.hash')} · ${t('order.hashPending')}` : t('order.hash');
  return (
    <section
      aria-label={t('order.liquidation')}
      className={`flex flex-col gap-1 rounded-xl px-4 py-3 ${isLoss ? 'bg-danger-soft' : 'bg-sunken'}`}
    >
      <h3 className={`text-sm font-semibold ${isLoss ? 'text-danger' : ''}`}>{t('order.liquidation')}</h3>
      <KeyValues
        rows={[
          { label: t('order.refund'), value: exact(failed.refund, 'JU'), strong: true },
          ...(failed.loss === '0'
            ? []
            : [
                { label: t('order.loss'), value: exact(failed.loss, 'JU') },
                { label: t('order.compensation'), value: exact(failed.compensation, 'JU') },
              ]),
          ...(failed.hashPower === '0'
            ? []
            : [
                { label: t('order.compensationTimes'), value: t('terms.times', { times }) },
                { label: hashLabel, value: exact(failed.hashPower, 'H') },
              ]),
          { label: t('order.settledAt'), value: formatTime(settledAt) },
        ]}
      />
      <p className="pb-1 text-xs text-ink">
        {order.late
          ? t('order.compensationLate')
          : t('order.compensationNote', { reverseRank: String(order.reverseRank) })}{' '}
        {failed.hashPower !== '0' && t(order.state === 'ended' ? 'order.hashClaimed' : 'order.hashNote', { times })}
      </p>
    </section>
  );
}
