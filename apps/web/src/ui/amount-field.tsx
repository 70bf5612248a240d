import { typedDecimal } from '@city-mint/domain/money/number-form';
import { spokenAmount } from '@city-mint/domain/money/spoken-amount';
import { controlClass, Field } from '@city-mint/ui/field.tsx';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguageStore } from '#platform/i18n/language-store.ts';
import type { PageLanguage } from '#platform/i18n/languages.ts';
import { AmountChoice } from './amount-choice.tsx';
import { entryOf, readingsOf, unclearText } from './entered-amount.ts';

type AmountFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange' | 'value'> & {
  /** The entry: a plain decimal, or what `onText` was called with. */
  readonly value: string;
  /** Called with the entry of a typed text: a plain decimal, '' or a text that no code reads as an amount. */
  readonly onText: (entry: string) => void;
  readonly label: string;
  readonly unit: string;
  /** To the right of the label, for example the available balance. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Enters the exact maximum; without it there is no button for it. */
  readonly onMaximum?: (() => void) | undefined;
};

/**
 * A field for an amount of money. It shows the typed text unchanged, reads it by the page's language, says the amount
 * in words below, and asks which amount a text means that can be read in two ways.
 */
export function AmountField(props: AmountFieldProps) {
  const { label, unit, aside, hint, error, onMaximum, onText, value, ...input } = props;
  const id = useId();
  const language = useLanguageStore((state) => state.language);
  const [text, type] = useTypedText(value, { language, unit, onText });
  const readings = readingsOf(value, { language, unit });
  const spoken = unclearText(value) === null ? spokenAmount(value, language) : null;
  return (
    <Field id={id} label={label} aside={aside} hint={hint} error={error}>
      <div className={controlClass(error !== undefined)}>
        <input
          placeholder="0"
          {...input}
          id={id}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={(event) => event.target.scrollTo(0, 0)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={error !== undefined}
          aria-describedby={spoken === null ? `${id}-note` : `${id}-spoken ${id}-note`}
          className={`min-w-0 flex-1 bg-transparent py-2 font-semibold outline-none figures placeholder:text-muted ${sizeOf(text)}`}
        />
        <span className="text-sm font-medium text-muted">{unit}</span>
        {onMaximum !== undefined && <MaximumButton onMaximum={onMaximum} />}
      </div>
      {spoken !== null && (
        <p id={`${id}-spoken`} className="px-1 text-xs font-medium wrap-anywhere">
          = {spoken} {unit}
        </p>
      )}
      {readings.length > 0 && <AmountChoice readings={readings} unit={unit} onChoose={onText} />}
    </Field>
  );
}

/** The size at which a long number shows whole on a narrow phone; Safari zooms into a focused one below 16 px. */
function sizeOf({ length }: string): string {
  if (length > 17) return 'text-sm focus:text-base';
  return length > 12 ? 'text-base' : 'text-xl';
}

type Typed = { readonly text: string; readonly entry: string; readonly language: PageLanguage };
type TypedInput = Pick<AmountFieldProps, 'unit' | 'onText'> & { readonly language: PageLanguage };

/** Returns the field's text, which never changes under a finger, and a function that takes the next one. */
function useTypedText(value: string, { language, unit, onText }: TypedInput): [string, (text: string) => void] {
  const [typed, setTyped] = useState<Typed | null>(null);
  const isTyped = typed !== null && typed.entry === value && typed.language === language;
  const text = isTyped ? typed.text : (unclearText(value) ?? typedDecimal(value, language));
  return [
    text,
    (next) => {
      const entry = entryOf(next, { language, unit });
      setTyped({ text: next, entry, language });
      onText(entry);
    },
  ];
}

function MaximumButton({ onMaximum }: { readonly onMaximum: () => void }) {
  const t = useTranslations('ui.amount');
  return (
    <button
      type="button"
      onClick={onMaximum}
      className="tap -mr-2 rounded-full px-2 text-sm font-semibold text-accent-ink active:bg-sunken"
    >
      {t('maximum')}
    </button>
  );
}
