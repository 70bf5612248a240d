import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { useTranslations } from 'use-intl';
import { AmountField } from '#ui/amount-field.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { groupDigits } from '#ui/group-digits.ts';
import { Notice } from '#ui/notice.tsx';
import { useAmountProblemText } from '#ui/use-amount-problem-text.ts';
import type { RechargeState } from '../use-recharge.ts';

type DepositFormProps = RechargeState & { readonly currency: 'JU' | 'FMC' };

/** How much to recharge, from what is in the wallet. */
export function DepositForm(props: DepositFormProps) {
  const t = useTranslations('assets.deposit');
  const problemText = useAmountProblemText();
  const { amount, currency, funds, problem } = props;
  const shown = amount === '' || problem === null ? undefined : problemText(problem);
  const hints =
    funds === null
      ? []
      : [
          ...(funds.minimum === '0' ? [] : [t('minimum', { minimum: funds.minimum, unit: currency })]),
          currency === 'JU' ? t('hintNative', { reserve: shortReserve(funds.gasReserve) }) : t('hintToken'),
        ];
  return (
    <Card>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void props.submit();
        }}
      >
        <AmountField
          label={t('amount')}
          unit={currency}
          name="amount"
          value={amount}
          onChange={(event) => props.setAmount(event.target.value)}
          aside={
            funds === null
              ? undefined
              : t('onChain', { amount: groupDigits(displayDecimal(funds.balance)), unit: currency })
          }
          hint={hints.join(' · ')}
          error={shown}
          onMaximum={funds === null ? undefined : () => props.setAmount(funds.maximum)}
        />
        {props.fundsFailed && <Notice kind="danger">{t('fundsFailed')}</Notice>}
        {funds?.paused === true && <Notice kind="pending">{t('paused')}</Notice>}
        {props.failure !== null && (
          <div role="alert">
            <Notice kind="danger">{props.failure}</Notice>
          </div>
        )}
        {props.needsApproval && problem === null && <Notice>{t('authoriseText')}</Notice>}
        <Button type="submit" disabled={problem !== null || funds === null || funds.paused} busy={props.busy}>
          {problem !== null
            ? t('submit')
            : t(props.needsApproval ? 'authorise' : 'submitAmount', { amount, unit: currency })}
        </Button>
      </form>
    </Card>
  );
}

/** Gas is small: what would be shown as 0 is shown as less than the least that can be. */
function shortReserve(reserve: string): string {
  const shown = displayDecimal(reserve);
  return shown === '0' && reserve !== '0' ? '0.0001' : shown;
}
