import { TextField } from '@city-mint/ui/text-field.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AmountField } from '#ui/amount-field.tsx';
import { type AmountProblem, useAmountProblemText } from '#ui/amount-problem.ts';
import type { AutoMintFields as Fields, LimitField } from '../use-auto-mint-form.ts';

type AutoMintFieldsProps = {
  readonly form: Fields;
  /** Rounds that failed since it was turned on; null while it is off. */
  readonly failed: number | null;
};

/** The limits of auto-mint; that there is none is a choice beside each field, never a number in it. */
export function AutoMintFields({ form, failed }: AutoMintFieldsProps) {
  const t = useTranslations('auto');
  const problemText = useAmountProblemText('JU');
  const { keep, maximum, losses, parallel } = form;
  const textOf = (problem: AmountProblem | null) => (problem === null ? undefined : problemText(problem));
  return (
    <>
      <AmountField
        label={t('keep')}
        unit="JU"
        value={keep.text}
        onText={keep.change}
        hint={t('keepHint')}
        error={textOf(keep.visibleProblem)}
      />
      <Limit field={maximum} label={t('maximum')} none={t('maximumNone')}>
        <AmountField
          label={t('maximum')}
          unit="JU"
          value={maximum.text}
          onText={maximum.change}
          error={textOf(maximum.visibleProblem)}
        />
      </Limit>
      <Limit field={losses} label={t('losses')} none={t('lossesNone')}>
        <CountField
          field={losses}
          label={t('losses')}
          {...(failed !== null && { hint: t('lossesHint', { failed }) })}
        />
      </Limit>
      <Limit field={parallel} label={t('parallel')} none={t('parallelNone')}>
        <CountField field={parallel} label={t('parallel')} hint={t('parallelHint')} />
      </Limit>
    </>
  );
}

type CountFieldProps = { readonly field: LimitField<'wholeNumber'>; readonly label: string; readonly hint?: string };

function CountField({ field, label, hint }: CountFieldProps) {
  const t = useTranslations('auto');
  return (
    <TextField
      label={label}
      inputMode="numeric"
      value={field.text}
      onChange={(event) => field.change(event.target.value)}
      hint={hint}
      error={field.visibleProblem === null ? undefined : t(field.visibleProblem)}
    />
  );
}

type LimitProps = {
  readonly field: Pick<LimitField<unknown>, 'isNone' | 'setNone'>;
  readonly label: string;
  readonly none: string;
  readonly children: ReactNode;
};

function Limit({ field, label, none, children }: LimitProps) {
  return (
    <div className="flex flex-col">
      {field.isNone ? <p className="px-1 text-sm font-medium">{label}</p> : children}
      <label className="tap flex cursor-pointer items-center gap-2.5 px-1 text-sm text-muted">
        <input
          type="checkbox"
          checked={field.isNone}
          onChange={(event) => field.setNone(event.target.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        {none}
      </label>
    </div>
  );
}
