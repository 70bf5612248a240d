import { RadioOptions, type RadioOptionsProps } from './radio-options.tsx';

/** One of several values for a list, in a row that scrolls sideways. */
export function FilterChips<Value extends string>(props: RadioOptionsProps<Value>) {
  return (
    <RadioOptions
      {...props}
      className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 [scrollbar-width:none]"
      optionClassName="relative inline-flex shrink-0 bg-sunken px-4 has-checked:bg-accent-soft has-checked:text-accent-ink"
    />
  );
}
