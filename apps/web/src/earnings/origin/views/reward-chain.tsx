import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import type { SettledOrder } from '#rounds/settled/settled-line.ts';
import { percentText } from '#terms/format-terms.ts';
import { Amount } from '#ui/amount.tsx';
import { Agreement } from './agreement.tsx';

type RewardChainProps = {
  /** The order of the invited user, from a settlement that was recomputed here. */
  readonly order: SettledOrder;
  /** The part of a fee that an inviter gets by the round's terms, in basis points. */
  readonly referralBps: number;
  readonly reward: string;
  /** Whether the contract has the settlement: otherwise only this device says so. */
  readonly isInContract: boolean;
};

/** The chain of a reward from an invited user's order and fee to the part, and whether it agrees. */
export function RewardChain({ order, referralBps, reward, isInContract }: RewardChainProps) {
  const t = useTranslations('earnings.origin');
  const agrees = order.reward === reward;
  const exact = (value: string) => <Amount value={value} unit="JU" exact />;
  const formula = { fee: shownAmount(order.fee), share: percentText(referralBps) };
  return (
    <>
      <KeyValues
        rows={[
          { label: t('invited', { rank: exactAmount(`${order.rank}`) }), value: exact(order.amount) },
          { label: t('fee'), value: exact(order.fee) },
          { label: t('reward', formula), value: exact(order.reward), strong: true },
        ]}
      />
      <Agreement agrees={agrees}>
        {agrees ? t(isInContract ? 'agrees' : 'agreesHere') : t('day.differs', { amount: shownAmount(order.reward) })}
      </Agreement>
      <p className="text-xs text-muted">{t('rewardNote')}</p>
    </>
  );
}
