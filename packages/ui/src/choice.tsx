import { useId } from 'react';

type ChoiceProps<Value extends string> = {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** A choice of one of a few values, all visible. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  return <RadioGroup {...props} className="flex flex-wrap rounded-2xl bg-sunken p-1" optionClassName={SEGMENT} />;
}

/** A filter of a list by one of several values, in a row that scrolls sideways. */
export function FilterChips<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <RadioGroup
      {...props}
      className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 [scrollbar-width:none]"
      optionClassName={CHIP}
    />
  );
}

const SEGMENT =
  'flex flex-auto justify-center px-3 data-checked:bg-raised data-checked:text-ink data-checked:shadow-card';
const CHIP = 'relative inline-flex shrink-0 bg-sunken px-4 data-checked:bg-accent-soft data-checked:text-accent-ink';

/** Browsers without `:has()` show the focus of a pointer too. */
const FOCUS =
  'has-focus-visible:outline-2 has-focus-visible:outline-accent-ink ' +
  'not-supports-[selector(:has(a))]:focus-within:outline-2 not-supports-[selector(:has(a))]:focus-within:outline-accent-ink';

type ClassNames = { readonly className: string; readonly optionClassName: string };

function RadioGroup<Value extends string>(props: ChoiceProps<Value> & ClassNames) {
  const { label, options, value, onChange, className, optionClassName } = props;
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={`tap cursor-pointer items-center rounded-full text-sm font-medium text-muted ${FOCUS} ${optionClassName}`}
          data-checked={option.value === value ? '' : undefined}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
