import { type ComponentProps, type ReactNode, useId } from 'react';
import { controlClass, Field } from './field.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
};

/** A field for a line of text. */
export function TextField({ label, hint, error, className = '', ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={controlClass(error !== undefined)}>
        <input
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          className={`min-w-0 flex-1 bg-transparent py-3 text-field outline-none placeholder:text-muted ${className}`}
        />
      </div>
    </Field>
  );
}

type LongTextFieldProps = Omit<ComponentProps<'textarea'>, 'id'> &
  Pick<TextFieldProps, 'label' | 'error'> & {
    readonly hint?: ReactNode;
  };

/** A field for a text that is longer than a line; it grows with its text and takes no line breaks. */
export function LongTextField({ label, hint, error, className = '', ...input }: LongTextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={controlClass(error !== undefined)}>
        <textarea
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          rows={2}
          {...input}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          className={`field-sizing-content min-w-0 flex-1 resize-none break-all bg-transparent py-3 text-field outline-none placeholder:text-muted ${className}`}
        />
      </div>
    </Field>
  );
}
