export type RadioOptionsProps<Value extends string> = {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

type Looks = { readonly className: string; readonly optionClassName: string };

/** One of several values as a group of radio buttons; `Choice` and `FilterChips` give it its looks. */
export function RadioOptions<Value extends string>(props: RadioOptionsProps<Value> & Looks) {
  const { label, options, value, onChange, className, optionClassName } = props;
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
            name={label}
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
