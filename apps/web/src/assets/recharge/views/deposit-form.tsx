import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { AmountField } from '#ui/amount-field.tsx';
import { useAmountProblemText } from '#ui/amount-problem.ts';
import type { Currency } from '../../assets-search.ts';
import type { RechargeLimits } from '../recharge-status.ts';
import type { RechargeForm } from '../use-recharge.ts';

type DepositFormProps = RechargeForm & { readonly currency: Currency };

/** The amount of a recharge, and the balance of the wallet. */
export function DepositForm({ currency, status, amount, failure, needsApproval, submit }: DepositFormProps) {
  const t = useTranslations('assets.deposit');
  const problemText = useAmountProblemText(currency);
  const limits = 'limits' in status ? status.limits : null;
  const isUnreadable = status.kind === 'unreachable' || ('isStale' in status && status.isStale);
  const hasProblem = amount.problem !== null;
  const canSubmit = !hasProblem && (status.kind === 'ready' || status.kind === 'sending');
  return (
    <Card>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <AmountField
          label={t('amount')}
          unit={currency}
          name="amount"
          value={amount.text}
          onText={amount.change}
          aside={limits === null ? undefined : t('onChain', { amount: shownAmount(limits.balance), unit: currency })}
          hint={<LimitsHint limits={limits} currency={currency} />}
          error={amount.visibleProblem === null ? undefined : problemText(amount.visibleProblem)}
          onMaximum={limits === null ? undefined : () => amount.change(limits.maximum)}
        />
        {isUnreadable && <Notice kind="danger">{t('fundsFailed')}</Notice>}
        {status.kind === 'paused' && <Notice kind="pending">{t('paused')}</Notice>}
        {failure !== null && (
          <div role="alert">
            <Notice kind="danger">{failure}</Notice>
          </div>
        )}
        {needsApproval && !hasProblem && <Notice>{t('authorizeText')}</Notice>}
        <Button type="submit" disabled={!canSubmit} onDisabledClick={amount.touch} busy={status.kind === 'sending'}>
          {hasProblem
            ? t('submit')
            : t(needsApproval ? 'authorize' : 'submitAmount', { amount: exactAmount(amount.text), unit: currency })}
        </Button>
      </form>
    </Card>
  );
}

type LimitsHintProps = { readonly limits: RechargeLimits | null; readonly currency: Currency };

function LimitsHint({ limits, currency }: LimitsHintProps): ReactNode {
  const t = useTranslations('assets.deposit');
  if (limits === null) return null;
  const gas = currency === 'JU' ? t('hintNative', { reserve: shortReserve(limits.gasReserve) }) : t('hintToken');
  return limits.minimum === '0'
    ? gas
    : `${t('minimum', { minimum: exactAmount(limits.minimum), unit: currency })} · ${gas}`;
}

/** Gas is cheap: a reserve that four decimals would round to 0 is shown as the smallest positive amount. */
function shortReserve(reserve: string): string {
  const displayed = displayDecimal(reserve);
  return exactAmount(displayed === '0' && reserve !== '0' ? '0.0001' : displayed);
}
