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

const SEGMENT = 'flex flex-1 justify-center px-3 has-checked:bg-raised has-checked:text-ink has-checked:shadow-card';
const CHIP = 'relative inline-flex shrink-0 bg-sunken px-4 has-checked:bg-accent-soft has-checked:text-accent-ink';

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
          className={`tap cursor-pointer items-center rounded-full text-sm font-medium text-muted has-focus-visible:outline-2 has-focus-visible:outline-accent-ink ${optionClassName}`}
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
