import { RadioOptions, type RadioOptionsProps } from './radio-options.tsx';

/** One of a few values, all in sight. */
export function Choice<Value extends string>(props: RadioOptionsProps<Value>) {
  return (
    <RadioOptions
      {...props}
      className="flex rounded-full bg-sunken p-1"
      optionClassName="flex flex-1 justify-center px-3 has-checked:bg-raised has-checked:text-ink has-checked:shadow-card"
    />
  );
}
