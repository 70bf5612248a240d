import type { ComponentProps } from 'react';

/** The class names of an input: low, with tabular figures. */
export function controlClass(invalid: boolean): string {
  return `${CONTROL} ${invalid ? 'border-danger' : 'border-line'}`;
}

const CONTROL =
  'flex min-h-[0.36rem] w-full min-w-0 rounded-sm border bg-surface px-2.5 text-ink text-sm figures ' +
  'placeholder:text-muted disabled:opacity-60';

type Option = { readonly value: string; readonly label: string };

type SelectProps = Omit<ComponentProps<'select'>, 'onChange' | 'children'> & {
  readonly options: readonly Option[];
  readonly isInvalid?: boolean;
  readonly onChange: (value: string) => void;
};

/** A choice of one value, with the system's own list. */
export function Select({ options, isInvalid = false, onChange, className = '', ...rest }: SelectProps) {
  return (
    <select
      {...rest}
      aria-invalid={isInvalid || undefined}
      className={`${controlClass(isInvalid)} ${className}`}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

type TextInputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly isInvalid?: boolean;
  readonly onChange: (text: string) => void;
};

/** A line of text, figures or an address; nothing is completed or corrected. */
export function TextInput({ isInvalid = false, onChange, className = '', ...rest }: TextInputProps) {
  return (
    <input
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...rest}
      aria-invalid={isInvalid || undefined}
      className={`${controlClass(isInvalid)} ${className}`}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** The class names of a quiet button above a table. */
export function toolClass(): string {
  return TOOL;
}

const TOOL =
  'inline-flex min-h-[0.36rem] items-center gap-1.5 rounded-sm px-2.5 text-muted text-sm hover:bg-sunken hover:text-ink';
