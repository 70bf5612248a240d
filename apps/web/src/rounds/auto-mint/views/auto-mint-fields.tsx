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

/** The limits of auto-mint; that there is one is a choice above each field, never a 0 in it. */
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
      <Limit field={maximum} label={t('maximumLimit')} none={t('maximumNone')}>
        <AmountField
          label={t('maximum')}
          unit="JU"
          value={maximum.text}
          onText={maximum.change}
          error={textOf(maximum.visibleProblem)}
        />
      </Limit>
      <Limit field={losses} label={t('lossesLimit')} none={t('lossesNone')}>
        <CountField
          field={losses}
          label={t('losses')}
          {...(failed !== null && { hint: t('lossesHint', { failed }) })}
        />
      </Limit>
      <Limit field={parallel} label={t('parallelLimit')} none={t('parallelNone')}>
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
  readonly field: Pick<LimitField<unknown>, 'isLimited' | 'setLimited'>;
  readonly label: string;
  /** Says what applies without the limit. */
  readonly none: string;
  readonly children: ReactNode;
};

function Limit({ field, label, none, children }: LimitProps) {
  return (
    <div className="flex flex-col">
      <label className="tap flex cursor-pointer items-center gap-2.5 px-1 text-sm font-medium">
        <input
          type="checkbox"
          checked={field.isLimited}
          onChange={(event) => field.setLimited(event.target.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        {label}
      </label>
      {field.isLimited ? children : <p className="px-1 text-sm text-muted">{none}</p>}
    </div>
  );
}
