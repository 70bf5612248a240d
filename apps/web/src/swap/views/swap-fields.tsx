import { formatAmount } from '@city-mint/domain/money/amount-text';
import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { Amount } from '#ui/amount.tsx';
import { AmountField } from '#ui/amount-field.tsx';
import { useAmountProblemText } from '#ui/amount-problem.ts';
import { otherCurrency, type SwapSide, shownAtMost } from '../swap-quote.ts';
import type { SwapForm } from '../use-swap.ts';

/** The sold and the received amount; the user fills in either, and the other one follows. */
export function SwapFields({ form }: { readonly form: SwapForm }) {
  const t = useTranslations('swap');
  const { sell, side, status } = form;
  const buy = otherCurrency(sell);
  const available = status.kind === 'open' ? status.available : null;
  return (
    <div className="-mb-2 flex flex-col">
      <AmountField
        label={t(side === 'sold' ? 'sell' : 'payEstimate')}
        unit={sell}
        name="sold"
        value={shownText(form, 'sold')}
        onText={(text) => form.change('sold', text)}
        aside={available === null ? undefined : t('inWallet', { amount: shownAmount(available), unit: sell })}
        hint={<FollowingAmount form={form} field="sold" />}
        error={useProblemText(form, 'sold')}
        onMaximum={available === null ? undefined : () => form.change('sold', available)}
      />
      <button
        type="button"
        aria-label={t('flip')}
        onClick={form.flip}
        className="tap z-[1] -mb-2 inline-flex items-center justify-center self-center rounded-full bg-accent text-on-accent shadow-card active:opacity-85"
      >
        <Icon name="swap" className="rotate-90 text-lg" />
      </button>
      <AmountField
        label={t(side === 'received' ? 'get' : 'getEstimate')}
        unit={buy}
        name="received"
        value={shownText(form, 'received')}
        onText={(text) => form.change('received', text)}
        aside={t('toWallet')}
        hint={<FollowingAmount form={form} field="received" />}
        error={useProblemText(form, 'received')}
      />
    </div>
  );
}

/** All digits of the computed amount, below its field, which shows four decimals. */
function FollowingAmount({ form, field }: { readonly form: SwapForm; readonly field: SwapSide }) {
  const quote = form.status.kind === 'open' ? form.status.quote : null;
  if (field === form.side || quote === null) return null;
  return <Amount value={formatAmount(quote[field])} exact />;
}

/** Returns the text of the field that the user filled in, or the computed text of the other one. */
function shownText({ side, text, status }: SwapForm, field: SwapSide): string {
  if (field === side) return text;
  const quote = status.kind === 'open' ? status.quote : null;
  if (quote === null) return '';
  return field === 'sold' ? shownAtMost(quote.sold) : displayDecimal(formatAmount(quote.received));
}

function useProblemText({ status, isUntouched, sell }: SwapForm, field: SwapSide): string | undefined {
  const t = useTranslations('swap');
  const amountText = useAmountProblemText(field === 'sold' ? sell : otherCurrency(sell));
  const problem = status.kind === 'open' && !isUntouched ? status.problem : null;
  if (problem === null || problem.side !== field) return undefined;
  if (problem.kind === 'amount') return amountText(problem.problem);
  return t(problem.kind === 'too-small' ? 'tooSmall' : 'tooLarge', { unit: otherCurrency(sell) });
}
