import { EARNINGS_STAGES } from '@city-mint/domain/rewards/earnings-types';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { Amount } from '#ui/amount.tsx';
import type { Origin, SettledEarning } from '../origin-of.ts';
import { Agreement } from './agreement.tsx';

type OriginChainProps = {
  readonly origin: Origin;
  readonly earning: SettledEarning;
  /** Whether the contract has the settlement: otherwise only this device says so. */
  readonly isInContract: boolean;
};

/** The chain of an earning from the deposit to the part, each step with its figures, and whether it agrees. */
export function OriginChain({ origin, earning, isInContract }: OriginChainProps) {
  const t = useTranslations('earnings.origin');
  const { order, raised, released, pool, share, agrees } = origin;
  const unit = earning.type === 'split' ? 'JU' : 'FMC';
  const stage = (earning.stage === null ? -1 : EARNINGS_STAGES.indexOf(earning.stage)) + 1;
  const exact = (value: string, of: string) => <Amount value={value} unit={of} exact />;
  const formula = { pool: shownAmount(pool), amount: shownAmount(order.amount), raised: shownAmount(raised) };
  return (
    <>
      <KeyValues
        rows={[
          { label: t('putIn', { rank: exactAmount(`${order.rank}`) }), value: exact(order.amount, 'JU') },
          { label: t('raised'), value: exact(raised, 'JU') },
          ...(released === null ? [] : [{ label: t('released'), value: exact(released, 'FMC') }]),
          { label: released === null ? t('surplus') : t('stage', { stage }), value: exact(pool, unit) },
          { label: t('share', formula), value: exact(share, unit), strong: true },
        ]}
      />
      <Agreement agrees={agrees}>{t(agrees ? (isInContract ? 'agrees' : 'agreesHere') : 'differs')}</Agreement>
      <p className="text-xs text-muted">{t('rankNote')}</p>
    </>
  );
}
