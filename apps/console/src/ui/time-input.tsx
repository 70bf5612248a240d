import { Icon } from '@city-mint/ui/icon.tsx';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { TextInput } from './control.tsx';

type TimeInputProps = {
  readonly id: string;
  /** As typed, or as `<input type="datetime-local">` has it. */
  readonly value: string;
  /** Called with a complete time as `<input type="datetime-local">` has it, and with any other text as it was typed. */
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  readonly isInvalid?: boolean;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
};

/**
 * A date and time in the one format of the console, `2026-11-23 08:00`. A browser shows its own field in the format of
 * its language, not in that of the page, so only its calendar is used.
 */
export function TimeInput({ value, onChange, ...rest }: TimeInputProps) {
  const t = useTranslations('ui.time');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <span className="relative flex w-[2.24rem] max-w-full items-center">
      <TextInput
        {...rest}
        inputMode="numeric"
        placeholder={t('format')}
        value={value.replace('T', ' ')}
        className="pr-9"
        onChange={(text) => onChange(text.replace(/^(\d{4}-\d\d-\d\d)[ T]+/, '$1T'))}
      />
      <input
        ref={picker}
        type="datetime-local"
        tabIndex={-1}
        aria-hidden="true"
        value={/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? value : ''}
        className="pointer-events-none absolute right-0 bottom-0 size-px opacity-0"
        onChange={({ target }) => onChange(target.value)}
      />
      <button
        type="button"
        aria-label={t('calendar')}
        className="absolute right-1 inline-flex size-7 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
        onClick={() => picker.current?.showPicker()}
      >
        <Icon name="clock" />
      </button>
    </span>
  );
}
