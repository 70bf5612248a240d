import { controlClass, Field } from '@city-mint/ui/field.tsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { normalizeAmountText } from './amount-problem.ts';

type AmountFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange'> & {
  /** Called with the entered text, with full-width digits and grouping commas replaced. */
  readonly onText: (text: string) => void;
  readonly label: string;
  readonly unit: string;
  /** To the right of the label, for example the available balance. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Enters the exact maximum; without it there is no button for it. */
  readonly onMaximum?: (() => void) | undefined;
};

/** A field for an amount of money; its value is the entered text. */
export function AmountField({ label, unit, aside, hint, error, onMaximum, onText, ...input }: AmountFieldProps) {
  const t = useTranslations('ui.amount');
  const id = useId();
  return (
    <Field id={id} label={label} aside={aside} hint={hint} error={error}>
      <div className={controlClass(error !== undefined)}>
        <input
          placeholder="0"
          {...input}
          id={id}
          onChange={(event) => onText(normalizeAmountText(event.target.value))}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          className="min-w-0 flex-1 bg-transparent py-2 text-xl font-semibold outline-none figures placeholder:text-muted"
        />
        <span className="text-sm font-medium text-muted">{unit}</span>
        {onMaximum !== undefined && (
          <button
            type="button"
            onClick={onMaximum}
            className="tap -mr-2 rounded-full px-2 text-sm font-semibold text-accent-ink active:bg-sunken"
          >
            {t('maximum')}
          </button>
        )}
      </div>
    </Field>
  );
}
