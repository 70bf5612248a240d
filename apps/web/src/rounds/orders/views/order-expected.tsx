import { useTranslations } from 'use-intl';
import { useDurationText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';
import { Line, Side } from '../../views/two-sides.tsx';
import { expectedOrder } from '../expected-order.ts';
import type { OrderDetails } from '../order-progress.ts';

/** The expected result of an unsettled order: the estimate next to the worst case, and the payment times. */
export function OrderExpected({ detail }: { readonly detail: OrderDetails }) {
  const t = useTranslations('rounds');
  const words = useTranslations('orders.expected');
  const durationText = useDurationText();
  const { order, terms } = detail;
  const expected = expectedOrder(detail);
  const exact = (value: string, unit: string) => <Amount value={value} unit={unit} exact />;
  return (
    <section aria-label={words('title')} className="flex flex-col gap-3">
      <div className="tiles">
        <Side title={t('join.ifMinted')} colours="bg-success-soft text-success" label={t('join.getFmc')}>
          <p className="mb-2 text-lg leading-snug font-semibold">
            {order.estimatedFmc === null ? '—' : <Amount value={order.estimatedFmc} unit="FMC" signed exact />}
          </p>
          <Line label={t('join.principalBack')}>{exact(expected.principal, 'JU')}</Line>
          <Line label={t('join.fee')}>{exact(expected.fee, 'JU')}</Line>
        </Side>
        <Side title={t('join.ifFailed')} colours="bg-danger-soft text-danger" label={t('join.loseAtMost')}>
          <p className="mb-2 text-lg leading-snug font-semibold">
            <Amount value={`-${order.maximumLoss ?? '0'}`} unit="JU" exact />
          </p>
          <Line label={t('join.refundBack')}>{exact(expected.refund, 'JU')}</Line>
          <Line label={t('join.compensation')}>{words('fromReserve')}</Line>
        </Side>
      </div>
      <h3 className="text-sm font-semibold">{words('when')}</h3>
      <ol className="flex flex-col divide-y divide-line text-sm">
        <li className="pair py-2">
          <span className="text-muted">{words('principal')}</span>
          <span className="text-right">{words('withSettlement')}</span>
        </li>
        {expected.stages.map((amount, index) => {
          const delay = terms.stageDelaysMs[index] ?? 0;
          return (
            <li key={delay} className="pair py-2">
              <span className="text-muted">
                {t('terms.stage', { stage: String(index + 1) })}
                <span className="block text-2xs">
                  {delay === 0 ? t('terms.atSettlement') : t('terms.after', { duration: durationText(delay) })}
                </span>
              </span>
              <span className="text-right font-semibold">{exact(amount, 'FMC')}</span>
            </li>
          );
        })}
      </ol>
      <p className="text-xs text-muted">{words('note')}</p>
    </section>
  );
}
