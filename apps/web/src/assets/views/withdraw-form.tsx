import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { AmountField } from '#ui/amount-field.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { checkAmountText } from '#ui/check-amount-text.ts';
import { groupDigits } from '#ui/group-digits.ts';
import { Notice } from '#ui/notice.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useAmountProblemText } from '#ui/use-amount-problem-text.ts';
import { checkRecipient } from '../check-recipient.ts';

type WithdrawFormProps = {
  readonly currency: 'JU' | 'FMC';
  /** Exact, a decimal string. */
  readonly available: string;
  readonly ownAddress: string;
  readonly refusal: string | null;
  readonly busy: boolean;
  readonly waitsForAnswer: boolean;
  readonly onSubmit: (values: { readonly amount: string; readonly to: string }) => void;
};

const RECIPIENT_TEXTS = { missing: 'toMissing', format: 'toFormat', checksum: 'toChecksum' } as const;

/** How much to withdraw, and where to. */
export function WithdrawForm(props: WithdrawFormProps) {
  const t = useTranslations('assets.withdraw');
  const problemText = useAmountProblemText();
  const { available, currency, ownAddress } = props;
  const form = useForm({ mode: 'onChange', defaultValues: { amount: '', to: ownAddress } });
  const { errors, isValid } = form.formState;
  const { amount, to } = useWatch({ control: form.control });
  const isOwn = to?.trim().toLowerCase() === ownAddress.toLowerCase();
  const maximum = () => form.setValue('amount', available, { shouldValidate: true, shouldDirty: true });
  const submit = form.handleSubmit((values) => props.onSubmit({ amount: values.amount.trim(), to: values.to.trim() }));
  return (
    <Card>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <AmountField
          label={t('amount')}
          unit={currency}
          aside={t('available', { amount: groupDigits(displayDecimal(available)), unit: currency })}
          error={errors.amount?.message}
          onMaximum={maximum}
          {...form.register('amount', {
            validate: (text) => {
              const problem = checkAmountText(text, { available });
              return problem === null || problemText(problem);
            },
          })}
        />
        <TextField
          label={t('to')}
          hint={t(isOwn ? 'toOwn' : 'toHint')}
          error={errors.to?.message}
          className="font-mono text-sm"
          {...form.register('to', {
            validate: (text) => {
              const error = checkRecipient(text);
              return error === null || t(RECIPIENT_TEXTS[error]);
            },
          })}
        />
        <Notice>{t('note')}</Notice>
        {props.refusal !== null && (
          <div role="alert">
            <Notice kind="danger">{props.refusal}</Notice>
          </div>
        )}
        <Button type="submit" disabled={!isValid} busy={props.busy || props.waitsForAnswer}>
          {props.waitsForAnswer
            ? t('waitingAnswer')
            : isValid
              ? t('submitAmount', { amount: amount?.trim() ?? '', unit: currency })
              : t('submit')}
        </Button>
      </form>
    </Card>
  );
}
